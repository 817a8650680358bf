#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What we pack, three readers of others give back: the kernel, unsquashfs and rdsquashfs, compared entry by entry with the source."""
import shutil
import sys
import unittest

import lab
from tree_maker import (deep, duplicates, empty, folders, links, many_files, many_links, names, owners, real, sizes, small_sparse, sparse,
                        special, tails, xattrs, xattrs_root)

KERNEL = lab.can_mount_images()
# Reader, fields and attributes that it does not restore from any image, also not from those of mksquashfs (Debian 12's versions):
# rdsquashfs leaves the top folder as it was, makes copies of hard links, fills holes, and sets capabilities before the owner.
EXTRACTORS = [(lab.unsquashfs, (), ()), (lab.rdsquashfs, ("root", "links", "holes"), ("security.capability",))]


class Readers(lab.LabTest):
    def check(self, maker, codec, block="128K", tails="all", jobs=None, more=(), ignore=(), skip=()):
        source = self.tree(maker)
        if source is None:
            return
        with self.subTest(tree=maker.__name__, codec=codec, block=block, tails=tails, jobs=jobs, more=more):
            image = self.pack(source, codec, block, tails, jobs, more)
            owner = () if lab.ROOT else ("owner",)
            if KERNEL and codec != "lzma":  # Linux has no lzma decoder for SquashFS
                with lab.kernel_mount(image, self.place) as out:
                    self.assert_same(source, out, ("holes", *ignore), "kernel")
            for reader, known, lost in EXTRACTORS:
                if reader.__name__ in skip:
                    continue
                if not shutil.which(reader.__name__):
                    lab.skip_check(f"{reader.__name__} is not installed")
                    continue
                with reader(image, self.place) as out:
                    self.assert_same(source, out, (*lab.EXTRACTED, *known, *owner, *ignore), reader.__name__, lost)

    def test_sizes_everyCodecAndBlockSize_comeBack(self):
        ways = [("all", 2), ("small", 0), ("none", 8), ("all", 1)]
        for index, codec in enumerate(lab.CODECS):
            for step, block in enumerate(("4K", "128K", "1M")):
                how, jobs = ways[(index + step) % len(ways)]
                self.check(sizes, codec, block, how, jobs)

    def test_tails_moreFragmentBlocksThanOneTableBlock_comeBack(self):
        for codec in ("lz4", "zstd"):
            self.check(tails, codec, "4K", "all")

    def test_realFiles_everyCodec_comeBack(self):
        for index, codec in enumerate(lab.CODECS):
            self.check(real, codec, ("128K", "1M", "64K")[index % 3], ("all", "small")[index % 2])

    def test_namesAndFolders_oddAndMany_comeBack(self):
        for maker in (names, folders, deep, empty, links):
            for codec in ("gzip", "zstd"):
                self.check(maker, codec)

    def test_duplicates_everyTailEndMode_comeBack(self):
        for how in ("all", "small", "none"):
            for jobs in (0, 4):
                self.check(duplicates, "lzo", "64K", how, jobs)
        if not lab.REFERENCE:
            self.check(duplicates, "zstd", more=("--no-duplicates",))

    def test_sparse_fiveGiB_comesBack(self):
        # rdsquashfs would fill the holes: 5 GiB of memory where the work folder is a tmpfs.
        self.check(sparse, "zstd", skip=("rdsquashfs",))
        self.check(small_sparse, "lz4", "1M", "none")
        self.check(small_sparse, "gzip", "4K", "all")

    def test_specialFiles_comeBack(self):
        for codec in ("xz", "zstd"):
            self.check(special, codec)
        self.check(owners, "gzip")

    def test_xattrs_allNamespaces_comeBack(self):
        self.check(xattrs, "zstd")
        self.check(xattrs_root, "gzip")
        self.check(xattrs_root, "lz4")

    def test_hardLinks_seventyThousand_comeBack(self):
        self.check(many_links, "zstd", skip=("rdsquashfs",))

    def test_oneFolder_hundredThousandFiles_comesBack(self):
        self.check(many_files, "zstd")


if __name__ == "__main__":
    if not KERNEL:
        lab.skip_check("kernel mounts: not root, no loop device, or no squashfs in the kernel")
    print(f"mounts: {KERNEL}; root: {lab.ROOT}", file=sys.stderr)
    lab.main()
