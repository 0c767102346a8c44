"""Tournaments in the admin: who may read and direct, what is shown, is refused, and stays hidden."""

import re
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.asking import Caller
from games.tournaments import asking, commands
from games.tournaments import events as ev
from games.tournaments.api.answers import page_of_events
from games.tournaments.auditing import PROOF
from games.tournaments.handling import handle
from games.tournaments.kinds import Kind
from games.tournaments.log import TOURNAMENTS
from games.tournaments.models import StoredTournamentEvent, Table
from players import erasure
from players.models import Player
from tests.conftest import FixedClock
from tests.games.admin import shown
from tests.games.admin.conftest import staff
from tests.games.tables import tamper
from tests.tournaments.played import Played

LIST = "/admin/tournaments/tournament/"
PAGES = ("change", "standings", "entrants", "rounds", "rounds/1", "log")
RULINGS = (
    *("start", "result", "bye", "pair-anew", "disqualify", "pause", "resume"),
    *("take-texts-away", "cancel"),
)


def signed_in(*permissions: str, login: str = "ruth") -> Client:
    operator = staff(login)
    operator.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(operator)
    return client


@pytest.fixture
def reader(transactional_db: None) -> Client:
    """Who may read tournaments and games."""
    return signed_in("view_tournament", "view_game", login="reader")


@pytest.fixture
def boss(transactional_db: None) -> Client:
    """Who may direct tournaments too."""
    return signed_in("view_tournament", "direct_tournament", login="boss")


def running(director: Player, kind: Kind = Kind.SWISS, bots: int = 8, **chosen: Any) -> Played:
    opened = Played.open(kind, director.pk, **{"rounds": 2, **chosen})
    opened.enter_bots(bots)
    opened.start()
    opened.tend()
    return opened


@pytest.fixture
def cup(director: Player) -> Played:
    """Eight bots at the two tables of the first round."""
    return running(director)


def address(cup: Played, word: str) -> str:
    return f"{LIST}{cup.id}/{word}/"


def page(client: Client, cup: Played, word: str, **query: Any) -> str:
    answer = client.get(address(cup, word), query)
    assert answer.status_code == 200
    return answer.content.decode()


def told(cup: Played, *, after: int) -> list[tuple[UUID | None, ev.Event]]:
    """Who did what since a version."""
    return [(row.actor, row.event) for row in TOURNAMENTS.recorded(cup.id, after=after)]


def boss_id() -> UUID:
    id_: UUID = Player.objects.get(login="boss").pk
    return id_


# --- who may


def statuses(client: Client, cup: Played) -> list[int]:
    """The list, every page, the picture, the check, and every form asked and sent."""
    reads = [client.get(LIST), *(client.get(address(cup, word)) for word in PAGES)]
    reads += [client.get(f"{LIST}{cup.id}/standings.svg"), client.post(address(cup, "check"))]
    forms = [client.get(address(cup, word)) for word in RULINGS]
    forms += [client.post(address(cup, word), {"reason": "Because."}) for word in RULINGS]
    return [answer.status_code for answer in (*reads, *forms)]


@pytest.mark.parametrize(
    ("permissions", "reads"),
    [
        ((), 403),
        (("view_game", "abort_game"), 403),
        (("direct_tournament",), 403),
        (("view_tournament",), 200),
    ],
)
def test_without_both_rights_nobody_directs(cup: Played, permissions: tuple[str, ...], reads: int) -> None:
    version = cup.now.version
    assert statuses(signed_in(*permissions), cup) == [reads] * 9 + [403] * 18
    assert cup.now.version == version


def test_whoever_is_not_staff_is_sent_to_sign_in(cup: Played, director: Player) -> None:
    player, version = Client(), cup.now.version
    player.force_login(director)
    for client in (Client(), player):
        assert statuses(client, cup) == [302] * 27
    assert "login" in Client().get(address(cup, "change"))["Location"]
    assert cup.now.version == version


def test_a_form_is_not_carried_out_from_elsewhere(cup: Played, boss: Client) -> None:
    version, strict = cup.now.version, Client(enforce_csrf_checks=True)
    strict.force_login(Player.objects.get(login="boss"))
    assert strict.post(address(cup, "cancel"), {"reason": "Rain."}).status_code == 403
    assert cup.now.version == version


