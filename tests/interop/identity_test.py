#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The image's bytes depend on the source and the options alone: not on workers, memory, repetition, or the file system read from."""
import hashlib
import os
import subprocess
import unittest

import lab
from tree_maker import duplicates, real, tails, text, write

TIME = ("--image-time", "1500000000")


def mixed(top, budget):
    """Small files, tail ends, duplicates and real files in one tree."""
    for maker, name in ((duplicates, b"d"), (lambda t: real(t, budget), b"r")):
        folder = os.path.join(top, name)
        os.mkdir(folder)
        maker(folder)
    for index in range(400):
        write(os.path.join(top, b"s%03d" % index), text(index * 7 % 3000, index))


class Identity(lab.LabTest):
    def digest(self, source, codec, jobs, more=(), tails_mode="all", block="128K"):
        image = self.pack(source, codec, block, tails_mode, jobs, (*TIME, *more))
        with open(image, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()

    def assert_one(self, digests):
        self.assertEqual(len(set(digests.values())), 1, "\n".join(f"{way}: {digest}" for way, digest in digests.items()))

    def test_jobsMemoryRepeats_everyCodec_sameBytes(self):
        for codec in lab.CODECS:
            # The slow codecs get less to do.
            source = self.tree(mixed, (1 if codec in ("xz", "lzma") else 4) << 20)
            digests = {}
            for jobs in (0, 1, 2, 3, 8, 64):
                digests[f"jobs {jobs}"] = self.digest(source, codec, jobs)
            for memory in ("4M", "16M", "1G"):
                digests[f"jobs 3, memory {memory}"] = self.digest(source, codec, 3, ("--memory", memory))
            digests["again"] = self.digest(source, codec, 2)
            with self.subTest(codec=codec):
                self.assert_one(digests)

    def test_tailEndsAndBlockSizes_sameBytes(self):
        source = self.tree(mixed, 4 << 20)
        for how in ("all", "small", "none"):
            for block in ("4K", "1M"):
                digests = {jobs: self.digest(source, "lz4", jobs, (), how, block) for jobs in (0, 2, 8)}
                with self.subTest(tails=how, block=block):
                    self.assert_one(digests)

    def test_manyFragments_sameBytes(self):
        source = self.tree(tails)
        self.assert_one({jobs: self.digest(source, "zstd", jobs, (), "all", "4K") for jobs in (0, 1, 4, 16)})

    def test_otherFileSystemAndCreationOrder_sameBytes(self):
        source = self.tree(mixed, 4 << 20)
        with lab.tempfile.TemporaryDirectory(dir="/var/tmp") as other:
            if not self.on_tmpfs or os.stat(other).st_dev == os.stat(source).st_dev:
                lab.skip_check("same image from two file systems: only one is at hand")
                return
            copy = os.path.join(other, "copy")
            names = subprocess.run(["find", ".", "-depth", "-mindepth", "1", "-print0"], cwd=source, capture_output=True, check=True).stdout
            reverse = b"\0".join(sorted(names.split(b"\0")[:-1], reverse=True)) + b"\0"
            os.mkdir(copy)
            archive = ["tar", "--create", "--no-recursion", "--null", "--files-from=-", "--file=-"]
            tar = subprocess.run(archive, cwd=source, input=reverse, capture_output=True, check=True).stdout
            subprocess.run(["tar", "--extract", "--preserve-permissions", "--file=-"], cwd=copy, input=tar, check=True)
            subprocess.run(["touch", "--reference", source, copy], check=True)
            subprocess.run(["chmod", "--reference", source, copy], check=True)
            self.assert_one({"tmpfs": self.digest(source, "zstd", 3), "disk": self.digest(copy, "zstd", 3)})

    def test_sourceDateEpoch_setsImageTime(self):
        source = self.tree(duplicates)
        image = self.pack(source)
        result = lab.run([lab.CLI, "pack", source, image, "--quiet", "--force"], env={**os.environ, "SOURCE_DATE_EPOCH": "1234567890"})
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(image, "rb") as file:
            self.assertEqual(int.from_bytes(file.read(12)[8:], "little"), 1234567890)


if __name__ == "__main__":
    lab.main()
