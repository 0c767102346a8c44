"""What the API answers about ratings, as forms."""

from games import boxes
from games.envelope import instant
from games.ratings import selectors
from games.ratings.api.forms import LeaderboardListed, Ranked, RatedGameView, RatingView
from games.ratings.booking import Ladder
from games.ratings.formula import Strength, is_provisional, ordinal, points
from games.ratings.models import Rating, RatingChange
from games.ratings.selectors import Board
from games.wire.view_forms import SeatedPlayer


def board(found: Board) -> LeaderboardListed:
    """Return a leaderboard as the list of all shows it."""
    family, ladder = found.chain
    return LeaderboardListed(
        family=family,
        editions=[*boxes.families()[family]],
        ladder=ladder,
        ranked=found.ranked,
        provisional=found.provisional,
    )


def ranked(rating: Rating, rank: int | None) -> Ranked:
    """Return somebody on a leaderboard; `rank` None for none."""
    return Ranked(
        rank=rank,
        player=SeatedPlayer(str(rating.player_id), rating.player.name),
        rating=points(rating.ordinal),
        mu=rating.mu,
        sigma=rating.sigma,
        games=rating.games,
        provisional=rank is None,
        updated_at=instant(rating.updated_at),
    )


def of_player(rating: Rating) -> RatingView:
    """Return a rating among those of its player; one statement where it has a rank."""
    provisional = is_provisional(Strength(rating.mu, rating.sigma), rating.games)
    return RatingView(
        family=rating.family,
        ladder=Ladder(rating.ladder),
        rank=None if provisional else selectors.rank(rating),
        rating=points(rating.ordinal),
        mu=rating.mu,
        sigma=rating.sigma,
        games=rating.games,
        provisional=provisional,
        updated_at=instant(rating.updated_at),
    )


def change(found: RatingChange, *, shown: bool) -> RatedGameView:
    """Return what a game changed; `shown` whether the reader may know which game it was."""
    return RatedGameView(
        number=found.number,
        game=str(found.game_id) if shown else None,
        disclosed_at=instant(found.game.disclosed_at),
        place=found.place,
        players=found.game.players,
        rating_before=points(ordinal(Strength(found.mu_before, found.sigma_before))),
        rating=points(ordinal(Strength(found.mu, found.sigma))),
        mu=found.mu,
        sigma=found.sigma,
    )
