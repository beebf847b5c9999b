"""The engine on the command line, without a database: replay a match log, or simulate matches and Swiss tournaments.

Exit codes of ``replay``: 0 the match is complete, 1 the log waits for an answer, 2 a problem. With ``--facts``, which
reads the match files of other programs too: 0 the file agrees with itself, 1 it does not or lacks its end, 2 it cannot
be read.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from engine.describe import describe_question
from engine.editions import DEFAULT
from engine.editions import edition as edition_of
from engine.match.facts import Fact
from engine.match.log import LARGEST, MatchLog, decode_log, encode_log
from engine.questions import Choose, Problem, Question, Refusal, Report, Roll
from engine.replay import replay
from engine.simulate import BUSY, CALM, filled_by_chance, random_log, random_roster

COMPLETE, WAITING, PROBLEM = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = _parser().parse_args(arguments)
    try:
        return int(chosen.run(chosen))
    except BrokenPipeError:
        return PROBLEM


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dugout", description=__doc__.splitlines()[0] if __doc__ else None)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    replaying = commands.add_parser(
        "replay", help="run the engine on one match log, or read another program's"
    )
    replaying.add_argument("file", metavar="FILE", help="a match log; - reads standard input")
    replaying.add_argument(
        "--facts",
        action="store_true",
        help="print facts and statistics instead, of a match file of any known format",
    )
    replaying.add_argument("--json", action="store_true", help="print the facts as one JSON object")
    replaying.add_argument(
        "--into",
        metavar="LOG",
        help="fill this log, as a league's empty log, from the match file as far as that goes, and print it",
    )
    replaying.set_defaults(run=_replay)
    simulating = commands.add_parser("simulate", help="write random legal match logs")
    simulating.add_argument("--edition", default=DEFAULT, help="edition of the rules (default: %(default)s)")
    simulating.add_argument("--home", default="Orc", metavar="RACE", help="race of the home team")
    simulating.add_argument("--away", default="Human", metavar="RACE", help="race of the away team")
    simulating.add_argument(
        "--rosters",
        metavar="LOG",
        help="play with the rosters of this log, as a league's empty log has them; sets edition, home and away",
    )
    simulating.add_argument("--seed", type=int, default=1, help="the same seed gives the same matches")
    simulating.add_argument("--count", type=_positive, default=1, help="how many matches")
    simulating.add_argument("--calm", action="store_true", help="fewer passes, as in a usual match")
    simulating.add_argument(
        "--winner", action="store_true", help="somebody wins, in overtime if need be, as in a knockout"
    )
    simulating.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="a file, numbered when there are several matches, or a folder; default: one line each on standard output",
    )
    simulating.set_defaults(run=_simulate)
    _swiss_parser(commands.add_parser("swiss", help="play a Swiss by chance; print its rounds and its table"))
    return parser


def _swiss_parser(swiss: argparse.ArgumentParser) -> None:
    swiss.add_argument("--entrants", type=_positive, default=33, metavar="N", help="how many (default: 33)")
    swiss.add_argument("--rounds", type=_positive, default=6, metavar="N", help="how many (default: 6)")
    swiss.add_argument(
        "--late",
        type=_positive,
        nargs="*",
        metavar="ROUND",
        help="the round that somebody joins in, one for each late entry (default: 2, where there is one)",
    )
    swiss.add_argument(
        "--drops",
        type=_positive,
        nargs="*",
        metavar="ROUND",
        help="the round after which somebody leaves, one for each (default: 2 4, where rounds follow them)",
    )
    swiss.add_argument("--clubs", type=int, default=0, metavar="N", help="spread them over so many clubs")
    swiss.add_argument("--seed", type=int, default=1, help="the same seed gives the same Swiss")
    swiss.add_argument("--json", action="store_true", help="print the whole Swiss as one JSON object")
    swiss.set_defaults(run=_swiss)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return number


# replay


def _replay(chosen: argparse.Namespace) -> int:
    if chosen.into:
        return _into(chosen)
    if chosen.facts:
        return _facts(chosen)
    try:
        log = decode_log(_document(chosen.file))
        found = replay(log)
    except Refusal as refusal:
        return _told({}, PROBLEM, problem=refusal.problems[0])
    except OSError as fault:
        message = f"{chosen.file} cannot be read: {fault.strerror or fault}."
        return _told({}, PROBLEM, problem=Problem(message))
    home, away = found.score
    shown: dict[str, Any] = {
        "edition": log.edition,
        "score": {"home": home, "away": away},
        "facts": found.facts,
        "home_events": found.outcome.home_events if found.outcome else (),
        "away_events": found.outcome.away_events if found.outcome else (),
    }
    if found.problem is not None:
        return _told(shown, PROBLEM, problem=found.problem)
    if found.waiting_for is not None:
        return _told(shown, WAITING, waiting_for=_asked(log, found.waiting_for, found.facts))
    return _told(shown, COMPLETE)


def _document(name: str, largest: int = LARGEST) -> bytes:
    """One byte more than a log may have is enough to see that it is too large."""
    if name == "-":
        return sys.stdin.buffer.read(largest + 1)
    with Path(name).open("rb") as file:
        return file.read(largest + 1)


def _told(shown: dict[str, Any], code: int, **ending: Any) -> int:
    whole = (
        {"edition": None, "score": None, "facts": (), "home_events": (), "away_events": ()} | shown | ending
    )
    _write(sys.stdout.buffer, msgspec.json.format(msgspec.json.encode(whole), indent=2))
    return code


def _asked(log: MatchLog, question: Question, shown: tuple[Fact, ...]) -> dict[str, Any]:
    """The question, with a sentence that puts it to a person."""
    sentence = describe_question(edition_of(log.edition, log.house_rules), question, log, shown)
    asked: dict[str, Any] = {"key": question.key}
    match question:
        case Roll():
            asked |= {
                "kind": "roll",
                "side": question.side,
                "dice": str(question.dice),
                "player": question.player,
            }
            asked |= {"count": question.dice.count, "faces": question.dice.faces, "each": question.dice.each}
        case Choose():
            asked |= {"kind": "choose", "side": question.side, "player": question.player}
            asked |= {"options": question.options, "prices": question.prices, "several": question.several}
        case Report():
            asked |= {"kind": "report", "kinds": question.kinds}
    return asked | {"text": sentence}


# facts


def _facts(chosen: argparse.Namespace) -> int:
    # Imported here, since a plain replay needs none of the readers of other programs' files.
    from engine.formats.counting import disagreements, tallies
    from engine.formats.reading import read
    from engine.formats.telling import in_words
    from engine.formats.unpacking import LARGEST_FILE

    try:
        match = read(_document(chosen.file, LARGEST_FILE))
    except Refusal as refusal:
        return _unread(chosen, refusal.problems[0])
    except OSError as fault:
        return _unread(chosen, Problem(f"{chosen.file} cannot be read: {fault.strerror or fault}."))
    differences = disagreements(match)
    if chosen.json:
        whole = {"match": match, "statistics": tallies(match), "disagreements": differences}
        _write(sys.stdout.buffer, msgspec.json.format(msgspec.json.encode(whole), indent=2))
    else:
        _write(sys.stdout.buffer, "\n".join(in_words(match)).encode())
    return WAITING if differences or "end" in match.missing else COMPLETE


def _unread(chosen: argparse.Namespace, problem: Problem) -> int:
    if chosen.json:
        _write(sys.stdout.buffer, msgspec.json.format(msgspec.json.encode({"problem": problem}), indent=2))
    else:
        print(problem.message, file=sys.stderr)
    return PROBLEM


def _into(chosen: argparse.Namespace) -> int:
    """The log, filled from a match file whose players are all on its rosters by number and name."""
    from engine.formats.as_log import read_on
    from engine.formats.matching import matched_for_sure
    from engine.formats.reading import read
    from engine.formats.unpacking import LARGEST_FILE

    try:
        log = decode_log(_document(chosen.into))
        file = read(_document(chosen.file, LARGEST_FILE))
        filled = read_on(log, file, matched_for_sure(file, log))
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return PROBLEM
    except OSError as fault:
        print(f"{fault.filename or chosen.file} cannot be read: {fault.strerror or fault}.", file=sys.stderr)
        return PROBLEM
    _write(sys.stdout.buffer, msgspec.json.format(encode_log(filled.log), indent=1))
    found = replay(filled.log)
    if found.waiting_for is not None:
        asked = _asked(filled.log, found.waiting_for, found.facts)["text"]
        print(f"The file lacks: {asked} {filled.hint}".rstrip(), file=sys.stderr)
        return WAITING
    return PROBLEM if found.problem is not None else COMPLETE


# simulate


def _simulate(chosen: argparse.Namespace) -> int:
    try:
        heads = decode_log(_document(chosen.rosters)) if chosen.rosters else None
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return PROBLEM
    except OSError as fault:
        print(f"{chosen.rosters} cannot be read: {fault.strerror or fault}.", file=sys.stderr)
        return PROBLEM
    try:
        places = _places(chosen.output, chosen.count)
        for number in range(1, chosen.count + 1):
            document = encode_log(_match(chosen, number, heads))
            if places is None:
                _write(sys.stdout.buffer, document)
            else:
                with places[number - 1].open("wb") as file:
                    _write(file, msgspec.json.format(document, indent=1))
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return PROBLEM
    except OSError as fault:
        if isinstance(fault, BrokenPipeError):
            raise
        print(
            f"{fault.filename or chosen.output} cannot be written: {fault.strerror or fault}.",
            file=sys.stderr,
        )
        return PROBLEM
    return COMPLETE


def _match(chosen: argparse.Namespace, number: int, heads: MatchLog | None) -> MatchLog:
    """The match of this number, whatever the count: match 3 of ten is match 3 of three.

    ``heads`` lends its whole head; without one both teams are drafted at random.
    """
    rng = random.Random(f"{chosen.seed}/{number}")
    pace = CALM if chosen.calm else BUSY
    if chosen.winner:
        pace = msgspec.structs.replace(pace, overtime=1.0)
    if heads is not None:
        edition = edition_of(heads.edition, heads.house_rules)
        return filled_by_chance(edition, heads, rng, pace)
    edition = edition_of(chosen.edition)
    home, away = (
        edition.rules.take_the_field(random_roster(edition, race, rng)) for race in (chosen.home, chosen.away)
    )
    return random_log(edition, home, away, rng, pace=pace)


def _places(output: str | None, count: int) -> list[Path] | None:
    if output is None or output == "-":
        return None
    path = Path(output)
    if path.is_dir() or output.endswith("/"):
        path.mkdir(parents=True, exist_ok=True)
        path /= "match.json"
    elif count == 1:
        return [path]
    width = max(len(str(count)), 3)
    return [path.with_name(f"{path.stem}-{number:0{width}}{path.suffix}") for number in range(1, count + 1)]


def _write(file: BinaryIO, document: bytes) -> None:
    file.write(document + b"\n")
    file.flush()


# swiss


def _given_or(given: list[int] | None, default: list[int]) -> tuple[int, ...]:
    return tuple(default if given is None else given)


def _swiss(chosen: argparse.Namespace) -> int:
    # Imported here, since the solver of the pairing takes as long to load as a match to replay.
    from engine.contest.swiss_by_chance import Plan, in_words, simulated, table_of

    plan = Plan(
        entrants=chosen.entrants,
        rounds=chosen.rounds,
        late=_given_or(chosen.late, [one for one in (2,) if one <= chosen.rounds]),
        drops=_given_or(chosen.drops, [one for one in (2, 4) if one < chosen.rounds]),
        clubs=max(chosen.clubs, 0),
        seed=chosen.seed,
    )
    try:
        swiss, ending = simulated(plan)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return PROBLEM
    if chosen.json:
        whole = {"swiss": swiss, "ending": ending, "table": table_of(swiss).rows}
        _write(sys.stdout.buffer, msgspec.json.format(msgspec.json.encode(whole), indent=2))
    else:
        _write(sys.stdout.buffer, "\n".join(in_words(swiss, ending)).encode())
    return COMPLETE if ending is None else WAITING


if __name__ == "__main__":
    sys.exit(main())
