"""A table for tests: its people, and what they do, through `handle` as everybody does it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from threading import Barrier, Thread
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from uuid_utils.compat import uuid7

from games import asking, boxes, moments, projections
from games.asking import SYSTEM, Caller
from games.engine import events as ev
from games.engine.cards import card, cards, in_order
from games.engine.commands import BreakPlusThree, CloseTaki, CloseWindow, Draw, EndTurn, Lay, Move
from games.engine.events import Event, Pending
from games.engine.moves import legal_moves
from games.engine.options import Value
from games.engine.state import Phase
from games.event_store import GAMES
from games.handling import handle
from games.keys import Key
from games.models import Game, KeyedCommand, Seat, StoredEvent
from games.opening import Opening, open_game
from games.recording import Handled, record, tell
from games.standing import Standing
from games.tables import TableOpening, open_table
from games.terms import Context
from players.models import Player

OF_TOURNAMENT: Final = Context("tournament", UUID("01a22a01-0533-723c-aba6-dd1456d89b70"))


def guest(name: str = "Noa") -> UUID:
    id_: UUID = Player.objects.create_guest(name).pk
    return id_


def key(text: str = "k", *, body: object = None) -> Key:
    return Key.of(text, method="POST", path="/games", body=body)


def opening(
    seats: int = 3, visibility: Game.Visibility = Game.Visibility.PUBLIC, **options: Value
) -> Opening:
    edition = boxes.editions()["super-116"]
    chosen = replace(edition.options, **options)  # type: ignore[arg-type]
    return Opening(edition, chosen, seats, visibility)


@dataclass
class Table:
    """A game with somebody on the first seats; `people` in the order of their seats."""

    id: UUID
    people: list[UUID]

    @classmethod
    def open(
        cls,
        seats: int = 3,
        *,
        taken: int | None = None,
        visibility: Game.Visibility = Game.Visibility.PUBLIC,
        **options: Value,
    ) -> "Table":
        people = [guest(f"Guest {number}") for number in range(seats if taken is None else taken)]
        opened = open_game(opening(seats, visibility, **options), Caller(people[0]))
        table = cls(opened.game_id, people)
        for person in people[1:]:
            handle(table.id, asking.sit(code=table.head().code), Caller(person))
        return table

    @classmethod
    def seated(cls, seats: int = 3, *, context: Context | None = OF_TOURNAMENT, **more: Any) -> "Table":
        """A game of a tournament that has been dealt; `more` as a `TableOpening` has it."""
        edition = boxes.editions()["super-116"]
        usual: dict[str, Any] = {
            "game_id": uuid7(),
            "edition": edition.key,
            "box": edition.box,
            "options": edition.options,
        }
        if "people" not in more:
            usual["people"] = tuple(guest(f"Guest {number}") for number in range(seats))
        done = open_table(TableOpening(**usual | more, context=context))
        return cls(done.game_id, [person for person in done.standing.people if person is not None])

    # --- what people do

    def caller(self, seat: int) -> Caller:
        return Caller(self.people[seat])

    def start(self) -> Handled:
        return handle(self.id, asking.start(), self.caller(0))

    def play(self, seat: int, *moves: Move, turn: int | None = None, key: Key | None = None) -> Handled:
        number = self.standing().state.number if turn is None else turn
        return handle(self.id, asking.play(number, moves), self.caller(seat), key)

    def settle(self) -> Handled:
        return handle(self.id, asking.settle, SYSTEM)

    def deal(self, *hands: str, leading: str, pile: str = "G1 G3 G4 G5 G6 G7 G8 G9 Y1 Y3 Y4 Y5") -> Standing:
        """Start the game with these hands, leading card and pile; the turn is seat 0's."""
        held = tuple(tuple(in_order(cards(hand))) for hand in hands)
        order = (*[card for hand in held for card in hand], *cards(leading), *cards(pile))
        return self.happen(
            ev.GameStarted(1, tuple(range(len(hands))), order),
            ev.HandsDealt(held),
            ev.CardTurnedUp(card(leading), leads=True),
            ev.TurnPassed(0, 1, Pending.ORDINARY),
        )

    def happen(self, *events: Event) -> Standing:
        """Have events recorded that no rule has decided."""
        with transaction.atomic():
            game, before, now, _ = GAMES.lock(self.id)
            done = record(
                game,
                before,
                events,
                caller=SYSTEM,
                key=None,
                at=now,
                book=lambda after: projections.apply(game.pk, before, after),
            )
        tell(done)
        return done.standing

    # --- what has become of it

    def head(self) -> Game:
        return Game.objects.get(pk=self.id)

    def standing(self) -> Standing:
        return GAMES.peek(self.id).standing

    def events(self, *, after: int = 0) -> list[Event]:
        return [row.event for row in GAMES.recorded(self.id, after=after)]

    def rows(self) -> list[object]:
        """Everything in the database about this game: equal if and only if nothing has changed."""
        of_game = {"game_id": self.id}
        return [
            *Game.objects.filter(pk=self.id).values(),
            *Seat.objects.filter(**of_game).order_by("number").values(),
            *StoredEvent.objects.filter(**of_game).order_by("version").values(),
            *KeyedCommand.objects.filter(**of_game).order_by("id").values(),
        ]


