#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of ARCHITECTURE.md and CONTRIBUTING.md that a program can check.

arch_check.py CHECK [--top DIR] [--build DIR]; prints each breach as `file:line: what` and exits 1 when there is one.
"""
import argparse
import json
import os
import re
import subprocess
import sys

import module_map
from source_text import functions, strip_code

PRODUCT = ("core/", "ui/", "app/")
CODE = (".h", ".cpp", ".c")
FILE_LINES, FUNCTION_LINES = 500, 80


class Tree:
    """The files of the project: what git tracks or would track; without git, everything but the build folder."""

    def __init__(self, top, build=None):
        self.top, self.build = os.path.abspath(top), build
        self.files = sorted(self._git_files() or self._walked_files())

    def _git_files(self):
        command = ["git", "-c", "safe.directory=*", "-C", self.top, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        try:
            out = subprocess.run(command, capture_output=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            return []
        names = [os.fsdecode(name) for name in out.split(b"\0") if name]
        return [name for name in names if os.path.isfile(os.path.join(self.top, name))]

    def _walked_files(self):
        for folder, folders, names in os.walk(self.top):
            folders[:] = [f for f in folders if f not in (".git", "build", "__pycache__")]
            yield from (os.path.relpath(os.path.join(folder, name), self.top) for name in names)

    def code(self, *prefixes):
        return [f for f in self.files if f.endswith(CODE) and f.startswith(prefixes or ("",))]

    def text(self, name):
        with open(os.path.join(self.top, name), encoding="utf-8", errors="surrogateescape") as file:
            return file.read()

    def exists(self, name):
        return os.path.exists(os.path.join(self.top, name))


def includes(tree, name):
    for number, line in enumerate(tree.text(name).splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line)
        if match:
            yield number, match[1], match[2]


def area_of(name):
    """(who, allowed): the folder that a product file belongs to and what it may include of ours; None outside the product."""
    parts = name.split("/")
    if parts[0] == "core" and len(parts) > 2:
        return parts[1], module_map.CORE.get(parts[1])
    for front, allowed in module_map.FRONT.items():
        if name.startswith(front + "/"):
            return front, allowed
    return None, None


def check_includes(tree):
    """Our own headers: downwards only, as module_map says."""
    for name in tree.code(*PRODUCT):
        who, allowed = area_of(name)
        if who and allowed is None:
            yield f"{name}:1: folder core/{who} is not in tests/arch/module_map.py"
            continue
        for number, kind, target in includes(tree, name):
            if kind != '"' or who is None or "/" not in target:
                continue
            if target.split("/")[0] == who or target in allowed or target.split("/")[0] in allowed:
                continue
            yield f"{name}:{number}: {who} may not include {target}"


def check_outside(tree):
    """Headers of libraries: each only in the place that wraps it."""
    for name in tree.code(*PRODUCT):
        for number, kind, target in includes(tree, name):
            for pattern, places in module_map.OUTSIDE.items():
                if kind == "<" and re.fullmatch(pattern, target) and not name.startswith(tuple(places)):
                    yield f"{name}:{number}: <{target}> belongs to {' or '.join(places)}"


def check_headers(tree):
    """#pragma once, no `using namespace` at file scope, own header first."""
    for name in tree.code(*PRODUCT, "tests/"):
        lines = strip_code(tree.text(name)).splitlines()
        if name.endswith(".h"):
            if not any(line.startswith("#pragma once") for line in lines):
                yield f"{name}:1: no #pragma once"
            for number, line in enumerate(lines, 1):
                if re.match(r"using\s+namespace\b", line):
                    yield f"{name}:{number}: using namespace in a header"
        elif name.startswith(PRODUCT) and name[:-4] + ".h" in tree.files:
            first = next((target for _, kind, target in includes(tree, name) if kind == '"'), "")
            if os.path.basename(first) != os.path.basename(name)[:-4] + ".h":
                yield f"{name}:1: its own header is not the first that it includes"


def check_sizes(tree):
    """No file past 500 lines, no function past 80, no folder's CMake file past 60."""
    for name in tree.code(*PRODUCT, "tests/"):
        text = tree.text(name)
        count = text.count("\n")
        if count > FILE_LINES:
            yield f"{name}:1: {count} lines; {FILE_LINES} is the limit"
        if name.startswith(PRODUCT):
            for start, length, what in functions(text):
                if length > FUNCTION_LINES:
                    yield f"{name}:{start}: {what} has {length} lines; {FUNCTION_LINES} is the limit"
    for name in tree.files:
        if name.endswith(".py") and tree.text(name).count("\n") > FILE_LINES:
            yield f"{name}:1: past {FILE_LINES} lines"
        if os.path.basename(name) == "CMakeLists.txt" and tree.text(name).count("\n") > 60:
            yield f"{name}:1: past 60 lines; helpers go to packaging/cmake"


