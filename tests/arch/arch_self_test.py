#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each architecture check finds a planted breach, and is quiet about the same tree without it."""
import os
import tempfile
import unittest

import arch_check

SPDX = "// SPDX-FileCopyrightText: 2026 The Squashdesk authors\n// SPDX-License-Identifier: GPL-3.0-or-later\n"
GOOD = {
    "core/io/file.h": SPDX + '#pragma once\n#include "base/result.h"\n#include <string>\n',
    "core/io/file.cpp": SPDX + '#include "io/file.h"\nint f(int a)\n{\n    return a;\n}\n',
    "ui/page.h": SPDX + "#pragma once\n#include <QWidget>\n",
    "README.md": "`./run` and `./test`; see [map](ARCHITECTURE.md)\n",
    "ARCHITECTURE.md": "`core/io/file.h`, `io/file`, `core/io/`\n",
    "CONTRIBUTING.md": "x\n", "CHANGELOG.md": "x\n", "COPYING": "x\n", "run": "x\n", "test": "x\n", ".ci/run": "exec ../test\n",
}
LONG = "".join(f"    a += {i};\n" for i in range(81))
# check, changed or added file, its text
BREACHES = [
    ("includes", "core/io/file.cpp", SPDX + '#include "io/file.h"\n#include "pack/packer.h"\n'),
    ("includes", "core/codec/x.cpp", SPDX + '#include "format/superblock.h"\n'),
    ("includes", "core/newfolder/x.cpp", SPDX),
    ("includes", "ui/page.cpp", SPDX + '#include "pack/packer.h"\n'),
    ("outside", "core/io/x.cpp", SPDX + "#include <QWidget>\n"),
    ("outside", "core/pack/x.cpp", SPDX + "#include <zstd.h>\n"),
    ("outside", "ui/x.cpp", SPDX + "#include <lzma.h>\n"),
    ("outside", "app/cli/x.cpp", SPDX + "#include <archive.h>\n"),
    ("outside", "core/read/x.cpp", SPDX + "#include <fuse3/fuse.h>\n"),
    ("headers", "core/io/x.h", SPDX),
    ("headers", "core/io/x.h", SPDX + "#pragma once\nusing namespace std;\n"),
    ("headers", "core/io/file.cpp", SPDX + '#include "base/result.h"\n#include "io/file.h"\n'),
    ("sizes", "core/io/x.cpp", SPDX + "int a;\n" * 500),
    ("sizes", "core/io/x.cpp", SPDX + "int f(int a)\n{\n" + LONG + "    return a;\n}\n"),
    ("sizes", "ui/x.cpp", SPDX + "namespace {\nstruct S {\n    S(int a) : m(a) {\n" + LONG + "    }\n};\n}\n"),
    ("spdx", "core/io/x.cpp", "int a;\n"),
    ("marks", "ui/x.cpp", SPDX + "// TO" + "DO later\n"),
    ("marks", "core/io/x.cpp", SPDX + "auto p = new Thing(1);\n"),
    ("marks", "core/io/x.cpp", SPDX + "void f() { delete p; }\n"),
    ("marks", "core/io/x.cpp", SPDX + "void f() { throw Thing(); }\n"),
    ("marks", "core/io/x.cpp", SPDX + "void f() { std::cerr << 1; }\n"),
    ("machine_paths", "ui/x.cpp", SPDX + "// see /home/" + "alice/notes\n"),
    ("documents", "ARCHITECTURE.md", "`core/io/gone.h`\n"),
    ("documents", "README.md", "`./run` alone\n"),
    ("documents", ".ci/run", "make\n"),
]


def breaches(check, files):
    with tempfile.TemporaryDirectory() as top:
        for name, text in files.items():
            path = os.path.join(top, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return list(arch_check.CHECKS[check](arch_check.Tree(top)))


class ArchCheck(unittest.TestCase):
    def test_goodTree_isQuiet(self):
        for check in sorted(set(arch_check.CHECKS) - {"labels"}):
            self.assertEqual(breaches(check, GOOD), [], check)

    def test_plantedBreach_isFound(self):
        for check, name, text in BREACHES:
            with self.subTest(check=check, name=name):
                found = breaches(check, {**GOOD, name: text})
                self.assertTrue(found)
                self.assertTrue(all(line.startswith(name + ":") for line in found), found)

    def test_words_inCommentsAndStrings_areNoCode(self):
        text = SPDX + '// new Thing, delete p\nconst char* s = "throw it {"; char c = \'{\';\n'
        self.assertEqual(breaches("marks", {**GOOD, "core/io/x.cpp": text}), [])

    def test_everyCheck_hasABreach(self):
        self.assertEqual(set(arch_check.CHECKS) - {"labels"}, {check for check, _, _ in BREACHES})


if __name__ == "__main__":
    unittest.main()
