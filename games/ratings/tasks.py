"""What Celery does for ratings: an update every few seconds, which may run never, once or often."""

from celery import shared_task

from games.ratings import updating


# The next one is its second try; after an outage, or the first time, there is much to rate.
@shared_task(name="ratings.update", max_retries=0, soft_time_limit=600, time_limit=630)
def update(**_later: object) -> None:
    """Rate the games that have been disclosed."""
    updating.update()
