"""Estimates from its structure how long a regular expression may take, at one place of a text or in all.

A pattern becomes an automaton whose states are the characters that it matches. It may take exponential time
if two ways lead from a state back to itself over the same text ("(a*)*", "(a|a)*"), and polynomial time if
the same text leads around a first state, around a second, and from the first to the second ("a*a*"): see
Weideman et al., "Analyzing matching time behavior of backtracking regular expression matchers by using
ambiguity of NFA" (2016).

A search begins anew at each character. It takes quadratic time if the same text leads around a state, and
from the beginning of the pattern to that state, unless the pattern matches there in any case ("\\s+x").

Conditions that match no character, such as lookahead, are taken as always true in the end, and a
repetition of more than `MANY` as one without end; so a pattern may be called worse than it is.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import product
from typing import Any

try:
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # Python 3.10
    import sre_parse as parser

MANY = 8
LONG = 1000
SAMPLES = {*map(chr, range(0x100)), "\u0660", "\u2003", "\u4e2d", "\uff1d", "\uffff", "\U0001f600"}
CATEGORIES = {
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
}
REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}
CONDITIONS = {"AT", "ASSERT", "ASSERT_NOT"}
LOOKAHEAD = {"ASSERT", "ASSERT_NOT"}


def growth(pattern: str | bytes, flags: int = 0) -> str:
    """Returns "exponential", "polynomial" or "linear"."""
    automaton = _Automaton(pattern, flags)
    steps, twofold = automaton.steps()
    loops = _components(steps)
    if not loops:
        return "linear"
    if any(loops.get(a) == loops.get(b) is not None for a, b in twofold):
        return "exponential"
    if _has_two_ways_around(automaton, steps, loops):
        return "exponential"
    return "polynomial" if _has_two_loops(automaton, steps, loops) else "linear"


def search_growth(pattern: str | bytes, flags: int = 0) -> str:
    """Returns the same of a search in a whole text, as by `search`, `sub`, `finditer`, `findall`, `split`."""
    at_one_place = growth(pattern, flags)
    if at_one_place != "linear":
        return at_one_place
    automaton = _Automaton(pattern, flags)
    if automaton.is_anchored:
        return "linear"
    steps, _ = automaton.steps()
    loops = _components(steps)
    open_ended = {state: loops[state] for state in loops if state not in automaton.bounded}
    slow = any(
        automaton.begins_after(state) and _leads_from_the_beginning(automaton, steps, loops, state)
        for state in open_ended
    )
    return "polynomial" if slow else "linear"


class _Automaton:
    """A pattern's automaton: nodes, empty moves between them, and moves over one character of a set."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        tree = parser.parse(pattern, flags)
        self._flags = tree.state.flags
        codes = _literals(tree)
        self._samples = frozenset(SAMPLES | {chr(code) for code in codes if 0 <= code < 0x110000})
        self._nodes = 1
        self._empty: dict[int, list[int]] = defaultdict(list)
        self.moves: list[tuple[int, int, tuple[str, Any]]] = []
        self._sets: dict[int, frozenset[str]] = {}
        self._checked: set[int] = set()
        self._at_the_end: set[int] = set()
        self.bounded: set[int] = set()
        self._end = self._sequence(tree, 0)
        first = tree[0] if len(tree) else (None, None)
        beginnings = {"AT_BEGINNING_STRING"} | ({"AT_BEGINNING"} if not self._flags & re.MULTILINE else set())
        self.is_anchored: bool = str(first[0]) == "AT" and str(first[1]) in beginnings
        self._not_after: frozenset[str] = frozenset()
        if str(first[0]) == "AT" and str(first[1]) == "AT_BEGINNING":
            self._not_after = self._samples - {"\n"}
        if str(first[0]) == "ASSERT_NOT" and first[1][0] < 0 and len(first[1][1]) == 1:
            self._not_after = self._set(str(first[1][1][0][0]), first[1][1][0][1])

    def steps(self) -> tuple[dict[int, set[int]], set[tuple[int, int]]]:
        """Returns which move may follow which, and those pairs that may in two ways. -1 is the beginning."""
        by_node = defaultdict(list)
        for number, (source, _, _) in enumerate(self.moves):
            by_node[source].append(number)
        steps: dict[int, set[int]] = defaultdict(set)
        twofold = set()

        def walk(first: int, node: int, used: frozenset[tuple[int, int]]) -> None:
            for following in by_node[node]:
                if following in steps[first]:
                    twofold.add((first, following))
                steps[first].add(following)
            for place, neighbour in enumerate(self._empty[node]):
                if (node, place) not in used:
                    walk(first, neighbour, used | {(node, place)})

        walk(-1, 0, frozenset())
        for number, (_, target, _) in enumerate(self.moves):
            walk(number, target, frozenset())
        return steps, twofold

    def share(self, *moves: int) -> bool:
        """Whether some character is in the sets of all these moves."""
        return bool(frozenset.intersection(*map(self._characters, moves)))

    def _characters(self, move: int) -> frozenset[str]:
        if move not in self._sets:
            self._sets[move] = self._set(*self.moves[move][2])
        return self._sets[move]

    def may_fail_after(self, move: int) -> bool:
        """Whether the pattern does not match in any case once it has come so far."""
        todo = [self.moves[move][1] if move >= 0 else 0]
        takes_all = move >= 0 and self._characters(move) == self._samples
        ignored = self._at_the_end if takes_all else set()  # the loop itself may go on to the end
        seen = set()
        while todo:
            node = todo.pop()
            if node == self._end:
                return False
            if node not in seen:
                seen.add(node)
                todo += [other for other in self._empty[node] if other not in self._checked - ignored]
        return True

    def begins_after(self, move: int) -> bool:
        """Whether the pattern may begin after a character of this move."""
        return not self._characters(move) <= self._not_after

    def _node(self) -> int:
        self._nodes += 1
        return self._nodes - 1

    def _sequence(self, items: Any, node: int) -> int:
        for kind, value in items:
            node = self._item(str(kind), value, node)
        return node

    def _item(self, kind: str, value: Any, node: int) -> int:
        if kind in {"LITERAL", "NOT_LITERAL", "ANY", "IN"}:
            end = self._node()
            self.moves.append((node, end, (kind, value)))
            return end
        if kind == "BRANCH":
            end = self._node()
            for choice in value[1]:
                self._empty[self._sequence(choice, self._branch(node))].append(end)
            return end
        if kind in REPEATS:
            return self._repeat(*value, node)
        if kind in {"SUBPATTERN", "ATOMIC_GROUP"}:
            return self._sequence(value[3] if kind == "SUBPATTERN" else value, node)
        if kind in CONDITIONS:
            if kind in LOOKAHEAD and value[0] > 0:
                self._sequence(value[1], self._branch(node))  # takes its time, and leads nowhere
            checked = self._branch(node)
            self._checked.add(checked)
            if kind == "AT" and str(value) == "AT_END_STRING":
                self._at_the_end.add(checked)
            return checked
        raise NotImplementedError(f"{kind} in a regular expression: teach tests/backtracking.py what it is")

    def _branch(self, node: int) -> int:
        start = self._node()
        self._empty[node].append(start)
        return start

    def _repeat(self, least: int, most: int, body: Any, node: int) -> int:
        for _ in range(min(least, 2)):
            node = self._sequence(body, node)
        if most <= MANY:
            end = self._node()
            for _ in range(most - least):
                self._empty[node].append(end)
                node = self._sequence(body, self._branch(node))
        else:
            start, end, before = self._branch(node), self._node(), len(self.moves)
            self._empty[self._sequence(body, start)].append(start)
            if most < LONG:
                self.bounded.update(range(before, len(self.moves)))
            node = start
        self._empty[node].append(end)
        return end

    def _set(self, kind: str, value: Any) -> frozenset[str]:
        if kind == "ANY":
            return self._samples if self._flags & re.DOTALL else self._samples - {"\n"}
        if kind != "IN":
            value = [(kind, value)] if kind == "LITERAL" else [("NEGATE", None), ("LITERAL", value)]
        found = {sample for sample in self._samples if any(self._holds(sample, *item) for item in value)}
        return frozenset(self._samples - found if str(value[0][0]) == "NEGATE" else found)

    def _holds(self, sample: str, kind: Any, value: Any) -> bool:
        kind = str(kind)
        if kind == "CATEGORY":
            ascii_only = re.ASCII if self._flags & re.ASCII or not self._flags & re.UNICODE else 0
            return re.fullmatch(CATEGORIES[str(value)], sample, ascii_only) is not None
        if kind == "NEGATE":
            return False
        low, high = (value, value) if kind == "LITERAL" else value
        cases = {sample, sample.lower(), sample.upper()} if self._flags & re.IGNORECASE else {sample}
        return any(len(case) == 1 and low <= ord(case) <= high for case in cases)


