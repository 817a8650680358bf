#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares two folders by everything that an image carries. compare_trees.py A B [--ignore FIELD,…]; exits 1 when they differ.

Fields: type mode owner mtime size content target device xattrs links nlink holes order. `nlink` of folders is compared with 2 plus the
number of subfolders, not with A: file systems differ there. `holes`: a file that is sparse in A is sparse in B. `order`: B lists its
names in byte order (true for a mounted image, not for an extracted one), and each listed type is the entry's. `root`: the attributes of the top folder itself.
"""
import argparse
import os
import stat
import sys

FIELDS = ("type", "mode", "owner", "mtime", "size", "content", "target", "device", "xattrs", "links", "nlink", "holes", "order", "root")
NAMESPACES = ("user.", "trusted.", "security.")
CHUNK = 1 << 20
ZEROS = bytes(CHUNK)
MOST = 20  # differences that are told in full


def shown(path):
    return os.fsdecode(path).encode("unicode_escape", "surrogateescape").decode("ascii", "replace")


def xattrs_of(path):
    try:
        names = os.listxattr(path, follow_symlinks=False)
    except OSError:  # an image without an attribute table answers "not supported"
        return {}
    return {name: os.getxattr(path, name, follow_symlinks=False) for name in names if name.startswith(NAMESPACES)}


def same_content(a, b, size):
    """The first byte that differs, or None. Holes of A are not read from A."""
    with open(a, "rb", buffering=0) as left, open(b, "rb", buffering=0) as right:
        at = data = 0
        while at < size:
            if at >= data:
                try:
                    data = os.lseek(left.fileno(), at, os.SEEK_DATA)
                except OSError:
                    data = size
            want = min(CHUNK, size - at)
            if at + want <= data:
                expected = ZEROS[:want]
            else:
                expected = os.pread(left.fileno(), want, at)
            got = os.pread(right.fileno(), len(expected), at)
            if got != expected:
                same = next((i for i, (x, y) in enumerate(zip(expected, got)) if x != y), min(len(expected), len(got)))
                return at + same
            at += len(expected)
        return None if not os.pread(right.fileno(), 1, size) else size


class Comparer:
    def __init__(self, a, b, ignore=(), lost_xattrs=()):
        self.lost_xattrs = lost_xattrs
        self.a, self.b = os.fsencode(a), os.fsencode(b)
        self.fields = set(FIELDS) - set(ignore)
        self.differences = []
        self.entries = 0
        self.groups_a, self.groups_b = {}, {}
        self.same = set()  # pairs of hard-linked files whose content was compared under another name

    def differ(self, path, what):
        self.differences.append(f"{shown(path) or '/'}: {what}")

    def run(self):
        self.entry(b"")
        if "links" in self.fields:
            left = {frozenset(paths) for paths in self.groups_a.values()}
            right = {frozenset(paths) for paths in self.groups_b.values()}
            for group in left ^ right:
                side = "A" if group in left else "B"
                self.differ(min(group), f"links: {len(group)} names are one file in {side} only")
        return self.differences

    def entry(self, path):
        self.entries += 1
        full_a, full_b = os.path.join(self.a, path), os.path.join(self.b, path)
        a = os.lstat(full_a)
        try:
            b = os.lstat(full_b)
        except OSError as error:
            self.differ(path, f"missing in B ({error.strerror})")
            return
        if stat.S_IFMT(a.st_mode) != stat.S_IFMT(b.st_mode):
            self.differ(path, f"type {stat.filemode(a.st_mode)} is {stat.filemode(b.st_mode)}")
            return
        if path or "root" in self.fields:
            self.plain_fields(path, a, b)
        if "xattrs" in self.fields and (path or "root" in self.fields):
            self.xattrs(path, full_a, full_b)
        if stat.S_ISDIR(a.st_mode):
            self.folder(path, b)
            return
        self.links(path, a, b)
        if stat.S_ISLNK(a.st_mode):
            if "target" in self.fields and os.readlink(full_a) != os.readlink(full_b):
                self.differ(path, f"target {shown(os.readlink(full_a))} is {shown(os.readlink(full_b))}")
        elif stat.S_ISREG(a.st_mode):
            self.regular(path, full_a, full_b, a, b)

    def plain_fields(self, path, a, b):
        link = stat.S_ISLNK(a.st_mode)
        values = {
            "mode": (oct(stat.S_IMODE(a.st_mode)), oct(stat.S_IMODE(b.st_mode))) if not link else None,
            "owner": ((a.st_uid, a.st_gid), (b.st_uid, b.st_gid)),
            "mtime": (a.st_mtime_ns // 10**9, b.st_mtime_ns // 10**9),
            "size": (a.st_size, b.st_size) if not stat.S_ISDIR(a.st_mode) else None,
            "device": (a.st_rdev, b.st_rdev) if stat.S_ISCHR(a.st_mode) or stat.S_ISBLK(a.st_mode) else None,
        }
        for field, pair in values.items():
            if field in self.fields and pair and pair[0] != pair[1]:
                self.differ(path, f"{field} {pair[0]} is {pair[1]}")

    def xattrs(self, path, full_a, full_b):
        left, right = xattrs_of(full_a), xattrs_of(full_b)
        for name in sorted((left.keys() | right.keys()) - set(self.lost_xattrs)):
            if left.get(name) != right.get(name):
                told = ["none" if value is None else f"{len(value)} bytes" for value in (left.get(name), right.get(name))]
                self.differ(path, f"xattrs {name}: {told[0]} is {told[1]}")

    def links(self, path, a, b):
        if "links" in self.fields:
            for groups, info in ((self.groups_a, a), (self.groups_b, b)):
                if info.st_nlink > 1:
                    groups.setdefault((info.st_dev, info.st_ino), set()).add(path)
        if "nlink" in self.fields and a.st_nlink != b.st_nlink:
            self.differ(path, f"nlink {a.st_nlink} is {b.st_nlink}")

    def folder(self, path, b):
        names_a = sorted(os.listdir(os.path.join(self.a, path)))
        with os.scandir(os.path.join(self.b, path)) as scan:
            listed = [(entry.name, entry) for entry in scan]
        names_b = [name for name, _ in listed]
        if "order" in self.fields:
            if names_b != sorted(names_b):
                self.differ(path, "order: B does not list its names by bytes")
            for name, item in listed:
                info = item.stat(follow_symlinks=False)
                kinds = (item.is_dir(follow_symlinks=False), item.is_symlink(), item.is_file(follow_symlinks=False))
                if kinds != (stat.S_ISDIR(info.st_mode), stat.S_ISLNK(info.st_mode), stat.S_ISREG(info.st_mode)):
                    self.differ(os.path.join(path, name), "order: listed as another type than it is")
        if len(set(names_b)) != len(names_b):
            self.differ(path, "lists a name twice in B")
        for name in sorted(set(names_b) - set(names_a)):
            self.differ(os.path.join(path, name), "only in B")
        folders = 0
        for name in names_a:
            full = os.path.join(path, name)
            if stat.S_ISDIR(os.lstat(os.path.join(self.a, full)).st_mode):
                folders += 1
            self.entry(full)
        if "nlink" in self.fields and b.st_nlink != 2 + folders:
            self.differ(path, f"nlink {2 + folders} is {b.st_nlink}")

    def regular(self, path, full_a, full_b, a, b):
        if a.st_size != b.st_size:
            return
        if "content" in self.fields and a.st_size and (a.st_dev, a.st_ino, b.st_dev, b.st_ino) not in self.same:
            place = same_content(full_a, full_b, a.st_size)
            if place is not None:
                self.differ(path, f"content differs at byte {place}")
            elif a.st_nlink > 1:
                self.same.add((a.st_dev, a.st_ino, b.st_dev, b.st_ino))
        # Extractors may keep a few more blocks than the source; whole megabytes of holes must not be filled.
        if "holes" in self.fields and a.st_size - a.st_blocks * 512 > 1 << 20 and b.st_blocks * 512 > a.st_blocks * 512 + (16 << 20):
            self.differ(path, f"holes: {a.st_blocks * 512} bytes on disk are {b.st_blocks * 512}")


def compare(a, b, ignore=(), lost_xattrs=()):
    """(differences, number of entries of A)."""
    comparer = Comparer(a, b, ignore, lost_xattrs)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    try:
        return comparer.run(), comparer.entries
    finally:
        sys.setrecursionlimit(limit)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--ignore", default="", help=f"comma-separated, of: {' '.join(FIELDS)}")
    args = parser.parse_args()
    ignore = [field for field in args.ignore.split(",") if field]
    if set(ignore) - set(FIELDS):
        parser.error(f"unknown field {' '.join(set(ignore) - set(FIELDS))}")
    differences, entries = compare(args.a, args.b, ignore)
    print("\n".join(differences[:MOST]))
    print(f"{entries} entries, {len(differences)} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
