"""The JSON forms of the REST API alone: bodies and queries that are read, pages that are answered."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from games.bots.levels import Level
from games.engine.state import Phase
from games.standing import LONGEST_DELAY_SECONDS
from games.wire.events import EventForm
from games.wire.option_schemas import OptionsChosen, OptionValues
from games.wire.values import LAST_NUMBER, CardCode, Count, Form, Id, Instant, Place, SeatNumber, Version
from games.wire.view_forms import (
    GameContext,
    GameView,
    Rated,
    SeatedPlayer,
    SpectatorDelay,
    Visibility,
)

MOST_EVENTS = 1000
LONGEST_WAIT_SECONDS = 25
MOST_GAMES = 100
MOST_BOTS = 9  # one person opens the game, and sits there

SentId = Annotated[
    str,
    Meta(
        max_length=36,
        pattern="^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
        extra_json_schema={"format": "uuid"},
    ),
]


# --- bodies


class OpenGameBody(Form, frozen=True, kw_only=True):
    """What the opener of a game chooses; there is nothing by which anybody could choose a deal."""

    edition: Annotated[str, Meta(description="The key of an edition.", extra_json_schema={"maxLength": 32})]
    seats: Annotated[int, Meta(ge=2, le=10, description="Places at the table.")]
    options: Annotated[
        OptionsChosen | UnsetType,
        Meta(description="Rule options other than the edition's; `GET editions/{key}` tells which."),
    ] = UNSET
    bots: Annotated[
        Annotated[list[Level], Meta(max_length=MOST_BOTS)] | UnsetType,
        Meta(
            description="The levels of bots that sit down at once, on the lowest free seats, in this order."
        ),
    ] = UNSET
    public: Annotated[
        bool, Meta(description="False: the game exists only for those who sit down by its code.")
    ] = True
    rated: Annotated[
        bool,
        Meta(
            description="True: the game counts for ratings. It is public then, without bots, and has the "
            "edition's own options but for those of time."
        ),
    ] = False
    spectator_delay_seconds: Annotated[
        int,
        Meta(
            ge=0,
            le=LONGEST_DELAY_SECONDS,
            description="So much later than those who sit there everybody else sees what happens once the "
            "game has started; 0 in a rated game.",
        ),
    ] = 0


class GoOnBody(Form, frozen=True):
    """The game that was played, and what of its rules shall be otherwise in the next."""

    after: Annotated[SentId, Meta(description="A finished game at which the caller sat.")]
    options: Annotated[
        OptionsChosen | UnsetType, Meta(description="Rule options other than those of the game before.")
    ] = UNSET


class TakeSeatBody(Form, frozen=True):
    """Where to sit down; on the lowest seat that is free where nothing is said."""

    seat: SeatNumber | UnsetType = UNSET


class SeatBotBody(Form, frozen=True):
    """A bot, and where it sits; on the lowest seat that is free where nothing is said."""

    level: Annotated[Level, Meta(description="How well it plays.")]
    seat: SeatNumber | UnsetType = UNSET


class JoinGameBody(Form, frozen=True):
    """The code of a game that is not public."""

    code: Annotated[
        str,
        Meta(
            max_length=32,
            pattern="^[0-9A-Za-z -]+$",
            description="Six characters; small letters, blanks and hyphens do no harm.",
        ),
    ]


class StartGameBody(Form, frozen=True):
    """Who begins, where the options leave that to the host; else nothing needs to be said."""

    first: Annotated[
        SeatNumber | UnsetType,
        Meta(description="The seat that begins; only where the option `first_seat` is `named`."),
    ] = UNSET


# --- queries


class EventsQuery(Form, frozen=True):
    """Which events."""

    after: Annotated[
        int,
        Meta(
            ge=0,
            le=LAST_NUMBER,
            description="The version that is known already; what came later is answered.",
        ),
    ] = 0
    limit: Annotated[int, Meta(ge=1, le=MOST_EVENTS, description="The most events in one answer.")] = 200
    wait: Annotated[
        int,
        Meta(
            ge=0,
            le=LONGEST_WAIT_SECONDS,
            description="Seconds for which an answer without events may be held back until there is one.",
        ),
    ] = 0


class HistoryQuery(Form, frozen=True):
    """Through whose eyes."""

    seat: Annotated[
        SeatNumber | UnsetType,
        Meta(description="The seat whose view is asked for; only one's own before the game is disclosed."),
    ] = UNSET


class EditionQuery(Form, frozen=True):
    """In whose words."""

    theme: Annotated[
        str | UnsetType,
        Meta(description="The key of the theme whose names the cards have; `classic` where none is named."),
    ] = UNSET


class GamesQuery(Form, frozen=True):
    """Which games."""

    status: Annotated[Phase | UnsetType, Meta(description="Games that have come so far.")] = UNSET
    player: Annotated[SentId | UnsetType, Meta(description="Games at which this player sits.")] = UNSET
    edition: Annotated[str | UnsetType, Meta(description="Games with this box, by the edition's key.")] = (
        UNSET
    )
    context: Annotated[
        SentId | UnsetType, Meta(description="Games that belong to this, such as a tournament, by its id.")
    ] = UNSET
    open_seats: Annotated[
        bool | UnsetType,
        Meta(
            description="True: lobbies with a free seat, but of those that go on from another game only "
            "where the caller sat there; false: all other games."
        ),
    ] = UNSET
    cursor: Annotated[
        SentId | UnsetType, Meta(description="Where the list goes on, from the `next` of the page before.")
    ] = UNSET
    limit: Annotated[int, Meta(ge=1, le=MOST_GAMES, description="The most games on one page.")] = 20


# --- answers


class MovesPlayed(Form, frozen=True):
    """What the moves caused, and the game after them.

    Where the clock had to act first there are events between those that the client knew and these.
    """

    version: Version
    events: list[EventForm]
    view: GameView


class EventsPage(Form, frozen=True):
    """Events in order, and the game's present version; there are more where the last is below it."""

    events: list[EventForm]
    version: Version
    behind_seconds: Annotated[
        Count,
        Meta(description="How much later than it happens the reader is told: the spectators' delay, else 0."),
    ]


