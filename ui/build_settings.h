// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/codec_catalog.h"
#include "operation/pack_operation.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sqd::ui {

enum class Goal { Balanced, Smallest, Fastest };

// Everything that the form of the Build page decides, as a plain value. The form shows and edits it; toRequest() hands it to the
// engine; toCommand() writes it as a command of squashdesk-cli that gives the same bytes.
struct BuildSettings {
    std::vector<std::string> sources;                // path bytes
    bool archive = false;                            // the one source is a tar archive whose entries are packed, not the file
    std::string target;                              // path bytes; empty = not chosen yet
    bool replaceTarget = false;
    Goal goal = Goal::Balanced;

    std::string codec;
    std::optional<int> level;                        // nullopt = the codec's default
    std::map<std::string, std::string> codecOptions; // -X name → value
    std::uint32_t blockSize = 0;
    int workers = -1;                                // -1 = as many as processors
    pack::TailEnds tailEnds = pack::TailEnds::All;
    bool duplicates = true;
    bool allRoot = false;
    std::optional<std::uint32_t> fixedTime;          // modification time of all entries, seconds since 1970
    bool xattrs = true;
    QStringList excludes;                            // globs
    bool oneFileSystem = false;
    bool skipUnreadable = false;
    bool keepFolder = false;                         // one source folder: under its own name
    std::uint64_t padTo = 4096;                      // 0 = none
    bool reproducible = false;
    bool verify = true;

    friend bool operator==(const BuildSettings&, const BuildSettings&) = default;
};

// The settings of a goal, without sources and target: codec, level and block size of the engine's preset of that name.
BuildSettings goalDefaults(Goal goal);
QString goalName(Goal goal);

// The options of `settings` that differ from its goal's defaults, one per row of the form.
int changedCount(const BuildSettings& settings);

// Errors: InvalidArgument when codec, level, options and block size do not go together.
Result<operation::PackRequest> toRequest(const BuildSettings& settings);
// `squashdesk-cli pack …`, quoted for a POSIX shell, only with the options that differ from the command's own defaults.
QString toCommand(const BuildSettings& settings);
// One word of a command line; names that are no UTF-8 are written as $'\xNN'.
QString shellWord(const std::string& bytes);

}  // namespace sqd::ui