def test_a_row_can_be_added_changed_or_deleted_by_nobody(cup: Played, boss: Client) -> None:
    for word in ("add", f"{cup.id}/delete", f"{cup.id}/history"):
        assert boss.get(f"{LIST}{word}/").status_code == 404
    assert boss.post(address(cup, "change"), {"name": "Mine"}).status_code == 405


@pytest.mark.parametrize("word", ["change", "log", "result", "standings.svg"])
def test_what_is_not_there_is_told_so(reader: Client, boss: Client, word: str) -> None:
    for id_ in (uuid4(), "x"):
        path = f"{LIST}{id_}/{word}" + ("" if word.endswith("svg") else "/")
        answer = boss.get(path)
        assert answer.status_code == 404
        assert "There is no tournament with this id." in answer.content.decode()


# --- what is read


def test_the_list_shows_heads_and_finds_by_id_people_and_name(
    cup: Played, director: Player, reader: Client
) -> None:
    other = Played.open(Kind.DUPLICATE, director.pk, name="Winter Open")
    rows = shown.table(reader.get(LIST), "Name")
    assert [row[:5] for row in rows] == [
        ["Winter Open", "open", "Duplicate", "-", "0 of 16"],
        ["Cup", "running", "Swiss", "1, open", "8 of 16"],
    ]
    bot = cup.now.people[0]
    for query, names in (
        ({"q": str(cup.id)}, ["Cup"]),
        ({"q": str(bot)}, ["Cup"]),
        ({"q": str(director.pk)}, ["Winter Open", "Cup"]),
        ({"q": "winter"}, ["Winter Open"]),
        ({"status": "running"}, ["Cup"]),
        ({"kind": "duplicate"}, ["Winter Open"]),
        ({"kind": "none", "edition": "super-116"}, ["Winter Open", "Cup"]),
    ):
        rows = shown.table(reader.get(LIST, query), "Name")
        assert [row[0] for row in rows] == names
    assert other.now.version == 1


def test_the_page_of_one_shows_how_it_stands(cup: Played, reader: Client, clock: FixedClock) -> None:
    facts = shown.facts(reader.get(address(cup, "change")))
    assert facts["Status"] == "running"
    assert facts["Entrants"] == "8 of 16"
    assert facts["Rounds"] == "1 of 2, the last open, 2 of 2 tables play"
    assert facts["Director"] == "Dana"
    assert (facts["table_size"], facts["turn_seconds"]) == ("4", "30")


def test_the_seed_is_shown_when_it_is_over(cup: Played, reader: Client) -> None:
    seed = cup.now.state.seed.hex()
    assert seed not in page(reader, cup, "change")
    cup.direct(commands.Cancel("Rain."))
    assert seed in page(reader, cup, "change")


def test_the_tables_of_a_round_lead_to_their_games(cup: Played, reader: Client) -> None:
    handle(cup.id, asking.by_director(asking.pair_anew(None, "Once more.")), cup.director)
    before = page(reader, cup, "rounds/1")
    playing = [table.game for table in cup.now.state.rounds[0].tables]
    void = [one.game for one in cup.now.state.void]
    assert not any(f"/admin/games/game/{game}/change/" in before for game in playing)  # not opened yet
    assert all(f"/admin/games/game/{game}/change/" in before for game in void)
    cup.tend()
    after = page(reader, cup, "rounds/1")
    assert all(f"/admin/games/game/{game}/change/" in after for game in (*playing, *void))
    assert "Games that count no more" in after


def test_games_are_no_links_for_who_may_not_open_them(cup: Played, boss: Client) -> None:
    assert "/admin/games/game/" not in boss.get(address(cup, "rounds/1")).content.decode()


