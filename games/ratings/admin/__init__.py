"""Ratings in the admin: leaderboards, and one rating with its picture; nothing in here changes any."""

from games.ratings.admin.rating_list import RatingAdmin

__all__ = ["RatingAdmin"]
