#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Packs one folder with several packers in turn and prints the figures side by side, as Markdown.

    pack_bench.py --cli build/release/bin/squashdesk-cli [TREE]
    pack_bench.py --cli … --mksquashfs /usr/bin/mksquashfs --mksquashfs /opt/new/mksquashfs --gensquashfs /usr/bin/gensquashfs

Without TREE one is made of this machine's own files: programs and libraries, Python, Perl and Vim files, headers, until there are at
least 250 MB and 20,000 files. What is timed: the whole process, from start to exit, including its own sync and checks; source in the page
cache, output on a tmpfs when there is one. The packers take turns (A B A B), every run is kept, the median is shown with its spread.
"""
import argparse
import datetime
import glob
import json
import os
import platform
import random
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
PLACES = ("/usr/bin", "/usr/lib/python3", "/usr/lib/python3.*", "/usr/share/perl", "/usr/share/vim", "/usr/include", "/usr/lib/x86_64-linux-gnu",
          "/usr/share/doc", "/usr/share")
WANTED_BYTES, WANTED_FILES = 250_000_000, 20_000
NOISY_SPREAD = 0.10


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="?", help="the folder to pack")
    parser.add_argument("--cli", required=True, help="squashdesk-cli")
    parser.add_argument("--mksquashfs", action="append", default=[], help="path of one mksquashfs; may be given several times")
    parser.add_argument("--gensquashfs", action="append", default=[], help="path of one gensquashfs; may be given several times")
    parser.add_argument("--codecs", default="gzip,lzo,xz,lz4,zstd", help="comma-separated; CODEC:LEVEL sets a level (default: each tool's)")
    parser.add_argument("--block-size", default="128K")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--also", action="append", default=[], metavar="OPTIONS",
                        help="one more squashdesk with these options, such as --also=--no-verify or --also='--tail-ends small'")
    parser.add_argument("--small-files", action="store_true", help="also 100,000 files of 1 KiB in one folder")
    parser.add_argument("--output", help="folder for images; default: a folder in /dev/shm, or the system's for temporary files")
    parser.add_argument("--keep-tree", help="where a made tree is kept and found again")
    parser.add_argument("--json", help="file for all raw samples")
    args = parser.parse_args()
    if args.runs < 1:
        parser.error("--runs must be at least 1")
    return args


def make_tree(top):
    """Copies this machine's own files until there are enough; returns (bytes, files)."""
    total = count = 0
    for pattern in PLACES:
        for place in sorted(glob.glob(pattern)):
            # Each place may bring a third of the bytes, so that no single one fills the tree.
            share = 0
            for folder, subfolders, names in os.walk(place):
                subfolders.sort()
                for name in sorted(names):
                    path = os.path.join(folder, name)
                    if not os.path.isfile(path) or os.path.islink(path) or not os.access(path, os.R_OK):
                        continue
                    size = os.path.getsize(path)
                    target = top + path
                    if size > 60_000_000 or share + size > WANTED_BYTES // 3 or os.path.exists(target):
                        continue
                    os.makedirs(os.path.dirname(target), exist_ok=True)
                    shutil.copy2(path, target)
                    share, total, count = share + size, total + size, count + 1
        if total >= WANTED_BYTES and count >= WANTED_FILES:
            break
    return total, count


def make_small_files(top):
    source = random.Random(1)
    words = [b"%x" % source.getrandbits(24) for _ in range(5000)]
    for index in range(100_000):
        with open(os.path.join(top, f"{index:06d}"), "wb") as file:
            file.write((b"%d " % index + b" ".join(source.choices(words, k=160)))[:1024])


def count_tree(top):
    total = files = 0
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            if not os.path.islink(path) and os.path.isfile(path):
                total, files = total + os.path.getsize(path), files + 1
    return total, files


def warm(top):
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            if not os.path.islink(path) and os.path.isfile(path):
                with open(path, "rb", buffering=0) as file:
                    while file.read(1 << 20):
                        pass


def first_line(command):
    out = subprocess.run(command, capture_output=True, text=True)
    return (out.stdout + out.stderr).strip().splitlines()[0]


