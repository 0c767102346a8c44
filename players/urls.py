"""The paths of sign-in and profiles, below `/api/v1/`."""

from django.urls import path

from players import views

urlpatterns = [
    path("auth/guest", views.WelcomeGuest.as_view(), name="auth-guest"),
    path("auth/refresh", views.Refresh.as_view(), name="auth-refresh"),
    path("auth/signout", views.SignOut.as_view(), name="auth-signout"),
    path("players/me", views.OwnProfile.as_view(), name="players-me"),
    path("players/<id:player_id>", views.Profile.as_view(), name="players-read"),
]
