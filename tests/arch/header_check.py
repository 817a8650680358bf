#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each header compiles alone. header_check.py COMPILER TOP FOLDERS FLAG…; FOLDERS is a comma-separated list of product folders."""
import concurrent.futures
import os
import subprocess
import sys


def main():
    compiler, top, folders, *flags = sys.argv[1:]
    # Naming the compiler's own folder again would break its #include_next chain.
    flags = [flag for flag in flags if flag not in ("-isystem", "-isystem/usr/include")]
    headers = []
    for folder in folders.split(","):
        for where, _, names in os.walk(os.path.join(top, folder)):
            headers += [os.path.join(where, name) for name in names if name.endswith(".h")]

    def compile_alone(header):
        command = [compiler, *flags, "-I", top, "-I", os.path.join(top, "core"), "-I", os.path.join(top, "app"), "-x", "c++", "-fsyntax-only", "-"]
        # Included, not compiled itself: #pragma once in a main file is a warning. Twice: the guard is part of the check.
        text = f'#include "{header}"\n#include "{header}"\n'
        return header, subprocess.run(command, input=text, text=True, capture_output=True)

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for header, result in pool.map(compile_alone, sorted(headers)):
            if result.returncode:
                failed += 1
                print(f"{os.path.relpath(header, top)}: does not compile alone\n{result.stderr}")
    print(f"{len(headers)} headers, {failed} do not compile alone")
    return 1 if failed or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
