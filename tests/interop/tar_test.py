#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Archives that `tar` writes are read by others to an equal tree, and packed back to an equal image."""
import filecmp
import json
import os
import shutil
import signal
import subprocess
import tarfile
import time

import lab
from tree_maker import (TIME, deep, duplicates, empty, folders, links, names, noise, owners, real, sizes, small_sparse, special, tails, text, write,
                        xattrs, xattrs_root)


def some_files(top):
    real(top, 8 << 20)


TREES = (empty, sizes, tails, names, folders, deep, links, small_sparse, duplicates, special, owners, xattrs, xattrs_root, some_files)
ALL_XATTRS = ("--xattrs", "--xattrs-include=*")
# What no archive holds, or an extracted folder has of its own.
NOT_IN_TAR = lab.EXTRACTED


def gnu_tar(archive, out, *more):
    return ["tar", "-C", out, "--numeric-owner", *ALL_XATTRS, *more, "-xpf", archive]


def bsdtar(archive, out, *more):
    return ["bsdtar", "-C", out, "--numeric-owner", "-xpf", archive, *more]


class Tar(lab.LabTest):
    def setUp(self):
        self.archive = os.path.join(self.place, "out.tar")
        self.out = os.path.join(self.place, "out")
        for path in (self.archive, self.out):
            lab.remove_tree(path)

    def command(self, *arguments, code=0):
        result = lab.run([lab.CLI, *arguments])
        self.assertEqual(result.returncode, code, f"{arguments}: {result.stderr.decode(errors='replace')[-2000:]}")
        return result

    def every_tree(self):
        for maker in TREES:
            source = self.tree(maker)
            if source is not None:
                yield maker.__name__, source

    def extracted(self, command, archive):
        lab.remove_tree(self.out)
        os.mkdir(self.out)
        result = lab.run(command(archive, self.out))
        self.assertEqual(result.returncode, 0, f"{command(archive, self.out)}: {result.stderr.decode(errors='replace')[-2000:]}")
        return self.out

    @staticmethod
    def without_sockets(top):
        """A copy without what no archive can hold."""
        for folder, _, files in os.walk(os.fsencode(top)):
            for name in files:
                path = os.path.join(folder, name)
                if not os.path.isfile(path) and not os.path.islink(path) and os.lstat(path).st_mode >> 12 == 0o14:
                    times = os.lstat(folder)
                    os.unlink(path)
                    os.utime(folder, ns=(times.st_atime_ns, times.st_mtime_ns))

    def test_others_everyTree_isExtractedEqual(self):
        programs = [program for program in (gnu_tar, bsdtar) if shutil.which(program("", "")[0])]
        for name, source in self.every_tree():
            self.without_sockets(source)
            image = self.pack(source)
            self.command("tar", "--force", image, self.archive)
            for program in programs:
                # bsdtar resolves paths as a whole, so the deepest tree is beyond it.
                if program is bsdtar and name == deep.__name__:
                    continue
                with self.subTest(tree=name, program=program.__name__):
                    out = self.extracted(program, self.archive)
                    if program is bsdtar:  # leaves the time of "." alone, whoever wrote the archive
                        os.utime(out, (TIME, TIME))
                    self.assert_same(source, out, NOT_IN_TAR, program.__name__)

    def test_packedBack_everyTree_isAnEqualImage(self):
        for name, source in self.every_tree():
            self.without_sockets(source)
            image = self.pack(source)
            back = os.path.join(self.place, "back.sqfs")
            for compress in ((), ("--compress", "zstd")):
                with self.subTest(tree=name, compress=compress):
                    self.command("tar", "--force", *compress, image, self.archive)
                    self.command("pack", "--force", "--tar", self.archive, back)
                    report = json.loads(self.command("diff", "--strict", "--json", image, back).stdout)
                    self.assertTrue(report["same"])
                    self.assertEqual(report["findings"], [])

    def test_repeats_jobsAndPipes_areTheSameBytes(self):
        source = self.tree(some_files)
        image = self.pack(source)
        self.command("tar", image, self.archive)
        for jobs in (0, 1, 8):
            other = os.path.join(self.place, "other.tar")
            with open(other, "wb") as file:
                subprocess.run([lab.CLI, "tar", "-j", str(jobs), image, "-"], stdout=file, stdin=subprocess.DEVNULL, check=True)
            self.assertTrue(filecmp.cmp(self.archive, other, shallow=False), jobs)
        piped = subprocess.run(f"'{lab.CLI}' tar '{image}' - | cat | cmp - '{self.archive}'", shell=True, check=False)
        self.assertEqual(piped.returncode, 0)

    def test_compress_everyFormat_isReadByItsProgram(self):
        source = self.tree(some_files)
        image = self.pack(source)
        self.command("tar", image, self.archive)
        for name, program in (("gzip", "gzip"), ("bzip2", "bzip2"), ("xz", "xz"), ("zstd", "zstd"), ("lz4", "lz4"), ("lzo", "lzop")):
            packed = os.path.join(self.place, "out.packed")
            result = lab.run([lab.CLI, "tar", "--force", "--compress", name, image, packed])
            if name == "lzo" and result.returncode == 2:
                lab.skip_check("compress lzo: libarchive has no lzo here")
                continue
            self.assertEqual(result.returncode, 0, result.stderr.decode())
            if not shutil.which(program):
                lab.skip_check(f"compress {name}: {program} is not installed")
                continue
            with open(packed, "rb") as file:
                plain = subprocess.run([program, "-d", "-c"], stdin=file, capture_output=True, check=True).stdout
            with open(self.archive, "rb") as file:
                self.assertTrue(plain == file.read(), name)

    def test_order_rootFirstThenSorted(self):
        image = self.pack(self.tree(folders))
        self.command("tar", image, self.archive)
        with tarfile.open(self.archive) as archive:
            members = [member.name + "/" * member.isdir() for member in archive]
        self.assertEqual(members[0], "./")
        parts = [member.rstrip("/").encode("utf-8", "surrogateescape").split(b"/") for member in members[1:]]
        self.assertEqual(parts, sorted(parts))

    def test_damage_largeFile_isLeftOutOfFilesAndPipes(self):
        source = os.path.join(self.place, "damaged")
        os.mkdir(source)
        write(os.path.join(os.fsencode(source), b"a"), text(5000, 1))
        write(os.path.join(os.fsencode(source), b"large"), noise(8, 3) * (6 << 20))
        write(os.path.join(os.fsencode(source), b"z"), text(5000, 2))
        image = self.pack(source, "gzip")
        layout = json.loads(self.command("stat", "--json", image, "/large").stdout)
        last = layout["blocks"][-1]
        self.assertFalse(last["raw"])
        with open(image, "r+b") as file:
            file.seek(last["position"])
            file.write(b"\xff" * last["stored"])
        told = self.command("tar", image, self.archive, code=5).stderr.decode()
        self.assertIn("/large", told)
        with open(self.archive + "2", "wb") as file:
            piped = subprocess.run([lab.CLI, "tar", image, "-"], stdout=file, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
        self.assertEqual(piped.returncode, 5)
        self.assertTrue(filecmp.cmp(self.archive, self.archive + "2", shallow=False))
        with tarfile.open(self.archive) as archive:
            self.assertEqual([member.name for member in archive], [".", "a", "z"])
        self.command("tar", "--stop-on-error", image, self.archive + "3", code=5)
        self.assertFalse(os.path.exists(self.archive + "3"))

    def test_interrupt_leavesNothing(self):
        source = os.path.join(self.place, "long")
        os.mkdir(source)
        for index in range(8):
            write(os.path.join(os.fsencode(source), b"f%d" % index), text(8 << 20, index))
        image = self.pack(source)
        place = os.path.join(self.place, "interrupted")
        os.mkdir(place)
        process = subprocess.Popen([lab.CLI, "tar", "--compress", "xz", image, os.path.join(place, "o.tar.xz")], stderr=subprocess.PIPE)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertEqual(os.listdir(place), [])
        # A reader that does not read does not keep it either.
        process = subprocess.Popen([lab.CLI, "tar", image, "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=60), 130)
        process.stdout.close()
        process.stderr.close()


if __name__ == "__main__":
    lab.main()
