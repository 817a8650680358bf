#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A pack that is interrupted, or that the disk or a limit stops, ends soon, says why, and leaves nothing behind."""
import json
import os
import resource
import signal
import subprocess
import time
import unittest

import lab
from tree_maker import noise, text, write

SECONDS = 1.0  # from the signal to the end of the process


SLOW = ("--codec", "zstd", "--level", "22")


def big(top):
    """Work for a minute at SLOW: what is to be cancelled must not be done before."""
    for index in range(12):
        write(os.path.join(top, b"f%d" % index), text(8 << 20, index))


def cpu_seconds(pid):
    """User and system time of a process so far."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def noises(top):
    for index in range(6):
        write(os.path.join(top, b"n%d" % index), noise(1 << 20, index))


class Cancel(lab.LabTest):
    def setUp(self):
        self.out = os.path.join(self.place, "out")
        lab.remove_tree(self.out)
        os.mkdir(self.out)
        self.image = os.path.join(self.out, "image.sqfs")

    def interrupt(self, delay, number, *more):
        """(exit code, seconds, standard output, standard error). The seconds are processor time after the signal, shared by the
        processors: on a busy machine the clock would measure the others."""
        command = [lab.CLI, "pack", self.tree(big), self.image, *more]
        with lab.tempfile.TemporaryFile() as out, lab.tempfile.TemporaryFile() as err:
            process = subprocess.Popen(command, stdout=out, stderr=err, stdin=subprocess.DEVNULL)
            try:
                time.sleep(delay)
                self.assertIsNone(process.poll(), "ended before it could be interrupted")
                before = cpu_seconds(process.pid)
                process.send_signal(number)
                since = time.monotonic()
                _, status, usage = os.wait4(process.pid, 0)
                took = time.monotonic() - since
                process.returncode = os.waitstatus_to_exitcode(status)
            finally:
                process.kill()
                process.wait()
            used = (usage.ru_utime + usage.ru_stime - before) / len(os.sched_getaffinity(0))
            self.assertLess(took, 30)
            out.seek(0)
            err.seek(0)
            return process.returncode, used, out.read().decode(), err.read().decode()

    def test_interrupt_anyMoment_endsWithinASecondAndLeavesNothing(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            for jobs in ("0", "2", "8"):
                for delay in (0.1, 0.5, 1.0):
                    with self.subTest(signal=number.name, jobs=jobs, delay=delay):
                        code, seconds, _, err = self.interrupt(delay, number, *SLOW, "--jobs", jobs)
                        self.assertEqual(code, 130, err)
                        self.assertEqual(os.listdir(self.out), [])
                        self.assertLess(seconds, SECONDS)

    def test_interrupt_blockOfSeveralSeconds_endsWithinASecond(self):
        for codec, more in (("xz", ("-X", "extreme", "-X", "bcj=x86,arm,sparc,powerpc,ia64")), ("lzma", ("-X", "extreme"))):
            for jobs in ("0", "2"):
                with self.subTest(codec=codec, jobs=jobs):
                    code, seconds, _, err = self.interrupt(0.5, signal.SIGINT, "--codec", codec, "--level", "9", *more, "--block-size", "1M",
                                                           "--jobs", jobs)
                    self.assertEqual(code, 130, err)
                    self.assertEqual(os.listdir(self.out), [])
                    self.assertLess(seconds, SECONDS)

    def test_interrupt_withForce_keepsOldTarget(self):
        write(os.fsencode(self.image), b"old")
        code, _, _, err = self.interrupt(0.5, signal.SIGINT, *SLOW, "--force")
        self.assertEqual(code, 130, err)
        self.assertEqual(os.listdir(self.out), ["image.sqfs"])
        with open(self.image, "rb") as file:
            self.assertEqual(file.read(), b"old")

    def test_interrupt_withJson_saysCancelled(self):
        code, _, out, _ = self.interrupt(0.5, signal.SIGINT, *SLOW, "--json")
        self.assertEqual(code, 130)
        self.assertEqual(json.loads(out)["error"]["code"], "cancelled")


class Refusals(lab.LabTest):
    def noise_tree(self):
        return self.tree(noises)

    def refused(self, command, code, words, **more):
        result = lab.run(command, **more)
        said = result.stderr.decode(errors="replace")
        self.assertEqual(result.returncode, code, said)
        self.assertIn(words, said)
        self.assertEqual(len(said.strip().splitlines()), 1, f"one line is wanted:\n{said}")
        return said

    def test_diskFull_exits4AndLeavesNothing(self):
        small = os.path.join(self.place, "small")
        if not lab.tmpfs(small, "size=2m"):
            lab.skip_check("full disk: no tmpfs may be mounted")
            return
        self.addCleanup(lab.run, ["umount", "-l", small])
        for jobs in ("0", "1", "4"):
            with self.subTest(jobs=jobs):
                command = [lab.CLI, "pack", self.noise_tree(), os.path.join(small, "i"), "--quiet", "--jobs", jobs]
                self.refused(command, 4, "No space left on device")
                self.assertEqual(os.listdir(small), [])

    def test_fileSizeLimit_exits4AndLeavesNothing(self):
        out = os.path.join(self.place, "limited")
        os.makedirs(out, exist_ok=True)
        for limit in (0, 4096, 3 << 20):
            with self.subTest(limit=limit):
                command = [lab.CLI, "pack", self.noise_tree(), os.path.join(out, "i"), "--quiet"]
                self.refused(command, 4, "File too large",
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
                self.assertEqual(os.listdir(out), [])

    def test_existingTarget_exits4AndIsKept(self):
        target = os.path.join(self.place, "there")
        write(os.fsencode(target), b"mine")
        self.refused([lab.CLI, "pack", self.noise_tree(), target, "--quiet"], 4, "there")
        with open(target, "rb") as file:
            self.assertEqual(file.read(), b"mine")

    def test_missingSource_exits3(self):
        self.refused([lab.CLI, "pack", os.path.join(self.place, "gone"), os.path.join(self.place, "i"), "--quiet"], 3, "gone")

    def test_unreadableFile_asUser_exits3OrIsLeftOut(self):
        if not lab.ROOT:
            lab.skip_check("unreadable file: needs root to make one and to drop the rights")
            return
        with lab.tempfile.TemporaryDirectory() as place:
            os.chmod(place, 0o777)
            source, image = os.path.join(place, "s"), os.path.join(place, "i")
            os.mkdir(source)
            for name, mode in (("open", 0o644), ("shut", 0o000)):
                write(os.fsencode(os.path.join(source, name)), b"data of " + name.encode())
                os.chmod(os.path.join(source, name), mode)
            as_nobody = {"user": 65534, "group": 65534, "extra_groups": []}
            cli = os.path.join(place, "cli")  # the build folder may not be open to others
            lab.shutil.copy(lab.CLI, cli)
            self.refused([cli, "pack", source, image, "--quiet"], 3, "shut", **as_nobody)
            self.assertFalse(os.path.exists(image))
            result = lab.run([cli, "pack", source, image, "--skip-unreadable", "--json"], **as_nobody)
            self.assertEqual(result.returncode, 6, result.stderr)
            warnings = json.loads(result.stdout)["warnings"]
            self.assertEqual([os.path.basename(warning["path"]) for warning in warnings], ["shut"])
            with lab.unsquashfs(image, self.place) as out:
                self.assertEqual(os.listdir(out), ["open"])


if __name__ == "__main__":
    lab.main()
