#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""`diff` and `verify --against/--manifest` over images of every packer and their source folders."""
import json
import os
import shutil
import subprocess

import lab
from tree_maker import (deep, duplicates, empty, folders, links, names, owners, real, sizes, small_sparse, special, tails, text, write, xattrs,
                        xattrs_root)


def some_files(top):
    real(top, 8 << 20)


TREES = (empty, sizes, tails, names, folders, deep, links, small_sparse, duplicates, special, owners, xattrs, xattrs_root, some_files)


class Diff(lab.LabTest):
    def command(self, *arguments, code=0):
        result = lab.run([lab.CLI, *arguments])
        self.assertEqual(result.returncode, code, f"{arguments}: {(result.stdout + result.stderr).decode(errors='replace')[-2000:]}")
        return result

    def diff(self, *arguments, code=0):
        return json.loads(self.command("diff", "--json", *arguments, code=code).stdout)

    def test_folder_everyTree_isTheSameInEitherOrder(self):
        for maker in TREES:
            source = self.tree(maker)
            if source is None:
                continue
            image = self.pack(source)
            with self.subTest(tree=maker.__name__):
                self.assertTrue(self.diff("--strict", image, source)["same"])
                self.assertTrue(self.diff("--strict", source, image)["same"])
                self.command("verify", "--against", source, image)

    def test_packers_everyCodec_areTheSame(self):
        source = self.tree(some_files)
        ours = shutil.copy(self.pack(source, "zstd"), os.path.join(self.place, "ours.sqfs"))
        for codec in lab.CODECS:
            self.assertTrue(self.diff(ours, self.pack(source, codec, "64K"))["same"], codec)
        if not shutil.which("mksquashfs"):
            lab.skip_check("packers: mksquashfs is not installed")
            return
        theirs = os.path.join(self.place, "theirs.sqfs")
        for codec in ("gzip", "zstd", "xz"):
            subprocess.run(["mksquashfs", source, theirs, "-comp", codec, "-noappend", "-quiet", "-no-progress"], check=True, stdout=subprocess.DEVNULL)
            self.assertTrue(self.diff(ours, theirs)["same"], codec)

    def test_change_ofOneByteAnywhere_isFound(self):
        source = self.tree(some_files)
        image = self.pack(source)
        changed = os.path.join(self.place, "changed")
        shutil.copytree(source, changed, symlinks=True)
        victims = []
        for folder, _, files in os.walk(changed):
            victims += [os.path.join(folder, name) for name in files if not os.path.islink(os.path.join(folder, name))]
        victims = sorted(path for path in victims if os.path.getsize(path) > 0)[::7]
        for path in victims:
            size = os.path.getsize(path)
            with open(path, "r+b") as file:
                file.seek(size - 1)
                byte = file.read(1)
                file.seek(size - 1)
                file.write(bytes([byte[0] ^ 1]))
        other = os.path.join(self.place, "changed.sqfs")
        self.command("pack", "--quiet", changed, other)
        wanted = sorted("/" + os.path.relpath(path, changed) for path in victims)
        for arguments in ((image, changed), (image, other), (image, other, "-j", "0"), (other, image, "-j", "8")):
            report = self.diff("--no-times", "--no-owner", *arguments, code=1)
            self.assertEqual(sorted(change["path"] for change in report["changed"]), wanted)
            self.assertTrue(all(change["fields"] == ["content"] for change in report["changed"]))

    def test_manifest_agreesWithSha256sum(self):
        if not shutil.which("sha256sum"):
            self.skipTest("sha256sum is not installed")
        source = self.tree(some_files)
        odd = os.path.join(self.place, "odd")
        shutil.copytree(source, odd, symlinks=True)
        for name in (b"line\nfeed", b"back\\slash", b"\xff\xfe", b" blank ", b"*star"):
            write(os.path.join(os.fsencode(odd), name), text(3000, len(name)))
        ours = os.path.join(self.place, "sums")
        image = os.path.join(self.place, "odd.sqfs")
        self.command("pack", "--quiet", "--manifest", ours, odd, image)
        checked = lab.run(["sha256sum", "--check", "--strict", "--quiet", ours], cwd=odd)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        theirs = os.path.join(self.place, "theirs")
        with open(theirs, "wb") as file:
            subprocess.run(["find . -type f -print0 | sort -z | xargs -0 sha256sum"], shell=True, cwd=odd, stdout=file, check=True)
        report = json.loads(self.command("verify", "--json", "--manifest", theirs, image).stdout)
        self.assertEqual([finding for finding in report["findings"] if finding["severity"] != "note"], [])
        with open(ours, "rb") as a, open(theirs, "rb") as b:
            self.assertEqual(sorted(line.replace(b"  ./", b"  ") for line in b), sorted(a))

    def test_manyEntries_takeBoundedMemory(self):
        """100,000 empty files on both sides: the peak grows by far less than they would take in memory."""
        source = os.path.join(self.place, "many")
        for index in range(100):
            os.makedirs(os.path.join(source, f"d{index:03}"))
            for number in range(1000):
                os.close(os.open(os.path.join(source, f"d{index:03}", f"file-with-a-name-{number:04}"), os.O_CREAT | os.O_WRONLY))
        image = self.pack(source)
        for second in (image, source):
            process = subprocess.Popen([lab.CLI, "diff", "-j", "2", image, second], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            process.stderr.close()
            self.assertEqual(process.returncode, 0)
            self.assertLess(usage.ru_maxrss, 80 << 10, "KiB at the peak")


if __name__ == "__main__":
    lab.main()
