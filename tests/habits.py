"""Finds in the sources of tests what makes them red now and then: clocks, sleeps and hasty looks.

A test that sleeps hopes that something is done by then; one that asserts on elapsed time fails on
a busy machine; one that looks at the page once, right after touching it, reads what was there
before. `faults` names each place. tests/test_tests.py holds the list of exceptions.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeGuard


def words(text: str) -> set[str]:
    return set(text.split())


CLOCKS: Final = {"monotonic", "perf_counter", "process_time", "time", "time_ns", "thread_time"}
SLEEPS: Final = {"sleep", "wait_for_timeout"}
TOUCHES: Final = words(
    "check click dblclick dispatch_event down drag fill finger_drag go_back go_forward goto hover "
    "press reload select_option set_input_files set_viewport_size tap to type uncheck up wheel"
)
"""Calls after which the page is about to change."""
LOOKS: Final = words(
    "all all_inner_texts all_text_contents aria_snapshot bounding_box count evaluate evaluate_all "
    "get_attribute inner_html inner_text input_value is_checked is_disabled is_enabled is_hidden "
    "is_visible text_content"
)
"""Calls that read the page as it is, without waiting."""
RESTS: Final = {"at_rest", "expect", "expect_at", "settled", "wait_for_function", "wait_for_url"}
"""Calls that wait until the page shows what it will show."""
SCRIPT_SLEEP: Final = re.compile(
    r"set(Timeout|Interval)\((?:[^()]|\([^()]*\))*,\s*[1-9_\d]*\d\s*[,)]"
)
"""A timer of so many milliseconds, in a script or in a text that a page runs."""


@dataclass(frozen=True)
class Fault:
    """One place: the file, the function, the line and what is wrong there."""

    file: str
    function: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} ({self.function}): {self.what}"


def faults(file: str, source: str) -> list[Fault]:
    """All that these sources, Python or a script, have of it."""
    if not file.endswith(".py"):
        return [Fault(file, "", line, A_TIMER) for line in timers(source, 1)]
    tree, found = ast.parse(source), []
    set_apart(tree)
    for function in [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]:
        for line, what in in_function(function, "/browser/" in file):
            found.append(Fault(file, function.name, line, what))
    found += [Fault(file, "", line, A_PROMISE) for line in promised(tree)]
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    for node in texts:
        found += [Fault(file, "", line, A_TIMER) for line in timers(str(node.value), node.lineno)]
    return found


def set_apart(tree: ast.Module) -> None:
    """Give another name to evaluations of scripts that wait by themselves: these are no looks."""
    patient = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and PATIENT.search(ast.unparse(node.value))
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call in [node for node in ast.walk(tree) if isinstance(node, ast.Call)]:
        script = call.args[0] if call.args else None
        waits = script is not None and PATIENT.search(ast.unparse(script))
        known = isinstance(script, ast.Name) and script.id in patient
        if (
            isinstance(call.func, ast.Attribute)
            and call.func.attr == "evaluate"
            and (waits or known)
        ):
            call.func.attr = "evaluate_patiently"


PATIENT: Final = re.compile(r"async |\.then\(|new Promise")
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)
LOOPS: Final = re.compile(r"\b(while|for|do)\b")
A_TIMER: Final = "a timer of so many milliseconds"
A_PROMISE: Final = "it waits for a promise to be there, not for what it promises"


def promised(tree: ast.Module) -> Iterator[int]:
    """Yield the lines of calls of `wait_for_function` with a script that promises an answer: a
    promise is taken for true at once, unless the script itself goes on until it has one."""
    texts = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for call in [node for node in ast.walk(tree) if isinstance(node, ast.Call)]:
        if called(call) == "wait_for_function" and call.args:
            script = call.args[0]
            known = texts.get(script.id, script) if isinstance(script, ast.Name) else script
            text = ast.unparse(known)
            if PATIENT.search(text) and not LOOPS.search(text):
                yield call.lineno


def timers(text: str, first: int) -> Iterator[int]:
    for match in SCRIPT_SLEEP.finditer(text):
        yield first + text.count("\n", 0, match.start())


def in_function(
    function: ast.FunctionDef | ast.AsyncFunctionDef, page: bool
) -> Iterator[tuple[int, str]]:
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    yield from ((call.lineno, "it sleeps") for call in calls if sleeps(call))
    timed, looked = flowing(function, CLOCKS), flowing(function, LOOKS)
    for node in ast.walk(function):
        if isinstance(node, ast.Assert) and mentions(node.test, CLOCKS, timed):
            yield node.lineno, "it asserts on elapsed time"
        elif isinstance(node, ast.While) and mentions(node.test, CLOCKS, timed):
            yield node.lineno, "it polls against a clock of its own"
        elif isinstance(node, ast.Assert) and page and mentions(node.test, LOOKS, looked):
            line = min(looks_in(node.test, looked), default=node.lineno)
            if last_before(calls, line) in TOUCHES:
                yield node.lineno, "it looks at the page once, right after touching it"


def sleeps(call: ast.Call) -> bool:
    """Whether it is a sleep of more than nothing."""
    nothing = call.args and isinstance(call.args[0], ast.Constant) and call.args[0].value == 0
    return called(call) in SLEEPS and not nothing


def called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def flowing(function: ast.AST, names: set[str]) -> dict[str, int]:
    """The variables that hold what one of these calls gave, each with the line of the call."""
    found: dict[str, int] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and called(node) == "append" and node.args:
            held = node.func.value if isinstance(node.func, ast.Attribute) else None
            if isinstance(held, ast.Name) and mentions(node.args[0], names, found):
                found.setdefault(held.id, read_at(node.args[0], names, found))
        if isinstance(node, ast.Assign) and mentions(node.value, names, found):
            for target in node.targets:
                for name in ast.walk(target):
                    if isinstance(name, ast.Name):
                        found.setdefault(name.id, read_at(node.value, names, found))
    return found


def read_at(node: ast.expr, names: set[str], variables: dict[str, int]) -> int:
    """The line of the call that a value comes from, perhaps by way of another variable."""
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and called(one) in names:
            return one.lineno
    return min(variables[one.id] for one in ast.walk(node) if is_one_of(one, variables))


def is_one_of(node: ast.AST, variables: dict[str, int]) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and node.id in variables


def mentions(node: ast.AST, names: set[str], variables: dict[str, int]) -> bool:
    return any(
        (isinstance(one, ast.Call) and called(one) in names)
        or (isinstance(one, ast.Name) and one.id in variables)
        for one in ast.walk(node)
    )


def looks_in(node: ast.AST, variables: dict[str, int]) -> Iterator[int]:
    """The lines in which the page was read for this."""
    for one in ast.walk(node):
        if isinstance(one, ast.Call) and called(one) in LOOKS:
            yield one.lineno
        elif isinstance(one, ast.Name) and one.id in variables:
            yield variables[one.id]


def last_before(calls: list[ast.Call], line: int) -> str:
    """The last touch or wait above a line; empty where there is none."""
    before = [call for call in calls if call.lineno < line and called(call) in TOUCHES | RESTS]
    return called(max(before, key=lambda call: call.lineno)) if before else ""


def of_tests(root: Path) -> list[Fault]:
    """Of all tests in a checkout."""
    found = []
    for path in sorted((root / "tests").rglob("*")):
        if path.suffix in (".py", ".js", ".mjs") and "node_modules" not in path.parts:
            found += faults(str(path.relative_to(root)), path.read_text("utf-8"))
    return found
