"""The operations on people and sessions, a class each: JSON in, one call to the domain, JSON out."""

from uuid import UUID

from django.db.models import Exists
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from players import sessions
from players.models import Player, Session
from players.permissions import HasToken, token_of
from players.problems import SessionEnded
from players.serializers import (
    GuestSerializer,
    NewGuestSerializer,
    OwnPlayerSerializer,
    PlayerSerializer,
    RefreshSerializer,
    TokenPairSerializer,
)
from problems import languages
from problems.openapi import refusals
from problems.queries import refuse_parameters


class WelcomeGuest(APIView):
    """Sign in by nothing but a name."""

    # A stale token in the header is no reason to refuse somebody who asks for a new one.
    authentication_classes: list[type[BaseAuthentication]] = []
    permission_classes = [AllowAny]
    throttle_scope = "guest"

    @extend_schema(
        operation_id="auth_guest",
        summary="Sign in as a guest",
        description=(
            "Makes a new player with the given name and opens a session. Whoever loses both tokens "
            "loses the player: a guest has no password. Texts are told in the language of "
            "`Accept-Language`, which is remembered as the player's own."
        ),
        tags=["auth"],
        request=NewGuestSerializer,
        responses={
            201: GuestSerializer,
            **refusals(
                "name_empty",
                "name_too_long",
                "name_characters",
                "name_marks",
                "name_mixed_scripts",
            ),
        },
        examples=[OpenApiExample("Noa", value={"name": "Noa"}, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        """Create the guest."""
        asked = NewGuestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        locale = languages.preferred(request.headers.get("Accept-Language", ""))
        player, pair = sessions.welcome_guest(asked.validated_data["name"], locale)
        answer = {**TokenPairSerializer(pair).data, "player": {"id": player.pk, "name": player.name}}
        return Response(answer, status=status.HTTP_201_CREATED)


class Refresh(APIView):
    """Exchange a refresh token for a new pair."""

    # A stale token in the header is no reason to refuse somebody who asks for a new one.
    authentication_classes: list[type[BaseAuthentication]] = []
    permission_classes = [AllowAny]
    throttle_scope = "auth"

    @extend_schema(
        operation_id="auth_refresh",
        summary="Renew both tokens",
        description=(
            "Each refresh token is good for one exchange. When two exchanges of the same token "
            f"race, one wins and the other is told `already_rotated` for "
            f"{sessions.GRACE.seconds} seconds: use the winner's pair. A token that comes again "
            "later was stolen by somebody, so its session ends, for access tokens too."
        ),
        tags=["auth"],
        request=RefreshSerializer,
        responses={
            200: TokenPairSerializer,
            **refusals("token_invalid", "session_ended", "already_rotated"),
        },
    )
    def post(self, request: Request) -> Response:
        """Rotate the token."""
        asked = RefreshSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        pair = sessions.rotate(asked.validated_data["refresh"])
        return Response(TokenPairSerializer(pair).data)


class SignOut(APIView):
    """End the session of the token."""

    permission_classes = [HasToken]
    throttle_scope = "auth"

    @extend_schema(
        operation_id="auth_signout",
        summary="Sign out",
        description="Ends the session at once: its access tokens stop working, not only later.",
        tags=["auth"],
        request=None,
        responses={204: None},
    )
    def post(self, request: Request) -> Response:
        """End it."""
        if not sessions.end_session(token_of(request).session_id, Session.Ending.SIGNED_OUT):
            raise SessionEnded
        return Response(status=status.HTTP_204_NO_CONTENT)


class OwnProfile(APIView):
    """The caller's own profile."""

    permission_classes = [HasToken]

    @extend_schema(
        operation_id="players_me",
        summary="Your own profile",
        description="The player whom the token names.",
        tags=["players"],
        responses={200: OwnPlayerSerializer, **refusals("invalid")},
    )
    def get(self, request: Request) -> Response:
        """Read it."""
        refuse_parameters(request.query_params)
        token = token_of(request)
        live = Exists(sessions.live_sessions().filter(pk=token.session_id))
        player = Player.objects.filter(live, pk=token.player_id).first()
        if player is None:
            raise SessionEnded
        return Response(OwnPlayerSerializer(player).data)


class Profile(APIView):
    """Anybody's public profile."""

    @extend_schema(
        operation_id="players_read",
        summary="A player's profile",
        description="What anybody who is signed in may know of a player.",
        tags=["players"],
        parameters=[
            OpenApiParameter("player_id", UUID, OpenApiParameter.PATH, description="The player's id.")
        ],
        responses={200: PlayerSerializer, **refusals("not_found", "invalid")},
    )
    def get(self, request: Request, player_id: UUID) -> Response:
        """Read it."""
        refuse_parameters(request.query_params)
        player = get_object_or_404(Player, pk=player_id)
        return Response(PlayerSerializer(player).data)
