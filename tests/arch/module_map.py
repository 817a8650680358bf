# SPDX-FileCopyrightText: 2026 The Squashdesk authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which folder may include what; ARCHITECTURE.md draws the same. A new arrow is a decision: change both, and say why in an ADR."""

# Folder of core → folders it may include besides its own; "x/y.h" allows that one header.
CORE = {
    "base": [],
    "io": ["base"],
    "concurrency": ["base"],
    "format": ["base"],
    "codec": ["base", "format/constants.h"],
    "source": ["base", "io", "format/constants.h"],
    "tar": ["base", "io", "concurrency", "source", "read", "format/constants.h"],
    "pack": ["base", "io", "concurrency", "format", "codec", "source", "read/block_verifier.h"],
    "read": ["base", "io", "concurrency", "format", "codec", "source"],
    "operation": ["base", "io", "concurrency", "format", "codec", "source", "tar", "pack", "read"],
}

# Never the other way round: read must not know pack.

# What the two front ends may know of the engine: operations, and the plain values that operations take and give.
_OPERATION_VALUES = ["base", "operation", "pack/pack_options.h", "codec/codec.h", "codec/registry.h", "format/constants.h",
                     "source/source.h", "source/source_tree.h", "source/directory_source.h", "tar/tar_options.h", "concurrency/progress.h",
                     "concurrency/cpu_count.h", "read/finding.h", "read/verifier.h", "read/extractor.h", "read/differ.h", "read/entry_layout.h",
                     "read/xattr_reader.h", "read/inode.h", "read/tree_index.h", "tar/tar_exporter.h"]
FRONT = {
    "ui": _OPERATION_VALUES + ["ui"],
    # list, cat and info are no long actions: they call the reader itself.
    "app/cli": _OPERATION_VALUES + ["app", "cli", "read", "io/posix_file.h", "source/filter.h", "concurrency/worker_group.h"],
    "app/gui": ["base", "operation", "ui", "app", "gui"],
}

# Headers from outside that exactly one place may include: pattern → folders or file stems.
OUTSIDE = {
    r"(zlib|zconf|libdeflate|lzma|lz4|lz4hc|lz4frame|zstd|zstd_errors|zdict)\.h|(lzma|lzo)/.*": ["core/codec/"],
    r"xxhash\.h|xxh_x86dispatch\.h": ["core/base/hash"],
    r"archive(_entry)?\.h": ["core/tar/"],
    r"fuse(3/.*|_lowlevel)?(\.h)?": ["core/mount/"],
    r"Q[A-Za-z0-9]*(/.*)?|Qt[A-Z].*": ["core/concurrency/worker_group", "ui/", "app/gui/"],
    r"Qt?(Gui|Widgets|Svg|DBus|OpenGL|Charts)?/?Q(Widget|MainWindow|Dialog|Application)": ["ui/", "app/gui/"],
}

# Files that hand an object to a library which deletes it.
RAW_NEW = ["core/concurrency/worker_group.cpp"]

LABELS = ["unit", "arch", "interop", "gui", "bench", "fuzz", "slow", "pipeline"]
