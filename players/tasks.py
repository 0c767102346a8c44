"""What Celery does for people: once a day it forgets what nobody can use any more."""

from celery import shared_task

from players import sessions


@shared_task(name="players.forget_expired")
def forget_expired(**_later: object) -> None:
    """Delete the refresh tokens that have expired, used or not."""
    sessions.forget_expired_tokens()
