#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Extracts the same images with several programs in turn and prints the figures side by side, as Markdown.

    extract_bench.py --cli build/release/bin/squashdesk-cli [TREE]
    extract_bench.py --cli … --unsquashfs /opt/new/unsquashfs --rdsquashfs /usr/bin/rdsquashfs --small-files

Without TREE one is made of this machine's own files, as pack_bench.py does. The images are made by mksquashfs (--mksquashfs), one for each
codec. What is timed: the whole process, from start to exit; image in the page cache, output on a tmpfs when there is one, each time into a
folder that is not there. The programs take turns (A B A B), every run is kept, the median is shown with its spread.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pack_bench  # noqa: E402


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", nargs="?", help="the folder that the images are made of")
    parser.add_argument("--cli", required=True, help="squashdesk-cli")
    parser.add_argument("--unsquashfs", action="append", default=[], help="path of one unsquashfs; may be given several times")
    parser.add_argument("--rdsquashfs", action="append", default=[], help="path of one rdsquashfs; may be given several times")
    parser.add_argument("--mksquashfs", default="mksquashfs", help="makes the images")
    parser.add_argument("--codecs", default="gzip,lzo,xz,lz4,zstd")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--small-files", action="store_true", help="also 100,000 files of 1 KiB, in one folder and in a hundred")
    parser.add_argument("--place", help="folder for everything; default: a new one in /dev/shm, or the system's for temporary files")
    parser.add_argument("--json", help="file for all raw samples")
    args = parser.parse_args()
    if args.runs < 1:
        parser.error("--runs must be at least 1")
    return args


def programs(args):
    """[(name, command as a function of image and folder)]"""
    jobs = str(args.jobs)
    found = [("squashdesk-cli", lambda image, out: [args.cli, "extract", "--quiet", "--jobs", jobs, image, "-C", out])]
    for path in args.unsquashfs:
        found.append((f"unsquashfs {version(path)}", lambda image, out, path=path: [path, "-q", "-n", "-p", jobs, "-d", out, image]))
    for path in args.rdsquashfs:
        found.append((f"rdsquashfs {version(path)}", lambda image, out, path=path: [path, "-q", "-u", "/", "-p", out, "--chmod", "--chown", "--set-times", image]))
    return found


def version(path):
    words = pack_bench.first_line([path, "-version" if "unsquashfs" in os.path.basename(path) else "--version"]).split()
    return next((word for word in words if word[0].isdigit()), words[-1])


def timed(command, out):
    """(seconds, CPU seconds, peak resident bytes)"""
    shutil.rmtree(out, ignore_errors=True)
    if "rdsquashfs" in os.path.basename(command[0]):
        os.mkdir(out)  # it wants the folder to be there
    with tempfile.TemporaryFile() as said:
        since = time.monotonic()
        process = subprocess.Popen(command, stdout=said, stderr=said, stdin=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - since
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise RuntimeError(f"{' '.join(command)}: exit {process.returncode}\n{said.read().decode(errors='replace')[-1000:]}")
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def measure(title, image, args, place, samples):
    out = os.path.join(place, "out")
    runs = {name: [] for name, _ in programs(args)}
    with open(image, "rb") as file:
        while file.read(1 << 24):
            pass
    for _ in range(args.runs):
        for name, command in programs(args):
            runs[name].append(timed(command(image, out), out))
    shutil.rmtree(out, ignore_errors=True)
    samples[title] = runs
    ours = statistics.median(run[0] for run in runs["squashdesk-cli"])
    for name, times in runs.items():
        seconds = sorted(run[0] for run in times)
        middle = statistics.median(seconds)
        noisy = " (noisy)" if (seconds[-1] - seconds[0]) / middle > 2 * pack_bench.NOISY_SPREAD else ""
        print(f"| {title} | {name} | {middle:.2f} ({seconds[0]:.2f} – {seconds[-1]:.2f}){noisy} | {statistics.median(run[1] for run in times):.2f} "
              f"| {max(run[2] for run in times) >> 20} | {middle / ours:.2f} |", flush=True)


def make_image(args, source, codec, place, more=()):
    image = os.path.join(place, f"{os.path.basename(source)}-{codec}.sqfs")
    if not os.path.exists(image):
        subprocess.run([args.mksquashfs, source, image, "-comp", codec, "-quiet", "-no-progress", *more], check=True, stdout=subprocess.DEVNULL)
    return image


def make_small(top, folders):
    """100,000 files of 1 KiB, as many in each folder."""
    os.mkdir(top)
    flat = os.path.join(top, "flat")
    os.mkdir(flat)
    pack_bench.make_small_files(flat)
    for folder in range(folders):
        os.mkdir(os.path.join(top, f"d{folder:03d}"))
    for index, name in enumerate(sorted(os.listdir(flat))):
        os.rename(os.path.join(flat, name), os.path.join(top, f"d{index * folders // 100_000:03d}", name))
    os.rmdir(flat)


def main():
    args = parse()
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    place = args.place or tempfile.mkdtemp(prefix="squashdesk-extract-", dir=memory)
    os.makedirs(place, exist_ok=True)
    samples = {}
    try:
        tree = args.tree
        if tree is None:
            tree = os.path.join(place, "tree")
            os.mkdir(tree)
            pack_bench.make_tree(tree)
        total, files = pack_bench.count_tree(tree)
        print(f"{files:,} files with {total:,} bytes, {args.jobs} jobs, {args.runs} runs interleaved\n")
        print("| image | program | wall s, median (range) | CPU s | peak MiB | times ours |\n|---|---|---|---|---|---|")
        for codec in args.codecs.split(","):
            image = make_image(args, tree, codec, place)
            measure(codec, image, args, place, samples)
            os.unlink(image)
        for folders in (1, 100) if args.small_files else ():
            source = os.path.join(place, f"small{folders}")
            make_small(source, folders)
            # Looking for duplicates among so many would take mksquashfs minutes.
            image = make_image(args, source, "gzip", place, ("-no-duplicates",))
            shutil.rmtree(source)
            measure(f"100,000 × 1 KiB in {folders} folder{'s' if folders > 1 else ''}, gzip", image, args, place, samples)
            os.unlink(image)
    finally:
        if args.place is None:
            shutil.rmtree(place, ignore_errors=True)
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump(samples, file)


if __name__ == "__main__":
    main()
