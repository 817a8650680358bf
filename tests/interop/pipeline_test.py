#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The whole program with many workers, small enough for instrumented builds, where a report of the sanitizer ends it with another code."""
import hashlib
import json
import os
import shutil
import signal
import subprocess
import time

import lab
from tree_maker import duplicates, folders, links, real, small_sparse, text, write


def mixed(top):
    for maker in (duplicates, links, small_sparse, lambda part: real(part, 1 << 20)):
        folder = os.path.join(top, b"part%d" % len(os.listdir(top)))
        os.mkdir(folder)
        maker(folder)
    for index in range(300):
        write(os.path.join(top, b"s%03d" % index), text(index * 11 % 5000, index))


class Pipeline(lab.LabTest):
    def command(self, *arguments, code=0):
        result = lab.run([lab.CLI, *arguments])
        self.assertEqual(result.returncode, code, result.stderr.decode(errors="replace")[-4000:])
        return result

    def test_packAndVerify_manyWorkers_agreeWithSerial(self):
        source = self.tree(mixed)
        for codec in ("gzip", "lzo", "lz4", "zstd"):
            digests = set()
            for jobs, memory in ((0, "1G"), (2, "8M"), (8, "1G"), (8, "4M")):
                image = self.pack(source, codec, "64K", "all", jobs, ("--memory", memory, "--image-time", "0"))
                with open(image, "rb") as file:
                    digests.add(hashlib.sha256(file.read()).hexdigest())
            self.assertEqual(len(digests), 1, codec)
            self.assertTrue(json.loads(self.command("verify", image, "--json", "--jobs", "8").stdout)["ok"])

    def test_listAndInfo_allEntries(self):
        source = self.tree(folders)
        image = self.pack(source, "lz4", jobs=8)
        listed = self.command("list", image, "--json").stdout.splitlines()
        there = 1 + sum(len(names) + len(subfolders) for _, subfolders, names in os.walk(source))
        self.assertEqual(len(listed), there)
        self.command("info", image, "--json")

    def test_interrupt_everyPhase_endsWith130(self):
        source = self.tree(mixed)
        out = os.path.join(self.place, "out")
        os.mkdir(out)
        cancelled = 0
        for delay in (0.0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8):
            process = subprocess.Popen([lab.CLI, "pack", source, os.path.join(out, "i"), "--codec", "zstd", "--level", "19", "--jobs", "8", "--quiet"],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(0.05 + delay)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=120)
            if process.returncode == 0:  # it was done before
                os.unlink(os.path.join(out, "i"))
            elif process.returncode != -signal.SIGINT:  # a signal before main() had its handlers ends any program
                self.assertEqual(process.returncode, 130, err.decode(errors="replace")[-4000:])
                cancelled += 1
            self.assertEqual(os.listdir(out), [])
        self.assertGreater(cancelled, 0)
        shutil.rmtree(out)


if __name__ == "__main__":
    lab.main()