class Packer:
    def __init__(self, name, program, command):
        self.name, self.program, self.command = name, program, command

    def run(self, source, image, codec, level, args):
        """(seconds, CPU seconds, peak resident bytes, image bytes)"""
        if os.path.exists(image):
            os.unlink(image)
        command = self.command(self.program, source, image, codec, level, args)
        with tempfile.TemporaryFile() as said:
            since = time.monotonic()
            process = subprocess.Popen(command, stdout=said, stderr=said, stdin=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.monotonic() - since
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                said.seek(0)
                raise RuntimeError(f"{' '.join(command)}: exit {process.returncode}\n{said.read().decode(errors='replace')[-1000:]}")
        return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, os.path.getsize(image)


def squashdesk(*more):
    def command(program, source, image, codec, level, args):
        levels = ["--level", level] if level else []
        return [program, "pack", source, image, "--codec", codec, *levels, "--block-size", args.block_size, "--jobs", str(args.jobs),
                "--quiet", *more]
    return command


def mksquashfs(program, source, image, codec, level, args):
    levels = ["-Xcompression-level", level] if level else []
    return [program, source, image, "-comp", codec, *levels, "-b", args.block_size, "-processors", str(args.jobs), "-noappend", "-quiet",
            "-no-progress"]


def gensquashfs(program, source, image, codec, level, args):
    levels = ["-X", f"level={level}"] if level else []
    return [program, "-D", source, "-c", codec, *levels, "-b", args.block_size, "-j", str(args.jobs), "-q", image]


def packers_of(args):
    packers = [Packer("squashdesk", args.cli, squashdesk())]
    for options in args.also:
        packers.append(Packer(f"squashdesk {options}", args.cli, squashdesk(*shlex.split(options))))
    for program in args.mksquashfs or ([shutil.which("mksquashfs")] if shutil.which("mksquashfs") else []):
        packers.append(Packer(first_line([program, "-version"]).split(" (")[0].replace(" version", ""), program, mksquashfs))
    for program in args.gensquashfs:
        packers.append(Packer(first_line([program, "--version"]).replace("(squashfs-tools-ng) ", ""), program, gensquashfs))
    return packers


def conditions(args, packers):
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), platform.machine())
    load = os.getloadavg()[0]
    cores = len(os.sched_getaffinity(0))
    print(f"- {datetime.date.today()}, {model}, {cores} processors, kernel {platform.release()}, load at start {load:.2f}")
    if load > 0.5 * cores:
        print("- **The machine was not quiet: the load was over 0.5 a processor.**")
    print(f"- block size {args.block_size}, {args.jobs} jobs, {args.runs} runs each in turn; source warm; times are whole processes")
    for packer in packers:
        print(f"- {packer.name}: `{' '.join(packer.command(os.path.basename(packer.program), 'TREE', 'IMAGE', 'CODEC', '', args))}`")


def measure(title, source, args, packers, out, record):
    total, files = count_tree(source)
    print(f"\n### {title}: {total / 1e6:.1f} MB in {files:,} files\n")
    print("| codec | packer | seconds (median) | min … max | MB/s | against squashdesk | image MB | ratio | CPU s | peak MB |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    warm(source)
    for entry in args.codecs.split(","):
        codec, _, level = entry.partition(":")
        samples = {packer.name: [] for packer in packers}
        broken = {}
        for _ in range(args.runs):
            for packer in packers:
                if packer.name in broken:
                    continue
                try:
                    samples[packer.name].append(packer.run(source, os.path.join(out, "image"), codec, level, args))
                except RuntimeError as error:
                    broken[packer.name] = str(error)
        base = None
        for packer in packers:
            if packer.name in broken:
                print(f"| {entry} | {packer.name} | failed: {broken[packer.name].splitlines()[-1][:60]} | | | | | | | |", flush=True)
                continue
            runs = samples[packer.name]
            seconds = [run[0] for run in runs]
            middle = statistics.median(seconds)
            base = base or (middle if packer is packers[0] else None)
            noisy = " *" if max(seconds) - min(seconds) > NOISY_SPREAD * middle else ""
            size = runs[0][3]
            against = f"{middle / base:.2f} ×" if base else ""
            print(f"| {entry} | {packer.name} | {middle:.2f}{noisy} | {min(seconds):.2f} … {max(seconds):.2f} | {total / middle / 1e6:.0f} | {against} |"
                  f" {size / 1e6:.2f} | {total / size:.3f} | {statistics.median(run[1] for run in runs):.2f} |"
                  f" {max(run[2] for run in runs) / 1e6:.0f} |", flush=True)
            record.append({"tree": title, "bytes": total, "files": files, "codec": codec, "level": level or None, "packer": packer.name,
                           "seconds": seconds, "cpu_seconds": [run[1] for run in runs], "peak_bytes": [run[2] for run in runs],
                           "image_bytes": [run[3] for run in runs]})
    print("\n`*`: the runs differ by more than a tenth. Above 1.00 × the other packer takes longer.")


def main():
    args = parse()
    if not os.access(args.cli, os.X_OK):
        sys.exit(f"pack_bench: no program: {args.cli}")
    packers = packers_of(args)
    shm = args.output or ("/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    record = []
    with tempfile.TemporaryDirectory(dir=shm, prefix="pack-bench-") as out, tempfile.TemporaryDirectory(prefix="pack-bench-") as place:
        tree = args.tree or args.keep_tree or os.path.join(place, "tree")
        if not os.path.isdir(tree) or not os.listdir(tree):
            os.makedirs(tree, exist_ok=True)
            total, files = make_tree(tree)
            if total < WANTED_BYTES or files < WANTED_FILES:
                print(f"pack_bench: this machine gave only {total / 1e6:.0f} MB in {files} files", file=sys.stderr)
        conditions(args, packers)
        measure("Mixed files of a Debian system" if not args.tree else os.path.basename(os.path.abspath(args.tree)), tree, args, packers, out, record)
        if args.small_files:
            small = os.path.join(out, "small")
            os.mkdir(small)
            make_small_files(small)
            measure("100,000 files of 1 KiB", small, args, packers, out, record)
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(record, file, indent=1)


if __name__ == "__main__":
    main()