def test_the_log_is_told_in_lines(director: Player, boss: Client, reader: Client) -> None:
    cup = Played.open(Kind.SWISS, director.pk, rounds=1)
    cup.enter_bots(4, "easy")
    cup.start()
    cup.tend()
    cup.direct(commands.RuleResult(1, 0, (1, 2, 3, 4), (0, 5, 7, 9), "Tossed."))
    rows = shown.table(reader.get(address(cup, "log")), "Version")
    lines = [row[3] for row in rows]
    table = " ".join(map(str, cup.now.state.rounds[0].tables[0].entrants))
    assert lines[0] == "opened: swiss, super-116, tables of 4"
    assert lines[1] == "entrant 0 registered, easy bot"
    assert lines[5:9] == [
        "started with 4 entrants, 1 rounds",
        f"round 1 paired: {table}",
        "round 1, table 0 ruled by seat: places 1 2 3 4, points 0 5 7 9: Tossed.",
        "round 1 closed",
    ]
    assert rows[0][2] == "Dana"
    assert rows[1][2].startswith("Dana for ")


def test_the_picture_is_there_as_soon_as_somebody_leads(cup: Played, reader: Client) -> None:
    answer = reader.get(f"{LIST}{cup.id}/standings.svg")
    assert answer["Content-Type"] == "image/svg+xml"
    assert b"no round is closed yet" in answer.content
    assert answer["Content-Security-Policy"].startswith("default-src 'none'")


@pytest.mark.parametrize(("word", "status"), [("rounds/2", 404), ("rounds/0", 404), ("rounds/x", 400)])
def test_there_are_no_other_rounds(cup: Played, reader: Client, word: str, status: int) -> None:
    assert reader.get(address(cup, word)).status_code == status


def test_a_log_that_was_changed_is_told_instead_of_shown(cup: Played, reader: Client) -> None:
    assert "Sound: every version" in reader.post(address(cup, "check")).content.decode()
    tamper("UPDATE tournaments_event SET payload = '{}' WHERE tournament_id = %s AND version = 3", cup.id)
    TOURNAMENTS._cache.forget(cup.id)
    for answer, status in (
        (reader.post(address(cup, "check")), 200),
        (reader.get(address(cup, "change")), 500),
    ):
        assert answer.status_code == status
        assert "Not sound: version 3 cannot be replayed" in answer.content.decode()


def test_no_page_shows_a_name_that_was_erased(director: Player, boss: Client, reader: Client) -> None:
    cup = Played.open(Kind.SWISS, director.pk, rounds=1)
    people = [Player.objects.create_guest(name) for name in ("Omer", "Shira", "Yael")]
    for person in people:
        handle(cup.id, asking.register, Caller(person.pk))
    cup.start()
    cup.tend()
    cup.direct(commands.RuleResult(1, 0, (1, 2, 3), (0, 5, 7), "Tossed."))
    erasure.erase(people[1])
    erasure.erase(director)
    for client, words in ((reader, PAGES), (boss, ("rounds/1",))):
        for word in words:
            told_there = page(client, cup, word)
            assert "Shira" not in told_there
            assert "Dana" not in told_there
            assert "Cup" in told_there


def test_scores_below_par_are_shown_with_their_sign(director: Player, reader: Client) -> None:
    cup = running(director, Kind.DUPLICATE, bots=4, table_size=2, rounds=1)
    cup.direct(commands.RuleResult(1, 0, (1, 2), (0, 14), "Tossed."))
    cup.direct(commands.RuleResult(1, 1, (2, 1), (26, 0), "Tossed."))
    told_there = page(reader, cup, "standings")
    for score in ("15.5", "14.5", "-9.5", "-20.5"):
        assert f'<td class="taki-number">{score}</td>' in told_there


# --- what stays hidden


def test_results_of_an_open_round_of_the_same_deals_are_shown_to_nobody(
    director: Player, boss: Client, superuser_: Client
) -> None:
    cup = running(director, Kind.DUPLICATE, rounds=1)
    cup.direct(commands.RuleResult(1, 0, (1, 2, 3, 4), (0, 41, 42, 43), "Tossed."))
    for client in (boss, superuser_):
        assert "41 points" not in page(client, cup, "rounds/1")
        assert "results are shown when it is closed" in page(client, cup, "rounds/1")
        assert "table 0 ruled, told when the round is closed: Tossed." in page(client, cup, "log")
        asked = client.get(address(cup, "result"), {"round": 1, "table": 0})
        assert "41" not in shown.lasting(asked).partition("<form")[2]
    cup.direct(commands.RuleResult(1, 1, (1, 2, 3, 4), (0, 1, 2, 3), "Tossed too."))
    assert "place 2, 41 points" in page(boss, cup, "rounds/1")
    assert "points 0 41 42 43: Tossed." in page(boss, cup, "log")


