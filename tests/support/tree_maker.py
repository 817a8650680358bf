# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Folders that are hard to pack. Each function fills an empty folder; the same call makes the same contents every time.

All paths are bytes. Functions listed in NEEDS_ROOT make what only root may make; NEEDS_TMPFS want a tmpfs (attribute values of 64 KiB,
more than 65,000 links), which ext4 refuses.
"""
import os
import random
import socket
import stat

K = 1024
TIME = 1_500_000_000


def text(size, seed=0):
    """Compressible bytes, different for each seed."""
    source = random.Random(seed)
    words = [b"%x" % source.getrandbits(source.choice((8, 16, 24))) for _ in range(400)]
    out = bytearray()
    while len(out) < size:
        out += b" ".join(source.choices(words, k=64)) + b"\n"
    return bytes(out[:size])


def noise(size, seed=0):
    """Bytes that no codec makes smaller."""
    return random.Random(seed + 1_000_000).randbytes(size)


def write(path, data, mtime=TIME):
    with open(path, "wb") as file:
        file.write(data)
    os.utime(path, (mtime, mtime))


def empty(top):
    os.utime(top, (TIME, TIME))


def sizes(top):
    """Lengths around every block boundary, of text, noise and zeros."""
    for block in (4 * K, 128 * K, 1024 * K):
        for blocks in (0, 1, 2, 3):
            for delta in (-1, 0, 1, block // 3):
                size = blocks * block + delta
                if size < 0 or (blocks == 3 and block > 128 * K):
                    continue
                name = b"%d-x%d%+d" % (block, blocks, delta)
                write(os.path.join(top, b"text-" + name), text(size, size))
                if block < 1024 * K:
                    write(os.path.join(top, b"noise-" + name), noise(size, size))
                    write(os.path.join(top, b"zero-" + name), bytes(size))


def tails(top):
    """More fragment blocks than one metadata block of the fragment table holds, at a block size of 4 KiB."""
    for index in range(1500):
        write(os.path.join(top, b"t%04d" % index), noise(2100 + index % 1900, index))


def names(top):
    hard = [b"a" * 255, b"\xff" * 255, b"line\nbreak", b"tab\there", b"\x01\x1b[31m", b"-rf", b"--help", b" lead", b"trail ", b"*", b"?",
            b"'q'", b'"q"', b"back\\slash", b"\xc3\x28", b"\xfe\xff", "ünïcödé".encode(), "日本語".encode(), b"...", b"..a", b"\x7f", b"x"]
    for index, name in enumerate(hard):
        write(os.path.join(top, name), b"%d\n" % index)
        folder = os.path.join(top, b"dirs", name)
        os.makedirs(folder)
        write(os.path.join(folder, name), b"in %d\n" % index)
    for byte in range(1, 256):
        if byte not in (0x2F, 0x2E):
            write(os.path.join(top, b"byte%c" % byte), b"")


def folders(top):
    """Folder lengths around the 256 entries of a directory header, and listings past 64 KiB (extended inode with an index)."""
    for count in (1, 255, 256, 257, 512, 513):
        folder = os.path.join(top, b"n%d" % count)
        os.mkdir(folder)
        for index in range(count):
            write(os.path.join(folder, b"%03d" % index), b"")
    long = os.path.join(top, b"long-names")
    os.mkdir(long)
    for index in range(600):
        write(os.path.join(long, b"%04d" % index + b"n" * 240), b"%d" % index)
    mixed = os.path.join(top, b"mixed")
    for index in range(300):
        os.makedirs(os.path.join(mixed, b"d%d" % index, b"sub"))
        os.symlink(b"d%d" % index, os.path.join(mixed, b"l%d" % index))
    os.mkdir(os.path.join(top, b"empty"))


def deep(top):
    path = top
    for level in range(110):
        path = os.path.join(path, b"level-%03d-" % level + b"d" * 20)
        os.mkdir(path)
        write(os.path.join(path, b"f"), b"%d\n" % level)


def links(top):
    for index, target in enumerate([b"x", b"gone", b"/etc/passwd", b"../" * 40, b"loop6", b"t" * 4095, b"\xff\xfe", b"a\nb", b"loop6/"]):
        os.symlink(target, os.path.join(top, b"sym%d" % index))
    os.symlink(b"loop6", os.path.join(top, b"loop6"))
    for folder in (b"a", b"b", b"b/c"):
        os.mkdir(os.path.join(top, folder))
    for index, size in enumerate((0, 5, 4 * K, 200 * K + 7)):
        first = os.path.join(top, b"b/file%d" % index)
        write(first, text(size, index))
        for other in (b"a/z%d", b"b/c/y%d", b"a/again%d"):
            os.link(first, os.path.join(top, other % index))
    os.link(os.path.join(top, b"sym1"), os.path.join(top, b"a/sym1"), follow_symlinks=False)
    os.mkfifo(os.path.join(top, b"fifo"))
    os.link(os.path.join(top, b"fifo"), os.path.join(top, b"a/fifo"))


def many_links(top, count=70_000):
    """One file under more names than 16 bits count."""
    first = os.path.join(top, b"first")
    write(first, text(5000))
    for part in range(70):
        folder = os.path.join(top, b"d%02d" % part)
        os.mkdir(folder)
        for index in range(count // 70):
            os.link(first, os.path.join(folder, b"%d" % index))


def many_files(top, count=100_000):
    for index in range(count):
        with open(os.path.join(top, b"file-%d" % index), "wb") as file:
            file.write(b"%d" % index)


def sparse(top, huge=True):
    marks = [("none", 0, []), ("all", 3 << 20, []), ("start", 3 << 20, [(3 << 20) - 5]), ("middle", 5 << 20, [0, (5 << 20) - 1]),
             ("end", (3 << 20) + 77, [10]), ("huge", (5 << 30) + 12345, [0, (2 << 30) - 2, (4 << 30) - 2, 5 << 30]), ("tail", 128 * K + 9, [])]
    for name, size, places in marks:
        if name == "huge" and not huge:
            continue
        path = os.path.join(top, name.encode())
        with open(path, "wb") as file:
            for place in places:
                file.seek(place)
                file.write(b"data!" if place + 5 <= size else b"!")
            file.truncate(size)
        os.utime(path, (TIME, TIME))


def small_sparse(top):
    sparse(top, huge=False)


def duplicates(top):
    base = text(300 * K + 1234, 7)
    variants = {"one": base, "two": base, "longer": base + b"x", "shorter": base[:-1], "same-start": base[:256 * K] + noise(40 * K, 1),
                "same-tail": noise(256 * K, 2) + base[256 * K:], "one-block": base[:128 * K], "one-block-again": base[:128 * K],
                "two-blocks": base[:256 * K], "small": base[:700], "small-again": base[:700], "small-longer": base[:701],
                "last-byte": base[:-1] + bytes([base[-1] ^ 1]), "zeros": bytes(256 * K), "zeros-again": bytes(256 * K),
                "zeros-and-tail": bytes(256 * K) + b"t", "noise": noise(200 * K, 3), "noise-again": noise(200 * K, 3)}
    for folder in (b"p", b"q"):
        os.mkdir(os.path.join(top, folder))
        for name, data in variants.items():
            write(os.path.join(top, folder, name.encode()), data)
    for index in range(60):
        write(os.path.join(top, b"s%02d" % index), text(100 + index // 2, index // 2))


def special(top):
    """Device numbers, sockets, modes, owners, times."""
    for index, (major, minor) in enumerate([(1, 3), (0, 0), (8, 255), (8, 256), (255, 256), (4095, 1048575), (259, 65536)]):
        os.mknod(os.path.join(top, b"char%d" % index), 0o640 | stat.S_IFCHR, os.makedev(major, minor))
        os.mknod(os.path.join(top, b"block%d" % index), 0o600 | stat.S_IFBLK, os.makedev(major, minor))
    os.link(os.path.join(top, b"char0"), os.path.join(top, b"char0-again"))
    os.mkfifo(os.path.join(top, b"fifo"))
    with socket.socket(socket.AF_UNIX) as sock:
        here = os.getcwd()
        os.chdir(top)
        try:
            sock.bind("socket")
        finally:
            os.chdir(here)
    for mode in (0, 0o7777, 0o4755, 0o2755, 0o1777, 0o644, 0o111):
        path = os.path.join(top, b"mode%o" % mode)
        write(path, b"m")
        os.chmod(path, mode)
        os.mkdir(path + b"d")
        os.chmod(path + b"d", mode)
    for index, (uid, gid) in enumerate([(0, 0), (1, 2), (65534, 65534), (65536, 70000), (2**32 - 2, 2**32 - 2)]):
        path = os.path.join(top, b"owner%d" % index)
        write(path, b"")
        os.chown(path, uid, gid)
        os.symlink(b"x", path + b"l")
        os.lchown(path + b"l", gid, uid)
    for mtime in (0, 1, 2**31 - 1, 2**31, 2**32 - 1):
        write(os.path.join(top, b"time%d" % mtime), b"", mtime)


def owners(top):
    """More ids than one metadata block of the id table holds."""
    for index in range(2500):
        path = os.path.join(top, b"o%d" % index)
        write(path, b"")
        os.chown(path, 100_000 + index, 200_000 + index % 7)


def xattrs(top):
    """Attributes that any user may set."""
    values = {b"user.text": b"value", b"user.empty": b"", b"user.binary": bytes(range(256)), b"user.long": noise(1800, 4)}
    for index in range(30):
        path = os.path.join(top, b"f%02d" % index)
        write(path, b"%d" % index)
        for name, value in values.items():
            os.setxattr(path, name, value)
        os.setxattr(path, b"user.own", b"%d" % index)
    os.mkdir(os.path.join(top, b"dir"))
    os.setxattr(os.path.join(top, b"dir"), b"user.on-folder", b"yes")
    os.setxattr(top, b"user.on-root", b"yes")


def xattrs_root(top):
    """Every namespace, on every kind of entry, values up to the kernel's limit."""
    for size in (0, 1, 15, 16, 8190, 65535, 65536):
        path = os.path.join(top, b"size%d" % size)
        write(path, b"x")
        os.setxattr(path, b"trusted.v%d" % size, noise(size, size))
        write(path + b"-same", b"y")
        os.setxattr(path + b"-same", b"trusted.v%d" % size, noise(size, size))
    many = os.path.join(top, b"many")
    write(many, b"")
    for index in range(150):
        os.setxattr(many, b"trusted.name-%d" % index, text(20 + index, index))
    for index in range(700):  # more sets than one metadata block of the attribute id table holds
        path = os.path.join(top, b"set%d" % index)
        write(path, b"")
        os.setxattr(path, b"trusted.index", b"%d" % index)
    cap = os.path.join(top, b"capable")
    write(cap, b"#!")
    os.chmod(cap, 0o755)
    os.setxattr(cap, b"security.capability", bytes.fromhex("0100000200200000000000000000000000000000"))
    os.symlink(b"x", os.path.join(top, b"link"))
    os.mkfifo(os.path.join(top, b"fifo"))
    os.mknod(os.path.join(top, b"null"), 0o666 | stat.S_IFCHR, os.makedev(1, 3))
    os.mkdir(os.path.join(top, b"dir"))
    for name in (b"link", b"fifo", b"null", b"dir", b""):
        os.setxattr(os.path.join(top, name), b"trusted.kind", name or b"root", follow_symlinks=False)


def real(top, budget=24 << 20, places=(b"/usr/bin", b"/usr/include", b"/usr/lib/python3", b"/usr/share/perl", b"/etc")):
    """Copies of this machine's own files, up to a share of the budget from each place."""
    for place in places:
        left = budget // len(places)
        for folder, subfolders, files in os.walk(place):
            subfolders.sort()
            for name in sorted(files):
                path = os.path.join(folder, name)
                try:
                    info = os.lstat(path)
                    if not stat.S_ISREG(info.st_mode) or info.st_size > left:
                        continue
                    with open(path, "rb") as file:
                        data = file.read()
                except OSError:
                    continue
                left -= len(data)
                target = os.path.join(top, path.lstrip(b"/"))
                os.makedirs(os.path.dirname(target), exist_ok=True)
                write(target, data, int(info.st_mtime))
                os.chmod(target, stat.S_IMODE(info.st_mode) | 0o400)
            if left < budget // len(places) // 50:
                break


NEEDS_ROOT = {special, owners, xattrs_root}
NEEDS_TMPFS = {xattrs_root, many_links}