def _literals(items: Any) -> set[int]:
    """Returns all code points that a parsed pattern names."""
    found: set[int] = set()
    for item in items if isinstance(items, (list, tuple, parser.SubPattern)) else []:
        if isinstance(item, int) and not isinstance(item, bool):
            found.add(int(item))
        found |= _literals(item)
    return found


def _components(steps: Any) -> dict[Any, int]:
    """Returns the strongly connected component of each state that is on a cycle, by Tarjan's algorithm."""
    index: dict[Any, int] = {}
    low: dict[Any, int] = {}
    stack: list[Any] = []
    component: dict[Any, int] = {}
    done: set[Any] = set()
    for root in list(steps):
        work = [(root, iter(steps.get(root, ())))] if root not in index else []
        if work:
            index[root] = low[root] = len(index)
            stack.append(root)
        while work:
            state, following = work[-1]
            for other in following:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    work.append((other, iter(steps.get(other, ()))))
                    break
                if other not in done:
                    low[state] = min(low[state], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[state])
                if low[state] == index[state]:
                    members = []
                    while not members or members[-1] != state:
                        members.append(stack.pop())
                    done.update(members)
                    if len(members) > 1 or state in steps.get(state, ()):
                        component.update((member, index[state]) for member in members)
    return component


def _has_two_ways_around(automaton: _Automaton, steps: Any, loops: dict[int, int]) -> bool:
    """Whether a state is reached from itself by the same text in two ways, through different states."""
    pairs: dict[tuple[int, int], set[tuple[int, int]]] = {}
    todo = [(state, state) for state in loops]
    while todo:
        pair = todo.pop()
        if pair in pairs:
            continue
        here = loops[pair[0]]
        pairs[pair] = {
            (a, b)
            for a, b in product(steps[pair[0]], steps[pair[1]])
            if loops.get(a) == here == loops.get(b) and automaton.share(a, b)
        }
        todo.extend(pairs[pair])
    components = _components(pairs)
    straight = {components[pair] for pair in components if pair[0] == pair[1]}
    return any(pair[0] != pair[1] and components[pair] in straight for pair in components)


