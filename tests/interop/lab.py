# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the interop tests stand on: a work folder that leaves nothing behind, the packer under test, and the readers of others.

Variables: SQUASHDESK_CLI, the program; SQUASHDESK_REFERENCE_PACKER=1 packs with mksquashfs instead, which tells a fault of these
scripts or of a reader from one of ours.
"""
import contextlib
import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))
sys.dont_write_bytecode = True
import compare_trees  # noqa: E402
import tree_maker  # noqa: E402

CLI = os.environ.get("SQUASHDESK_CLI", "")
REFERENCE = os.environ.get("SQUASHDESK_REFERENCE_PACKER") == "1"
CODECS = ("gzip", "lzma", "lzo", "xz", "lz4", "zstd")
ROOT = os.geteuid() == 0
CLONE_NEWNS, MS_REC, MS_PRIVATE = 0x20000, 0x4000, 1 << 18


def skip_check(reason):
    """Tells ./test that one check was not made; it is counted and named there."""
    print(f"SKIPPED-CHECK: {reason}", flush=True)


def own_mounts():
    """A mount namespace of this process: whatever happens, no mount outlives it. False where that is not allowed."""
    libc = ctypes.CDLL(None, use_errno=True)
    return ROOT and libc.unshare(CLONE_NEWNS) == 0 and libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None) == 0


PRIVATE_MOUNTS = own_mounts()


def run(command, **more):
    return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, **more)


def tmpfs(folder, options="size=8g"):
    """Mounts a tmpfs there; False where that is not allowed."""
    os.makedirs(folder, exist_ok=True)
    return PRIVATE_MOUNTS and run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder]).returncode == 0


def can_mount_images():
    """Whether this machine mounts SquashFS files at all, tried with an image of mksquashfs."""
    if not PRIVATE_MOUNTS or not shutil.which("mksquashfs"):
        return False
    with tempfile.TemporaryDirectory() as place:
        source, image, at = (os.path.join(place, name) for name in ("s", "i", "m"))
        os.mkdir(source)
        os.mkdir(at)
        run(["mksquashfs", source, image, "-quiet", "-no-progress"])
        works = run(["mount", "-t", "squashfs", "-o", "loop,ro", image, at]).returncode == 0
        if works:
            run(["umount", at])
        return works


def main():
    """Runs the tests of the calling script; naming none is a failure, and a skipped one is told to ./test."""
    program = unittest.main(module="__main__", verbosity=2, exit=False)
    for test, reason in program.result.skipped:
        skip_check(f"{test.id()}: {reason}")
    sys.exit(0 if program.result.wasSuccessful() and program.result.testsRun else 1)


class LabTest(unittest.TestCase):
    """One work folder per test class, on a tmpfs where that is allowed."""

    @classmethod
    def setUpClass(cls):
        if not REFERENCE and not os.access(CLI, os.X_OK):
            raise RuntimeError(f"SQUASHDESK_CLI names no program: {CLI!r}")
        cls.place = tempfile.mkdtemp(prefix="squashdesk-interop-")
        cls.addClassCleanup(shutil.rmtree, cls.place, True)
        cls.on_tmpfs = tmpfs(cls.place)
        if cls.on_tmpfs:
            cls.addClassCleanup(run, ["umount", "-l", cls.place])
        cls.trees = {}

    def tree(self, maker, *arguments):
        """The folder that tree_maker's function made; None (and a named skip) where this user or file system cannot."""
        key = (maker, arguments)
        if key not in self.trees:
            if (maker in tree_maker.NEEDS_ROOT and not ROOT) or (maker in tree_maker.NEEDS_TMPFS and not self.on_tmpfs):
                skip_check(f"tree {maker.__name__}: needs root" + (" and a tmpfs" if maker in tree_maker.NEEDS_TMPFS else ""))
                return None
            top = os.path.join(self.place, "-".join(["tree", maker.__name__, *map(str, arguments)]))
            os.mkdir(top)
            maker(os.fsencode(top), *arguments)
            os.utime(top, (tree_maker.TIME, tree_maker.TIME))
            self.trees[key] = top
        return self.trees[key]

    def pack(self, source, codec="zstd", block="128K", tails="all", jobs=None, more=(), expect=0):
        """Packs one folder; returns the image's path. The command must exit with `expect` and, at 0, say nothing."""
        image = os.path.join(self.place, "image.sqfs")
        with contextlib.suppress(FileNotFoundError):
            os.unlink(image)
        if REFERENCE:
            command = ["mksquashfs", source, image, "-comp", codec, "-b", block, "-quiet", "-no-progress"]
            command += {"all": ["-always-use-fragments"], "none": ["-no-fragments"]}.get(tails, [])
        else:
            command = [CLI, "pack", source, image, "--codec", codec, "--block-size", block, "--tail-ends", tails, "--quiet", *more]
            command += [] if jobs is None else ["--jobs", str(jobs)]
        result = run(command)
        said = result.stderr.decode(errors="replace")[-2000:]
        self.assertEqual(result.returncode, expect, f"{command}\n{said}")
        return image

    def assert_same(self, source, result, ignore, reader, lost_xattrs=()):
        differences, entries = compare_trees.compare(source, result, ignore, lost_xattrs)
        if differences:
            told = "\n".join(differences[:compare_trees.MOST])
            self.fail(f"{reader}: {len(differences)} differences in {entries} entries\n{told}")


@contextlib.contextmanager
def fresh_folder(place, name):
    path = os.path.join(place, name)
    shutil.rmtree(path, ignore_errors=True)
    yield path
    remove_tree(path)


def remove_tree(path):
    run(["rm", "-rf", "--", path])


@contextlib.contextmanager
def kernel_mount(image, place):
    """The image as Linux shows it."""
    at = os.path.join(place, "mount")
    os.makedirs(at, exist_ok=True)
    for attempt in range(20):
        # Loop devices come back a moment after the unmount before.
        result = run(["mount", "-t", "squashfs", "-o", "loop,ro", image, at])
        if result.returncode == 0:
            break
        time.sleep(0.1)
    else:
        raise AssertionError(f"the kernel does not mount it: {result.stderr.decode()}")
    try:
        yield at
    finally:
        run(["umount", at])


# What each reader is known not to restore is left out for it alone; everything else must come back. An extracted folder has its own
# order and, on some file systems, its own link count.
EXTRACTED = ("order", "nlink")


@contextlib.contextmanager
def unsquashfs(image, place):
    with fresh_folder(place, "unsquashfs") as out:
        result = run(["unsquashfs", "-no-progress", "-quiet", "-dest", out, image])
        if result.returncode:
            raise AssertionError(f"unsquashfs exits {result.returncode}: {(result.stderr + result.stdout).decode(errors='replace')[-1500:]}")
        yield out


@contextlib.contextmanager
def rdsquashfs(image, place):
    with fresh_folder(place, "rdsquashfs") as out:
        os.mkdir(out)
        options = ["--chown", "--set-xattr"] if ROOT else []
        result = run(["rdsquashfs", "-q", "-u", "/", "-p", out, "--chmod", "--set-times", *options, image])
        if result.returncode:
            raise AssertionError(f"rdsquashfs exits {result.returncode}: {(result.stderr + result.stdout).decode(errors='replace')[-1500:]}")
        yield out