@pytest.fixture
def superuser_(transactional_db: None) -> Client:
    """Who may do everything."""
    client = Client()
    client.force_login(staff("root", is_superuser=True))
    return client


# --- the director's hand


def send(client: Client, cup: Played, word: str, **fields: Any) -> Any:
    return client.post(address(cup, word), {"reason": "  For a\n reason ", **fields})


def check_done(answer: Any, cup: Played) -> None:
    assert (answer.status_code, answer["Location"]) == (302, address(cup, "change"))


def test_it_is_started(director: Player, boss: Client) -> None:
    cup = Played.open(Kind.SWISS, director.pk)
    cup.enter_bots(4)
    check_done(send(boss, cup, "start"), cup)
    assert told(cup, after=5) == [
        (boss_id(), ev.TournamentStarted((0, 1, 2, 3), cup.now.state.rounds_planned))
    ]
    assert "The tournament is started." in page(boss, cup, "change")


def test_operators_see_the_seed_of_deals_when_the_last_game_has_ended(director: Player, boss: Client) -> None:
    cup = running(director, Kind.DUPLICATE, bots=4, table_size=2)
    cup.direct(commands.Cancel("Rain."))
    seed = cup.now.state.seed.hex()
    assert seed not in page(boss, cup, "change")
    cup.tend()
    assert seed in page(boss, cup, "change")


def test_a_result_is_ruled(cup: Played, boss: Client) -> None:
    before = cup.now.version
    asked = page(boss, cup, "result", round=1, table=1)
    assert asked.count('name="place_') == 4
    places = {f"place_{seat}": place for seat, place in enumerate((2, 1, 2, 4))}
    points = {f"points_{seat}": worth for seat, worth in enumerate((9, -3, 9, 40))}
    check_done(send(boss, cup, "result", round=1, table=1, **places, **points), cup)
    ruled = ev.ResultRuled(1, 1, (2, 1, 2, 4), (9, -3, 9, 40), "For a reason")
    assert told(cup, after=before) == [(boss_id(), ruled)]


def test_the_button_for_a_result_leads_to_the_tables_of_the_newest_round(cup: Played, boss: Client) -> None:
    overview = boss.get(address(cup, "change"))
    assert address(cup, "rounds/1") in shown.links(overview)
    assert "../result/" not in shown.links(overview)
    assert [link for link in shown.links(boss.get(address(cup, "rounds/1"))) if "/result/" in link] == [
        f"{address(cup, 'result')}?round=1&table={table}" for table in (0, 1)
    ]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, "The round must be a whole number."),
        ({"round": 1}, "The table must be a whole number."),
        ({"round": 1, "table": ""}, "The table must be a whole number."),
        ({"round": "", "table": 0}, "The round must be a whole number."),
    ],
)
def test_no_result_is_ruled_at_a_table_that_nobody_named(
    cup: Played, boss: Client, fields: dict[str, Any], reason: str
) -> None:
    before = cup.now.version
    for answer in (boss.get(address(cup, "result"), fields), send(boss, cup, "result", **fields)):
        assert (answer.status_code, shown.reason(answer)) == (400, reason)
    assert cup.now.version == before


def test_nobody_is_chosen_before_the_operator_chooses(cup: Played, boss: Client) -> None:
    for word in ("bye", "disqualify"):
        asked = page(boss, cup, word)
        assert 'required><option value="">Choose one</option><option value="0">0, ' in asked
        assert " selected" not in asked.partition('id="entrant"')[2].partition("</select>")[0]


@pytest.mark.parametrize(
    ("kind", "chosen", "missing"),
    [
        (Kind.SWISS, {}, set()),
        (Kind.KNOCKOUT, {"rounds": 0}, {"bye"}),
        (Kind.ROUND_ROBIN, {"rounds": 0}, {"bye", "pair-anew"}),
    ],
)
def test_only_what_a_kind_takes_has_a_button(
    director: Player, boss: Client, kind: Kind, chosen: dict[str, int], missing: set[str]
) -> None:
    cup = running(director, kind, **chosen)
    links = shown.links(boss.get(address(cup, "change")))
    rulings = {word for word in RULINGS if f"../{word}/" in links}
    assert rulings == {"bye", "pair-anew", "disqualify", "pause", "take-texts-away", "cancel"} - missing


