"""The gate itself: what runs when, what is run again, what a change leads to."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from gate import compiled, jobs, long, page, quotes, records, shaky
from gate.changed import choose, nearest
from gate.imports import Imports
from gate.jobs import Job, Lanes
from gate.plan import plan
from gate.results import Result, failed, file_seconds, read_results, write_result
from gate.whole import broken, summary

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own for what these runs leave."""
    monkeypatch.setattr(jobs, "WORK", tmp_path / "work")
    monkeypatch.setattr(shaky, "WORK", tmp_path)
    return tmp_path


def script(name: str, source: str, after: str = "") -> Job:
    return Job(name, [sys.executable, "-c", source], after=after)


def run(*planned: Job) -> list[str]:
    said: list[str] = []
    Lanes(list(planned), said.append).run()
    return [line.split("] ", 1)[1] for line in said]


def test_a_job_waits_for_the_one_before_it_and_goes_without_it_if_that_failed() -> None:
    good, bad = script("good", ""), script("bad", "raise SystemExit(3)")
    then, never = script("then", "", "good"), script("never", "", "bad")
    last = script("last", "", "never")
    run(then, never, last, good, bad)
    assert [one.status for one in (good, bad, then, never, last)] == [0, 3, 0, None, None]
    assert broken([good, bad, then, never]) == ["bad (status 3)", "never (left out)"]


def test_a_failed_job_shows_what_it_printed() -> None:
    said = run(script("loud", "print('the reason'); raise SystemExit(1)"))
    assert "loud: FAILED (status 1" in said[-1] and "the reason" in said[-1]


def test_a_job_that_does_not_end_is_ended_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "LIMIT", 0)
    hung = script("hung", "import threading; threading.Event().wait()")
    assert "it did not end" in run(hung)[-1] and hung.status == 124


def test_the_plan_names_each_job_once_and_what_waits_has_something_to_wait_for() -> None:
    planned = plan(compiled=True)
    names = [job.name for job in planned]
    assert len(set(names)) == len(names) and {job.after for job in planned} <= {"", *names}
    assert {job.name for job in plan(compiled=False)} == {*names} - {
        "compile",
        "compiled",
        "builds",
    }


def test_a_part_that_compares_builds_is_given_a_compiled_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(long, "compile_copy", lambda level: 0)
    assert long.compiled_for("conform") == {"EVERYGAME_COMPILED": str(compiled.COPY)}
    assert long.compiled_for("deaths") == {}
    monkeypatch.setattr(long, "compile_copy", lambda level: 1)
    with pytest.raises(SystemExit, match="needs a C compiler"):
        long.compiled_for("conform")


def test_parts_that_need_large_libraries_have_an_environment_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(long, "install", lambda home, packages, depends: f"{home.name} {packages}")
    assert long.python_of("deaths") == sys.executable
    for part in ("cluster", "records"):
        assert long.python_of(part) == "large [['-e', '.[test,long]']]"