def some_move(standing: Standing, chance: Random) -> tuple[int, Move] | None:
    """A legal move of somebody, mostly one that brings the game on; None where only the clock can."""
    state = standing.state
    seats = state.in_play if state.in_window else (state.seat,)
    choices = [(seat, move) for seat in seats for move in legal_moves(state, seat)]
    laying = [choice for choice in choices if isinstance(choice[1], Lay | CloseTaki | EndTurn)]
    return chance.choice(laying or choices) if choices else None


def long_lasting(standing: Standing, chance: Random) -> tuple[int, Move] | None:
    """A legal move that empties no hand: who holds few cards draws, who holds many lays."""
    state = standing.state
    moves = legal_moves(state, state.seat)
    fits = (Lay, BreakPlusThree) if len(state.hands[state.seat]) > 5 else (Draw, CloseTaki, EndTurn)
    fitting = [move for move in moves if isinstance(move, fits)]
    return (state.seat, chance.choice(fitting or moves)) if moves else None


def play_on(
    table: Table,
    chance: Random,
    *,
    choose: Callable[[Standing, Random], tuple[int, Move] | None] = some_move,
    until: Callable[[Standing], bool] = lambda _: False,
) -> Standing:
    """Play legal moves to the end of the game, or until a standing is as wanted and no window is open."""
    standing = table.standing()
    while standing.state.phase is Phase.PLAYING and (standing.state.in_window or not until(standing)):
        choice = choose(standing, chance)
        if choice is None or (standing.state.in_window and chance.random() < 0.5):
            standing = handle(table.id, _close_window, SYSTEM).standing
        else:
            standing = table.play(choice[0], choice[1]).standing
    return standing


def _close_window(now: asking.GameNow, _caller: Caller) -> CloseWindow:
    return CloseWindow(now.standing.state.number)


def at_once(*calls: Callable[[], object]) -> list[object]:
    """Make all calls at the same time, each in a thread and a connection of its own.

    Returns what each returned or raised, in the order of the calls.
    """
    results: list[object] = [None] * len(calls)
    barrier = Barrier(len(calls))

    def run(place: int) -> None:
        try:
            barrier.wait()
            results[place] = calls[place]()
        except Exception as error:
            results[place] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def beat() -> None:
    """Have the sweep be alive now."""
    moments.beat(moments.moment().now)


def tamper(sql: str, *values: UUID | int | str) -> None:
    """Change the database behind the back of its triggers, as only its superuser can."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(sql, values)
        cursor.execute("SET LOCAL session_replication_role = origin")