class SeatListed(Form, frozen=True):
    """A taken seat of a listed game."""

    seat: SeatNumber
    player: SeatedPlayer
    bot: bool
    place: Place | None


class GameListed(Form, frozen=True, kw_only=True):
    """A game in a list."""

    id: Id
    version: Version
    status: Phase
    visibility: Visibility
    edition: str
    seat_count: Annotated[int, Meta(ge=2, le=10)]
    seats: list[SeatListed]
    opened_at: Instant
    started_at: Instant | None
    ended_at: Instant | None
    context: GameContext | None
    rated: Rated
    spectator_delay_seconds: SpectatorDelay
    previous: Annotated[Id | None, Meta(description="The game from which this one goes on.")]


class GamesPage(Form, frozen=True):
    """Games, the newest first, and the address of the next page."""

    results: list[GameListed]
    next: Annotated[str | None, Meta(extra_json_schema={"format": "uri"})]


Names = Annotated[dict[str, str], Meta(description="By language: en, he, km.")]


class EditionListed(Form, frozen=True):
    """A box of cards in a list."""

    key: str
    names: Names
    size: Annotated[Count, Meta(description="How many cards are in one box.")]
    default: Annotated[bool, Meta(description="True of one: the box to offer where nobody has chosen.")]


class EditionsPage(Form, frozen=True):
    """All editions; `next` is always null."""

    results: list[EditionListed]
    next: None


class EditionCard(Form, frozen=True, kw_only=True):
    """A card of the box."""

    card: CardCode
    color: Annotated[str | None, Meta(description="R, G, B or Y.")]
    figure: str
    points: Count
    count: Annotated[int, Meta(ge=1)]
    names: Names


