# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Just enough of C++ to count: text without comments and strings, and where functions begin and end."""
import re

_TOKENS = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<raw>[^(\s]*)\(.*?\)(?P=raw)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'', re.S)


def strip_code(text):
    """The text with comments and literals blanked; lines stay where they are."""
    def blank(match):
        token = match[0]
        kept = re.sub(r"[^\n]", " ", token)
        return kept if token.startswith("/") else '"' + kept[2:] + '"' if "\n" not in token else kept
    keep = {}

    def guard(match):  # the target of an #include line is no literal
        keep[len(keep)] = match[0]
        return f"\x00{len(keep) - 1}\x00"
    text = re.sub(r'^[ \t]*#[ \t]*include[^\n]*', guard, text, flags=re.M)
    text = _TOKENS.sub(blank, text)
    return re.sub(r"\x00(\d+)\x00", lambda match: keep[int(match[1])], text)


_SCOPE = re.compile(r"\b(namespace|class|struct|enum|union|extern)\b[^;(){}]*$")


def functions(text):
    """(first line, number of lines, name) of every function body; what stands inside one (lambdas, blocks) belongs to it."""
    code = strip_code(text)
    code = re.sub(r"^[ \t]*#[^\n]*", lambda m: " " * len(m[0]), code, flags=re.M)
    depth_of_function, depth, start, found, name = None, 0, 0, [], ""
    last = 0  # where the text before the next brace begins
    for match in re.finditer(r"[{};]", code):
        at, sign = match.start(), match[0]
        if sign == "{":
            before = code[last:at]
            if depth_of_function is None and ")" in before and not _SCOPE.search(before):
                depth_of_function, start = depth, at
                names = re.findall(r"([~\w:]+|operator[^\s(]+)\s*\(", before)
                name = names[0] if names else "?"
            depth += 1
        elif sign == "}":
            depth -= 1
            if depth_of_function == depth:
                first = code.count("\n", 0, start) + 1
                found.append((first, code.count("\n", start, at) + 1, name))
                depth_of_function = None
        last = at + 1
    return found
