#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The comparer finds every kind of planted difference, and none in an exact copy."""
import os
import stat
import subprocess
import sys
import unittest

import lab
from tree_maker import TIME, text, write


class CompareTrees(unittest.TestCase):
    def setUp(self):
        self.place = lab.tempfile.mkdtemp(prefix="squashdesk-compare-")
        self.addCleanup(lab.shutil.rmtree, self.place, True)
        self.a, self.b = os.path.join(self.place, "a"), os.path.join(self.place, "b")
        os.makedirs(os.path.join(self.a, "dir/sub"))
        write(self.at("a", "file"), text(3 << 20))
        write(self.at("a", "dir/other"), b"x")
        os.link(self.at("a", "file"), self.at("a", "dir/link"))
        os.symlink("target", self.at("a", "sym"))
        os.mkfifo(self.at("a", "fifo"))
        os.truncate(self.at("a", "dir/other"), 100 << 20)
        os.utime(self.at("a", "dir/other"), (TIME, TIME))
        subprocess.run(["cp", "-a", self.a, self.b], check=True)

    def at(self, side, name):
        return os.path.join(self.place, side, name)

    def found(self, *ignore):
        return lab.compare_trees.compare(self.a, self.b, ("order", *ignore))[0]

    def test_copy_isEqual(self):
        self.assertEqual(self.found("nlink"), [])

    def test_change_isFound(self):
        def rewrite(name, place, data):
            info = os.stat(self.at("b", name))
            with open(self.at("b", name), "r+b") as file:
                file.seek(place)
                file.write(data)
            os.utime(self.at("b", name), ns=(info.st_atime_ns, info.st_mtime_ns))

        def break_link():
            os.unlink(self.at("b", "dir/link"))
            subprocess.run(["cp", "-a", self.at("b", "file"), self.at("b", "dir/link")], check=True)

        def retarget():
            os.unlink(self.at("b", "sym"))
            os.symlink("targeT", self.at("b", "sym"))
            info = os.lstat(self.at("a", "sym"))
            os.utime(self.at("b", "sym"), ns=(info.st_atime_ns, info.st_mtime_ns), follow_symlinks=False)

        def fill():
            write(self.at("b", "dir/other"), b"x" + bytes((100 << 20) - 1))

        def other_type():
            os.unlink(self.at("b", "fifo"))
            os.mkdir(self.at("b", "fifo"))

        planted = {
            "content differs at byte 3145727": lambda: rewrite("file", (3 << 20) - 1, b"\x00"),
            "content differs at byte 52428800": lambda: rewrite("dir/other", 50 << 20, b"\x01"),
            "size": lambda: os.truncate(self.at("b", "file"), 5),
            "mode": lambda: os.chmod(self.at("b", "dir"), 0o700),
            "mtime": lambda: os.utime(self.at("b", "fifo"), (TIME, TIME + 1)),
            "links": break_link,
            "target": retarget,
            "holes": fill,
            "type": other_type,
            "missing in B": lambda: os.unlink(self.at("b", "fifo")),
            "only in B": lambda: os.mkdir(self.at("b", "more")),
            "xattrs": lambda: os.setxattr(self.at("b", "file"), "user.x", b"1"),
        }
        if lab.ROOT:
            planted["owner"] = lambda: os.chown(self.at("b", "sym"), 1, 1, follow_symlinks=False)
        for word, plant in planted.items():
            with self.subTest(word):
                plant()
                self.assertTrue(any(word in line for line in self.found()), self.found())
                subprocess.run(["rm", "-rf", self.b], check=True)
                subprocess.run(["cp", "-a", self.a, self.b], check=True)

    @unittest.skipUnless(lab.ROOT, "needs root")
    def test_device_isFound(self):
        for side, minor in (("a", 3), ("b", 5)):
            os.mknod(self.at(side, "dev"), 0o600 | stat.S_IFCHR, os.makedev(1, minor))
        self.assertTrue(any("device" in line for line in self.found()))

    def test_program_exitCode_tellsDifference(self):
        program = [sys.executable, "-B", lab.compare_trees.__file__, self.a, self.b, "--ignore", "order,nlink"]
        self.assertEqual(lab.run(program).returncode, 0)
        os.unlink(self.at("b", "fifo"))
        self.assertEqual(lab.run(program).returncode, 1)


if __name__ == "__main__":
    lab.main()