class Option(Form, frozen=True, kw_only=True):
    """What a settings dialog says of a rule option."""

    matters: Annotated[bool, Meta(description="Whether it changes anything with the cards of this box.")]
    group: Annotated[str, Meta(description="One of `groups`.")]
    sentence: Annotated[Names, Meta(description="What it decides.")]
    meanings: Annotated[
        dict[str, Names], Meta(description="What each word means, or a value in `also`, by its text.")
    ]


class WordOption(Option, frozen=True, tag="choice", kw_only=True):
    """An option that takes one of some words."""

    default: str
    choices: list[str]


class FlagOption(Option, frozen=True, tag="flag", kw_only=True):
    """An option that is on or off; its sentence is what holds where it is on."""

    default: bool


class NumberOption(Option, frozen=True, tag="number", kw_only=True):
    """An option that takes a whole number from `min` to `max`, or a value in `also`."""

    default: str | int
    min: int
    max: int
    also: list[str | int]


class EditionView(Form, frozen=True):
    """A box of cards, and every rule option with this box's default.

    A settings dialog can be made of this alone: `groups` has the headings in their order, as they fit the
    cards of this box.
    """

    key: str
    names: Names
    size: Annotated[Count, Meta(description="How many cards are in one box.")]
    family: Annotated[str, Meta(description="The editions of one family are rated together.")]
    shout: Annotated[
        dict[str, str],
        Meta(description="What is called out with one card left, by language: en, he, km."),
    ]
    theme: Annotated[str, Meta(description="The key of the theme whose names the cards have.")]
    cards: list[EditionCard]
    options: dict[str, WordOption | FlagOption | NumberOption]
    groups: dict[str, Names]


class ThemeListed(Form, frozen=True):
    """A theme in a list."""

    key: str
    names: Names
    default: Annotated[bool, Meta(description="True of one: the theme where none is named.")]


class ThemesPage(Form, frozen=True):
    """All themes; `next` is always null."""

    results: list[ThemeListed]
    next: None


_Picture = Annotated[
    str,
    Meta(
        description="A key by which a front end finds a picture of its own. "
        "It is the same in every language: where letters or words are shown, there is one picture a language."
    ),
]


class ThemeColor(Form, frozen=True):
    """What a color is called, and how it is shown."""

    color: Annotated[str, Meta(description="R, G, B or Y.")]
    names: Names
    picture: _Picture


class ThemeFigure(Form, frozen=True):
    """What a figure is called, and how it is shown and sounds."""

    figure: str
    names: Names
    picture: _Picture
    sound: Annotated[str, Meta(description="A key by which a front end finds a sound of its own.")]


class ThemeView(Form, frozen=True):
    """What everything that is printed on cards is called, and under which keys it is shown and sounds.

    It has every figure there is, whichever boxes hold it.
    """

    key: str
    names: Names
    pattern: Annotated[
        dict[str, str],
        Meta(description="By language: how `{color}` and `{figure}` make the name of a card with a color."),
    ]
    colors: list[ThemeColor]
    figures: list[ThemeFigure]


LanguageTag = Literal["en", "he", "km"]


class RulesSection(Form, frozen=True):
    """A part of the rules; its key is the same in all languages."""

    key: str
    heading: str
    paragraphs: list[str]


class RulesView(Form, frozen=True, kw_only=True):
    """The rules of one box with one choice of options, to be read.

    Where the language runs from right to left, isolates (U+2068, U+2069) stand around the names of cards and
    all else that has a direction of its own.
    """

    edition: str
    language: Annotated[LanguageTag, Meta(description="In which they are written.")]
    direction: Annotated[str, Meta(pattern="^(ltr|rtl)$", description="As in the attribute `dir` of HTML.")]
    title: str
    options: OptionValues
    sections: list[RulesSection]