def test_what_is_over_or_has_nobody_in_it_is_not_offered(cup: Played, director: Player, boss: Client) -> None:
    cup.direct(commands.RuleResult(1, 0, (1, 2, 3, 4), (0, 5, 7, 9), "Tossed."))
    assert "../pair-anew/" not in page(boss, cup, "change")
    empty = Played.open(Kind.SWISS, director.pk)
    offered = page(boss, empty, "change")
    assert "../disqualify/" not in offered
    assert "../bye/" not in offered


def words(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split()).replace(" ,", ",")


def test_who_is_to_be_paired_anew_is_named_beside_the_numbers(director: Player, boss: Client) -> None:
    cup = Played.open(Kind.SWISS, director.pk, table_size=2, rounds=2, late_rounds=1)
    people = [Player.objects.create_guest(name) for name in ("Omer", "Shira", "Yael", "Gil")]
    for person in people[:3]:
        handle(cup.id, asking.register, Caller(person.pk))
    cup.start()
    cup.tend()
    handle(cup.id, asking.register, Caller(people[3].pk))
    (table,), byes = cup.now.state.rounds[0].tables, cup.now.state.rounds[0].byes
    cup.direct(commands.Disqualify(table.entrants[0], "Two accounts."))
    told_there = words(page(boss, cup, "pair-anew"))
    names = [person.name for person in people]
    first, second = table.entrants
    assert f"{first} {names[first]} (disqualified), {second} {names[second]}" in told_there
    assert f"Byes: {byes[0]} {names[byes[0]]}" in told_there
    assert "Came since: 3 Gil" in told_there
    assert f"to copy: {first} {second}" in told_there


def test_a_bye_is_given_and_an_entrant_disqualified(cup: Played, boss: Client) -> None:
    before = cup.now.version
    assert '<option value="3" selected>' in page(boss, cup, "bye", entrant=3)
    check_done(send(boss, cup, "bye", entrant=3), cup)
    check_done(send(boss, cup, "disqualify", entrant=4), cup)
    assert told(cup, after=before) == [
        (boss_id(), ev.ByeRuled(3, "For a reason")),
        (boss_id(), ev.EntrantRemoved(4, ev.Removal.DISQUALIFIED, "For a reason")),
    ]
    assert '<option value="4"' not in page(boss, cup, "bye")


def test_a_round_is_paired_anew_by_lot_or_as_it_is_said(cup: Played, boss: Client) -> None:
    before = cup.now.version
    check_done(send(boss, cup, "pair-anew"), cup)
    check_done(send(boss, cup, "pair-anew", tables="7 6, 5 4\r\n\r\n0 1 2"), cup)
    (_, first), (actor, second) = told(cup, after=before)
    assert isinstance(first, ev.RoundPairedAnew)
    assert isinstance(second, ev.RoundPairedAnew)
    assert (actor, first.byes) == (boss_id(), ())
    assert (second.tables, second.byes, second.reason) == (((7, 6, 5, 4), (0, 1, 2)), (3,), "For a reason")
    assert Table.objects.filter(tournament=cup.id, stage="void").count() == 4


def test_it_is_paused_resumed_and_canceled(cup: Played, boss: Client) -> None:
    before = cup.now.version
    for word in ("pause", "resume", "cancel"):
        assert f"../{word}/" in page(boss, cup, "change")
        check_done(send(boss, cup, word), cup)
    assert told(cup, after=before) == [
        (boss_id(), ev.TournamentPaused("For a reason")),
        (boss_id(), ev.TournamentResumed("For a reason")),
        (boss_id(), ev.TournamentCanceled(ev.Cancellation.BY_THE_DIRECTOR, "For a reason")),
    ]
    links = shown.links(boss.get(address(cup, "change")))
    assert [link for link in links if link.startswith("../")] == ["../take-texts-away/"]


