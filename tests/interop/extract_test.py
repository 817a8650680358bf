#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Images of every packer come back from `extract` as the source was, as root and as an ordinary user; damage, questions, interruptions."""
import filecmp
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import time
import unittest

import lab
from tree_maker import (deep, duplicates, empty, folders, links, many_files, names, noise, owners, real, sizes, small_sparse, sparse, special,
                        tails, text, write, xattrs, xattrs_root)

NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
SECONDS = 1.0  # of processor time from a signal to the end


def mksquashfs(source, image, codec, block, more=()):
    return ["mksquashfs", source, image, "-comp", codec, "-b", block, "-quiet", "-no-progress", *more]


def gensquashfs(source, image, codec, block, more=()):
    return ["gensquashfs", "-D", source, "-x", "-k", "-q", "-c", codec, "-b", block, *more, image]


def big(top):
    """Some seconds of decoding, in files of several parts and small ones."""
    for index in range(10):
        write(os.path.join(top, b"f%d" % index), text(12 << 20, index))
    for index in range(500):
        write(os.path.join(top, b"s%03d" % index), text(9000, index))


def linked(top):
    """Files under several names, as an archive has them."""
    os.mkdir(os.path.join(top, b"d"))
    for index in range(20):
        name = os.path.join(top, b"f%02d" % index)
        write(name, text(index * 9000, index))
        os.link(name, os.path.join(top, b"d", b"again%02d" % index))