def test_a_part_of_which_all_was_skipped_is_not_green(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded: list[str] = []
    monkeypatch.setattr(long, "KEPT", tmp_path)
    monkeypatch.setattr(long, "git", lambda *asked: "" if "status" in asked else "abc")
    monkeypatch.setattr(long, "record", lambda part, commit, tests: recorded.append(part))
    monkeypatch.setattr(long.subprocess, "call", lambda *given, **how: 0)
    assert long.run("sizes") == long.NOTHING_LEFT and not recorded
    write_result(tmp_path / "sizes-abc.jsonl", Result("tests/a.py::one", "passed", 1.0))
    assert long.run("sizes") == 0 and recorded == ["sizes"]


def test_a_line_that_a_kill_cut_off_is_no_result(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    write_result(file, Result("tests/a.py::one", "passed", 1.25))
    write_result(file, Result("tests/a.py::two", "failed", 0.5, "why"))
    with file.open("a") as whole:
        whole.write('{"test": "tests/a.py::th')
    found = read_results(file)
    assert [one.test for one in found] == ["tests/a.py::one", "tests/a.py::two"]
    assert failed(found)["tests/a.py::two"].trace == "why"
    assert file_seconds(found) == {"tests/a.py": 1.8}


TESTS = """
import pytest

def test_quick(): pass

@pytest.mark.long("sizes", guard="test_some.py::test_quick")
def test_large(): pass

def test_red(): assert False
"""


def pytest_run(folder: Path, *arguments: str) -> list[Result]:
    """The results of the file above."""
    (folder / "test_some.py").write_text(TESTS)
    file = folder / "some.jsonl"
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml")]
    more = ["--rootdir", str(folder), "--results", str(file), *arguments]
    subprocess.run([*command, *more, "test_some.py"], cwd=folder, capture_output=True, check=False)
    return read_results(file)


def test_long_tests_run_only_when_their_part_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    assert [one.test.split("::")[1] for one in pytest_run(tmp_path)] == ["test_quick", "test_red"]
    found = pytest_run(tmp_path, "--long", "sizes")
    assert [one.test.split("::")[1] for one in found[2:]] == ["test_large"]


def test_a_run_that_goes_on_leaves_out_what_has_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytest_run(tmp_path)
    again = pytest_run(tmp_path, "--resume")[2:]
    assert [one.test.split("::")[1] for one in again] == ["test_red"]


def test_rules_secrets_the_store_and_crashes_are_never_run_again() -> None:
    for file in ("games/freez/test_rules", "test_store", "server/test_crash", "server/test_unseen"):
        assert shaky.is_firm(f"tests/{file}.py::test_x[1]")
    assert not shaky.is_firm("tests/browser/test_room.py::test_x")
    asked: list[str] = []
    job = script("rules", "")
    reds = {"tests/browser/test_room.py::a": job, "tests/games/go/test_rules.py::b": job}
    assert shaky.run_again(reds, asked.append) == [] and asked == []


def test_a_test_that_is_green_alone_makes_an_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "test_alone.py").write_text("def test_green(): pass\ndef test_red(): assert 0")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    job = Job("some", [], tmp_path, tests=True)
    job.log.parent.mkdir()
    names = ["test_alone.py::test_green", "test_alone.py::test_red"]
    for name in names:
        write_result(
            job.results_file, Result(name, "failed", 1.0, "E  @reproduce_failure('6', b'x')")
        )
    monkeypatch.setattr(
        shaky, "PYTEST", [*shaky.PYTEST, "-p", "gate.pytest_plugin", "--rootdir", "."]
    )
    said: list[str] = []
    assert shaky.run_again(dict.fromkeys(names, job), said.append) == names[:1]
    (entry,) = tomllib.loads(said[1])["test"]
    assert entry["name"] == names[0] and entry["seed"] == "@reproduce_failure('6', b'x')"
    assert "reproduce" in entry["trace"]


def test_a_list_that_is_long_or_old_is_red(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def listed(*landings: int) -> list[str]:
        lines = [f'[[test]]\nname = "t{n}"\nlanding = {at}' for n, at in enumerate(landings)]
        (tmp_path / "shaky.toml").write_text("\n".join(lines))
        return shaky.overdue()

    monkeypatch.setattr(shaky, "LIST", tmp_path / "shaky.toml")
    monkeypatch.setattr(records, "landings", lambda: [["row"]] * 12)
    assert listed(3, 12, 12, 12, 12) == []
    assert listed(2)[0].startswith("t0: on the list")
    assert listed(*[12] * 6) == ["6 shaky tests are listed, and 5 may be"]


def test_the_list_that_ships_can_be_read() -> None:
    assert shaky.overdue() == []


def test_the_end_of_a_run_says_what_is_red_and_what_was_green_alone() -> None:
    results = [
        Result("a", "passed", 1),
        Result("b", "failed", 1, "x"),
        Result("c", "failed", 1, "y"),
    ]
    said = summary(results, ["b"], ["c"], 90).splitlines()
    assert said[-2:] == ["2 passed, 1 failed", "It does not hold."]
    assert "FAILED b" in said and "green only when run again: c" in said


def test_the_compiled_copy_is_kept_until_a_file_changes_that_the_compiler_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that is not compiled itself, since what it says of its types is."""
    files = {
        "fast": "import everygame.errors\nfrom everygame.fast.arrays import vec\n",
        "errors": "",
        "other": "",
    }
    (tmp_path / "everygame" / "library").mkdir(parents=True)
    for name in compiled.BUILD:
        (tmp_path / name).touch()
    for name, source in files.items():
        (tmp_path / "everygame" / f"{name}.py").write_text("\n" + source)
    monkeypatch.setattr(compiled, "ROOT", tmp_path)
    before = compiled.fingerprint()
    (tmp_path / "everygame" / "other.py").write_text("new = 1")
    assert compiled.fingerprint() == before
    (tmp_path / "everygame" / "errors.py").write_text("new = 1")
    assert compiled.fingerprint() != before


def test_imports_are_followed_in_functions_in_texts_and_by_the_name_of_a_game(
    tmp_path: Path,
) -> None:
    sources = {
        "everygame/games/oxo/rules.py": "",
        "everygame/play.py": "def late():\n    from everygame import store\n",
        "everygame/store.py": "",
        "tests/test_far.py": "from everygame.play import late",
        "tests/test_told.py": "call = 'everygame.store:open'",
        "tests/test_game.py": "games = ['oxo']",
    }
    for name, source in sources.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source)
    imports = Imports(tmp_path, ("everygame", "tests"))
    users = imports.users(["everygame/store.py"])
    assert users["tests/test_told.py"] == 1 and users["tests/test_far.py"] == 2
    assert imports.users(["everygame/games/oxo/rules.py"])["tests/test_game.py"] == 1


def test_a_sentence_that_is_gone_leads_to_the_tests_that_quote_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quoted = "It compiles beside the library however often."
    diff = f'-SAID = "{quoted}"\n+SAID = "It compiles alone."\n'
    monkeypatch.setattr(quotes, "git", lambda *_: diff)
    assert quotes.quoting_gone("HEAD") == ["tests/test_gate.py"]
    monkeypatch.setattr(quotes, "git", lambda *_: diff + f"+OTHER = '{quoted}'\n")
    assert quotes.quoting_gone("HEAD") == []


def test_a_file_of_the_page_and_a_rule_sheet_lead_to_their_tests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(quotes, "git", lambda *_: "")
    changed = ["everygame/client/sharing/share.js", "everygame/games/freez/rules.en.md"]
    found = nearest(changed, "HEAD")
    assert {"tests/browser/test_sharing.py", "tests/client/test_client.py"} <= set(found)
    assert found["tests/games/freez/test_documents.py"] == 0


def test_a_file_is_slower_where_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is."""
    monkeypatch.setattr(records, "durations", lambda: dict.fromkeys("abcd", 10.0))
    took = {"a": 30.0, "b": 30.0, "c": 31.0, "d": 50.0, "new": 99.0}
    told: list[str] = []
    records.compare(
        [Result(name, "passed", seconds) for name, seconds in took.items()], told.append
    )
    slower = [words for words in told if words.startswith("slower")]
    assert slower == ["slower than others: d, 50 s, where 30 are expected"]


def test_what_takes_more_than_a_minute_is_left_out_but_for_the_nearest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(records, "durations", lambda: {"a": 50.0, "b": 50.0, "c": 90.0, "d": 9.0})
    assert choose({"a": 1, "b": 2, "d": 3}) == (["a", "d"], ["b"])
    assert choose({"a": 1, "c": 0, "d": 3}) == (["c"], ["a", "d"])


def test_a_long_test_whose_guard_is_not_there_stops_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setattr("tests.test_gate.TESTS", TESTS.replace('test_quick")', 'test_gone")'))
    assert pytest_run(tmp_path) == []


def test_the_marks_of_long_tests_are_read_from_the_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_some.py").write_text(TESTS)
    monkeypatch.setattr(long, "ROOT", tmp_path)
    assert long.moved() == {"sizes": [("tests/test_some.py:6", "test_some.py::test_quick")]}


@pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 1)])
def test_scripts_are_left_unchecked_without_node_but_not_where_everything_has_to_be_there(
    monkeypatch: pytest.MonkeyPatch, ci: str, status: int
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setattr(page.shutil, "which", lambda _: None)
    assert [page.main(what) for what in ("format", "types", "browsers")] == [status] * 3
