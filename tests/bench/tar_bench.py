#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Archives into images and images into archives, side by side with the tools of squashfs-tools-ng, as Markdown.

    tar_bench.py --cli build/release/bin/squashdesk-cli TREE

In: the tree as a plain archive, compressed by gzip and by zstd, and plain through a pipe; ours against tar2sqfs for each codec. Out: the
image of each codec; ours against sqfs2tar, to a file and through a pipe. The whole process is timed; archives and images on a tmpfs. The
programs take turns, every run is kept, the median is shown with its range.
"""
import argparse
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", help="the folder that the archives are made of")
    parser.add_argument("--cli", required=True, help="squashdesk-cli")
    parser.add_argument("--codecs", default="gzip,lzo,lz4,xz,zstd", help="comma-separated")
    parser.add_argument("--inputs", default="plain,gzip,zstd,pipe", help="comma-separated, of plain, gzip, zstd, pipe")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--output", default="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    return parser.parse_args()


def timed(command):
    """Wall seconds of a shell command; it must end well."""
    started = time.monotonic()
    result = subprocess.run(["bash", "-o", "pipefail", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    seconds = time.monotonic() - started
    if result.returncode:
        sys.exit(f"{command}\nended with {result.returncode}: {result.stderr.decode(errors='replace')[-1000:]}")
    return seconds


def in_turns(commands, runs, product):
    """{name: (seconds of each run, bytes of what it made)}; each program once in every round."""
    samples = {name: [] for name in commands}
    sizes = {}
    for _ in range(runs):
        for name, command in commands.items():
            if os.path.exists(product):
                os.unlink(product)
            samples[name].append(timed(command))
            sizes[name] = os.path.getsize(product) if os.path.exists(product) else 0
    return {name: (samples[name], sizes[name]) for name in commands}


def show(what, results, reference):
    base = statistics.median(results[reference][0]) if reference in results else None
    for name, (seconds, size) in results.items():
        median = statistics.median(seconds)
        times = f"{base / median:.2f}" if base else ""
        print(f"| {what} | {name} | {median:.2f} ({min(seconds):.2f} – {max(seconds):.2f}) | {times} | {size:,} |", flush=True)
        what = ""


def pack_commands(args, archive, kind, codec, image):
    ours = f"{shlex.quote(args.cli)} pack -q -j {args.jobs} --codec {codec}"
    theirs = f"tar2sqfs -q -f -j {args.jobs} -c {codec} {image}"
    if kind == "pipe":
        return {"squashdesk-cli": f"cat {archive} | {ours} --tar - {image}", "squashdesk-cli --no-verify": f"cat {archive} | {ours} --no-verify --tar - {image}",
                "tar2sqfs": f"cat {archive} | {theirs}"}
    return {"squashdesk-cli": f"{ours} --tar {archive} {image}", "squashdesk-cli --no-verify": f"{ours} --no-verify --tar {archive} {image}",
            "tar2sqfs": f"{theirs} < {archive}"}


def measure_in(args, place):
    plain = os.path.join(place, "in.tar")
    timed(f"tar -C {shlex.quote(args.tree)} --sort=name -cf {plain} .")
    archives = {"plain": plain, "pipe": plain, "gzip": plain + ".gz", "zstd": plain + ".zst"}
    kinds = args.inputs.split(",")
    if "gzip" in kinds:
        timed(f"gzip -k {plain}")
    if "zstd" in kinds:
        timed(f"zstd -q -k {plain}")
    print("\n| archive, codec | program | wall s, median (range) | times tar2sqfs | image bytes |\n|---|---|---|---|---|")
    image = os.path.join(place, "out.sqfs")
    for codec in args.codecs.split(","):
        for kind in kinds:
            runs = args.runs if codec not in ("xz", "zstd", "lzo") else max(1, args.runs // 3)
            results = in_turns(pack_commands(args, archives[kind], kind, codec, image), runs, image)
            show(f"{kind}, {codec}", results, "tar2sqfs")
    for path in {*archives.values(), image}:
        if os.path.exists(path):
            os.unlink(path)


def measure_out(args, place):
    image, archive = os.path.join(place, "in.sqfs"), os.path.join(place, "out.tar")
    print("\n| codec, output | program | wall s, median (range) | times sqfs2tar | archive bytes |\n|---|---|---|---|---|")
    for codec in args.codecs.split(","):
        timed(f"{shlex.quote(args.cli)} pack -q --force --no-verify --codec {codec} {shlex.quote(args.tree)} {image}")
        ours = f"{shlex.quote(args.cli)} tar -q -j {args.jobs} {image}"
        show(f"{codec}, file", in_turns({"squashdesk-cli": f"{ours} {archive}", "sqfs2tar": f"sqfs2tar {image} > {archive}"}, args.runs, archive), "sqfs2tar")
        piped = {"squashdesk-cli": f"{ours} - | cat > {archive}", "sqfs2tar": f"sqfs2tar {image} | cat > {archive}"}
        show(f"{codec}, pipe", in_turns(piped, args.runs, archive), "sqfs2tar")


def main():
    args = parse()
    for tool in ("tar2sqfs", "sqfs2tar"):
        if not shutil.which(tool):
            sys.exit(f"{tool} is not installed")
    with tempfile.TemporaryDirectory(prefix="squashdesk-tar-bench-", dir=args.output) as place:
        measure_in(args, place)
        measure_out(args, place)


if __name__ == "__main__":
    main()