class Extract(lab.LabTest):
    def setUp(self):
        os.chmod(self.place, 0o755)
        self.image = os.path.join(self.place, "image.sqfs")
        self.out = os.path.join(self.place, "out")
        lab.remove_tree(self.out)

    def extract(self, *more, expect=0, before=()):
        result = lab.run([*before, lab.CLI, "extract", self.image, "-C", self.out, *more])
        said = result.stderr.decode(errors="replace")
        self.assertEqual(result.returncode, expect, f"extract {more}: {said[-2000:]}")
        return result

    def check(self, source, what, jobs=None, ignore=()):
        lab.remove_tree(self.out)
        self.extract("--quiet", *([] if jobs is None else ["--jobs", str(jobs)]))
        owner = () if lab.ROOT else ("owner",)
        self.assert_same(source, self.out, (*lab.EXTRACTED, *owner, *ignore), what)

    def make(self, command):
        if not shutil.which(command[0]):
            lab.skip_check(f"{command[0]} is not installed")
            return False
        if os.path.exists(self.image):
            os.unlink(self.image)
        result = lab.run(command)
        self.assertEqual(result.returncode, 0, (command, result.stderr[-1000:]))
        return True

    def test_ours_everyTree_comesBack(self):
        for index, maker in enumerate((sizes, tails, real, names, folders, deep, empty, links, duplicates, small_sparse, sparse, special, owners,
                                       xattrs, xattrs_root, many_files)):
            source = self.tree(maker)
            if source is None:
                continue
            codec, block, jobs = lab.CODECS[index % 6], ("4K", "128K", "1M")[index % 3], (None, 0, 1, 5)[index % 4]
            with self.subTest(tree=maker.__name__, codec=codec, block=block, jobs=jobs):
                self.pack(source, codec, block)
                self.check(source, "extract", jobs)

    def test_others_everyCodecAndBlockSize_comeBack(self):
        source = self.tree(sizes)
        for index, codec in enumerate(lab.CODECS):
            for block in ("4096", "131072", "1048576"):
                with self.subTest(packer="mksquashfs", codec=codec, block=block):
                    if self.make(mksquashfs(source, self.image, codec, block, ("-always-use-fragments",) if index % 2 else ())):
                        self.check(source, "mksquashfs")
            if codec != "lzma":  # gensquashfs writes none
                with self.subTest(packer="gensquashfs", codec=codec):
                    if self.make(gensquashfs(source, self.image, codec, "65536")):
                        self.check(source, "gensquashfs", ignore=("root",))  # it gives the top folder a time of its own

    def test_others_hardTrees_comeBack(self):
        for maker in (names, folders, deep, linked, small_sparse, special, xattrs_root, tails):
            source = self.tree(maker)
            if source is None:
                continue
            with self.subTest(packer="mksquashfs", tree=maker.__name__):
                if self.make(mksquashfs(source, self.image, "zstd", "131072")):
                    self.check(source, "mksquashfs")
            # gensquashfs follows paths, not folders, so it cannot pack deep ones; it makes copies of hard links and drops sockets.
            if maker in (names, folders, small_sparse):
                with self.subTest(packer="gensquashfs", tree=maker.__name__):
                    if self.make(gensquashfs(source, self.image, "gzip", "131072")):
                        self.check(source, "gensquashfs", ignore=("root", "links"))

    def test_others_tar2sqfs_comesBack(self):
        for maker in (linked, sizes, folders):
            source = self.tree(maker)
            archive = os.path.join(self.place, "tree.tar")
            lab.run(["tar", "-C", source, "--format=pax", "--sort=name", "-cf", archive, "."])
            if not shutil.which("tar2sqfs"):
                lab.skip_check("tar2sqfs is not installed")
                return
            with self.subTest(tree=maker.__name__), open(archive, "rb") as stream:
                if os.path.exists(self.image):
                    os.unlink(self.image)
                made = subprocess.run(["tar2sqfs", "-q", "-c", "xz", self.image], stdin=stream, capture_output=True)
                self.assertEqual(made.returncode, 0, made.stderr)
                self.check(source, "tar2sqfs", ignore=("root",))

    def test_ordinaryUser_getsAllButOwners(self):
        if not lab.ROOT or not shutil.which("setpriv"):
            self.skipTest("needs root and setpriv to become nobody")
        for maker in (sizes, names, deep, links, small_sparse, folders, xattrs):
            source = self.tree(maker)
            with self.subTest(tree=maker.__name__):
                self.pack(source, "gzip")
                os.chmod(self.image, 0o644)
                lab.remove_tree(self.out)
                os.mkdir(self.out)
                os.chown(self.out, 65534, 65534)
                self.extract("--quiet", "--xattrs-include", "^user[.]", before=NOBODY)
                self.assert_same(source, self.out, (*lab.EXTRACTED, "owner", "root"), "as nobody")
                self.assertEqual({os.lstat(os.path.join(folder, name)).st_uid for folder, below, files in os.walk(self.out) for name in below + files}
                                 - {65534}, set())

    def test_ordinaryUser_isToldWhatHeCannotHave(self):
        source = self.tree(xattrs_root)
        if source is None or not shutil.which("setpriv"):
            return
        self.pack(source, "gzip")
        os.chmod(self.image, 0o644)
        os.mkdir(self.out)
        os.chown(self.out, 65534, 65534)
        said = self.extract(expect=6, before=NOBODY).stderr.decode()
        self.assertIn("trusted.*", said)
        lab.remove_tree(self.out)
        os.mkdir(self.out)
        os.chown(self.out, 65534, 65534)
        self.extract("--strict", expect=4, before=NOBODY)
        self.assertEqual(os.listdir(self.out), [])

    def test_pastDamage_whatIsWholeIsTaken(self):
        source = os.path.join(self.place, "damaged")
        os.makedirs(source, exist_ok=True)
        for index in range(40):
            write(os.path.join(os.fsencode(source), b"f%02d" % index), noise(1000, index) + text(300_000, index))
        self.pack(source, "gzip", tails="small")
        with open(self.image, "r+b") as file:
            file.seek(os.path.getsize(self.image) // 2)
            old = file.read(64)
            file.seek(-64, os.SEEK_CUR)
            file.write(bytes(255 - byte for byte in old))
        report = json.loads(self.extract("--json", expect=5).stdout)
        lost = {finding["path"] for finding in report["lost"]}
        self.assertTrue(lost)
        for name in os.listdir(source):
            target = os.path.join(self.out, name)
            self.assertEqual(os.path.exists(target), "/" + name not in lost, name)
            self.assertTrue("/" + name in lost or filecmp.cmp(os.path.join(source, name), target, False), name)
        self.assertEqual(report["files"] + len(lost), 40)
        self.assertEqual(sorted(os.listdir(self.out)), sorted(n for n in os.listdir(source) if "/" + n not in lost))

    def test_terminal_asksAndDoesAsTyped(self):
        source = os.path.join(self.place, "asked")
        for folder, what in ((source, b"new"), (self.out, b"old")):
            os.makedirs(folder, exist_ok=True)
            for name in (b"a", b"b", b"c", b"d", b"e"):
                write(os.path.join(os.fsencode(folder), name), what)
        self.pack(source)
        answers = {"/a ": b"o\n", "/b ": b"k\n", "/c ": b"x\ns\n", "/d ": b"S\n"}
        main, terminal = pty.openpty()
        process = subprocess.Popen([lab.CLI, "extract", self.image, "-C", self.out, "--jobs", "0"], stdin=terminal, stderr=terminal, stdout=subprocess.DEVNULL)
        os.close(terminal)
        said, asked, until = "", 0, time.monotonic() + 60
        while time.monotonic() < until:
            if select.select([main], [], [], 0.1)[0]:
                try:
                    said += os.read(main, 4096).decode()
                except OSError:
                    break
            line = said[asked:]
            found = [key for key in answers if self.out + key in line and line.endswith("all: ")]
            if found:
                asked = len(said)
                os.write(main, answers.pop(found[0]))
        self.assertEqual(process.wait(10), 0, said)
        os.close(main)
        contents = {name: open(os.path.join(self.out, name), "rb").read() for name in os.listdir(self.out)}
        self.assertEqual(contents, {"a": b"new", "b": b"old", "b (2)": b"new", "c": b"old", "d": b"old", "e": b"old"}, said)
        self.assertEqual(answers, {}, said)

    def test_terminal_withoutOne_skips(self):
        source = os.path.join(self.place, "skipped")
        for folder, what in ((source, b"new"), (self.out, b"old")):
            os.makedirs(folder, exist_ok=True)
            write(os.path.join(os.fsencode(folder), b"a"), what)
        self.pack(source)
        report = json.loads(self.extract("--json").stdout)
        self.assertEqual((report["kept"], report["files"], open(os.path.join(self.out, "a"), "rb").read()), (1, 0, b"old"))
        self.extract("--conflict", "ask", expect=2)

    def test_cancel_endsSoonWithNothingHalf(self):
        source = self.tree(big)
        self.pack(source, "xz")
        sizes_of = {name: os.path.getsize(os.path.join(source, name)) for name in os.listdir(source)}
        for inside in (False, True):
            lab.remove_tree(self.out)
            if inside:
                os.mkdir(self.out)
            process = subprocess.Popen([lab.CLI, "extract", self.image, "-C", self.out, "--jobs", "2"], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            until = time.monotonic() + 20
            while process.poll() is None and time.monotonic() < until and not (os.path.isdir(self.out) and os.listdir(self.out)):
                time.sleep(0.01)
            with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
                fields = file.read().rsplit(")", 1)[1].split()
            before = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            process.send_signal(signal.SIGINT)
            said = process.stderr.read().decode()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            process.stderr.close()
            self.assertEqual(process.returncode, 130, said)
            self.assertLess(usage.ru_utime + usage.ru_stime - before, SECONDS)
            self.assertIn("stay below" if os.listdir(self.out) else "nothing was written", said)
            for name in os.listdir(self.out):
                self.assertEqual(os.path.getsize(os.path.join(self.out, name)), sizes_of[name], name)
                self.assertTrue(filecmp.cmp(os.path.join(source, name), os.path.join(self.out, name), False), name)
            self.assertLess(len(os.listdir(self.out)), len(sizes_of))


if __name__ == "__main__":
    if lab.REFERENCE:
        raise unittest.SkipTest("mksquashfs extracts nothing")
    lab.main()