def check_spdx(tree):
    """Two SPDX lines at the top of every source."""
    for name in tree.files:
        if name.endswith(CODE + (".py", ".h.in")):
            head = tree.text(name)[:400]
            for key in ("SPDX-FileCopyright" + "Text:", "SPDX-License-" + "Identifier: GPL-3.0-or-later"):
                if key not in head:
                    yield f"{name}:1: no `{key}` in its first lines"


def check_marks(tree):
    """Nothing unfinished, no owning raw pointer in the engine, no exception thrown, no printing from the engine."""
    for name in tree.code(*PRODUCT):
        for number, line in enumerate(tree.text(name).splitlines(), 1):
            if re.search(r"\b(TODO|FIXME|XXX|HACK)\b|\bnot (yet )?implemented\b|\bstub\b", line):
                yield f"{name}:{number}: unfinished mark: {line.strip()[:80]}"
        if not name.startswith("core/"):
            continue
        for number, line in enumerate(strip_code(tree.text(name)).splitlines(), 1):
            if re.search(r"\bnew\s+[A-Za-z_:(]", line) and "_ptr<" not in line and name not in module_map.RAW_NEW:
                yield f"{name}:{number}: raw new without a smart pointer"
            if re.search(r"\bdelete\b(\[\])?\s+[A-Za-z_*(]", line):
                yield f"{name}:{number}: raw delete"
            if re.search(r"\bthrow\b\s*[A-Za-z_:;]", line):
                yield f"{name}:{number}: throw; errors travel as Result"
            if re.search(r"\b(std::c(out|err)|v?f?printf|puts)\b\s*[<(]", line):
                yield f"{name}:{number}: the engine does not print"


def check_machine_paths(tree):
    """Nothing in the project names a folder of one developer's machine."""
    pattern = re.compile(r"/wor[k]/|/home/(?!(me|user|you)/)[a-z]+/|/tmp/[b]-")
    for name in tree.files:
        if name.endswith((".png", ".sqfs", ".ico", ".gz", ".xz")):
            continue
        for number, line in enumerate(tree.text(name).splitlines(), 1):
            match = pattern.search(line)
            if match and name != "tests/arch/arch_self_test.py":
                yield f"{name}:{number}: path of one machine: {match[0]}"


def check_documents(tree):
    """Root files are there, the README shows the two commands, the documents name only what exists."""
    for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "COPYING", "run", "test", ".ci/run"):
        if not tree.exists(name):
            yield f"{name}:1: missing"
    for name, words in (("README.md", ("./run", "./test")), (".ci/run", ("/test",))):
        for word in words:
            if tree.exists(name) and word not in tree.text(name):
                yield f"{name}:1: does not show {word}"
    for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"):
        if tree.exists(name):
            yield from dead_paths(tree, name)


def dead_paths(tree, name):
    for number, line in enumerate(tree.text(name).splitlines(), 1):
        spans = re.findall(r"`([^`\s]+)`", line) + re.findall(r"\]\(([^)#:\s]+)\)", line)
        for span in spans:
            if not re.fullmatch(r"\.?[\w.+-]+(/[\w.+-]+)+/?", span) or span.startswith("build/"):
                continue
            places = [span, "core/" + span, span + ".h", span + ".cpp", "core/" + span + ".h", "core/" + span + ".cpp"]
            if not any(tree.exists(place) for place in places):
                yield f"{name}:{number}: {span} does not exist"


def check_labels(tree):
    """Every test has a label, and only known ones (asks CTest of the build folder)."""
    out = subprocess.run(["ctest", "--test-dir", tree.build, "--show-only=json-v1"], capture_output=True, check=True).stdout
    tests = json.loads(out)["tests"]
    if not tests:
        yield "CTest knows no test"
    for test in tests:
        properties = {p["name"]: p["value"] for p in test.get("properties", [])}
        labels = properties.get("LABELS", [])
        if not labels or not set(labels) <= set(module_map.LABELS):
            yield f"test {test['name']}: labels {labels or 'missing'}; one of {' '.join(module_map.LABELS)}"
        if "TIMEOUT" not in properties:
            yield f"test {test['name']}: no time limit"


CHECKS = {name[len("check_"):]: value for name, value in list(globals().items()) if name.startswith("check_")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("check", choices=sorted(CHECKS))
    parser.add_argument("--top", default=os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    parser.add_argument("--build")
    args = parser.parse_args()
    breaches = list(CHECKS[args.check](Tree(args.top, args.build)))
    for breach in breaches:
        print(breach)
    print(f"{args.check}: {len(breaches)} breaches")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