def _has_two_loops(automaton: _Automaton, steps: Any, loops: dict[int, int]) -> bool:
    """Whether the same text leads around one state, around another, and from the one to the other."""
    return any(
        first != second and _lead_on(automaton, steps, loops, first, second)
        for first, second in product(loops, loops)
        if automaton.share(first, second)
    )


def _lead_on(automaton: _Automaton, steps: Any, loops: dict[int, int], first: int, second: int) -> bool:
    todo, seen = [(first, first, second)], set()
    while todo:
        state = todo.pop()
        for a, b, c in product(*(steps[each] for each in state)):
            if loops.get(a) != loops[first] or loops.get(c) != loops[second]:
                continue
            if not automaton.share(a, b, c):
                continue
            if (a, b, c) == (first, second, second):
                return True
            if (a, b, c) not in seen:
                seen.add((a, b, c))
                todo.append((a, b, c))
    return False


def _leads_from_the_beginning(automaton: _Automaton, steps: Any, loops: dict[int, int], loop: int) -> bool:
    """Whether the same text leads around a state, and from the beginning of the pattern to it."""
    todo, seen = [(-1, loop)] if automaton.may_fail_after(-1) else [], set()
    while todo:
        state = todo.pop()
        for a, b in product(steps[state[0]], steps[state[1]]):
            if loops.get(b) != loops[loop] or (a, b) in seen or not automaton.share(a, b):
                continue
            if not (automaton.may_fail_after(a) and automaton.may_fail_after(b)):
                continue
            if a == b == loop:
                return True
            seen.add((a, b))
            todo.append((a, b))
    return False