@pytest.mark.parametrize("over", [False, True])
def test_texts_are_taken_away_and_told_nowhere(
    director: Player, boss: Client, reader: Client, *, over: bool
) -> None:
    bad = {"name": "Rude name", "description": "Rude words", "prizes": "Rude prize"}
    cup = Played.open(Kind.SWISS, director.pk, **bad)
    cup.direct(commands.Describe(name="Rude again"))
    if over:
        cup.direct(commands.Cancel("Rain."))
    before = cup.now.version
    check_done(send(boss, cup, "take-texts-away"), cup)
    assert told(cup, after=before) == [(boss_id(), ev.TextsTakenAway("Tournament", "For a reason"))]
    assert [row[0] for row in shown.table(reader.get(LIST), "Name")] == ["Tournament"]
    assert "Rude" not in "".join(page(reader, cup, word) for word in ("change", "log", "entrants"))
    assert "its texts were taken away: For a reason" in page(reader, cup, "log")
    forms = page_of_events(cup.now, after=0, limit=10).events
    assert b"Rude" not in msgspec.json.encode(forms)
    assert "../take-texts-away/" not in page(boss, cup, "change")
    check_done(send(boss, cup, "take-texts-away"), cup)
    assert cup.now.version == before + 1
    assert PROOF.fault_of(cup.id) is None


def test_texts_of_after_are_told(director: Player, boss: Client) -> None:
    cup = Played.open(Kind.SWISS, director.pk, name="Rude name")
    check_done(send(boss, cup, "take-texts-away"), cup)
    cup.direct(commands.Describe(name="Spring Open"))
    assert 'described as "Spring Open"' in words(page(boss, cup, "log")).replace("&quot;", '"')
    assert cup.now.state.settings.name == "Spring Open"


@pytest.mark.parametrize(
    ("word", "fields", "status"),
    [
        ("start", {}, 409),
        ("resume", {}, 409),
        ("cancel", {"reason": " "}, 422),
        ("take-texts-away", {"reason": " "}, 422),
        ("pause", {"reason": "x" * 501}, 422),
        ("pause", {"reason": "a\x00b"}, 400),
        ("disqualify", {"reason": "\u202eno", "entrant": 0}, 400),
        ("bye", {"entrant": 99}, 422),
        ("bye", {"entrant": "x"}, 422),
        ("disqualify", {}, 422),
        ("pair-anew", {"tables": "0 1 2 3 4 5 6 7"}, 422),
        ("pair-anew", {"tables": "0 1\n1 2"}, 422),
        ("pair-anew", {"tables": "zero one"}, 422),
        ("result", {"round": 1, "table": 0}, 422),
        ("result", {"round": 1, "table": 9}, 404),
        ("result", {"round": 3, "table": 0}, 404),
        ("result", {"round": "x"}, 400),
    ],
)
def test_what_is_refused_is_told_at_the_form_and_changes_nothing(
    cup: Played, boss: Client, word: str, fields: dict[str, Any], status: int
) -> None:
    before = [*StoredTournamentEvent.objects.filter(tournament=cup.id).values_list("digest", flat=True)]
    answer = send(boss, cup, word, **fields)
    assert answer.status_code == status
    assert 'class="errornote"' in answer.content.decode()
    after = [*StoredTournamentEvent.objects.filter(tournament=cup.id).values_list("digest", flat=True)]
    assert after == before


def test_a_refusal_speaks_the_operators_language_and_keeps_what_was_typed(cup: Played, boss: Client) -> None:
    answer = boss.post(
        address(cup, "bye"), {"reason": "Because.", "entrant": 99}, headers={"Accept-Language": "he"}
    )
    told_there = answer.content.decode()
    assert 'role="alert" lang="he"' in told_there
    assert 'value="Because."' in told_there


def test_a_result_cannot_be_ruled_before_a_round_is_paired(director: Player, boss: Client) -> None:
    cup = Played.open(Kind.SWISS, director.pk)
    for answer in (boss.get(address(cup, "result")), send(boss, cup, "result")):
        assert answer.status_code == 409
        assert 'class="errornote"' in answer.content.decode()


def test_the_way_to_a_players_tournaments_is_on_their_page(cup: Played, director: Player) -> None:
    client = signed_in("view_tournament", "view_player")
    answer = client.get(f"/admin/players/player/{director.pk}/change/")
    assert f"{LIST}?q={director.pk}" in answer.content.decode()
