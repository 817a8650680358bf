// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/pack_arguments.h"

#include "base/bytes_text.h"
#include "cli/option_builder.h"
#include "cli/reporter.h"
#include "cli/value_readers.h"
#include "codec/registry.h"
#include "operation/preset.h"

#include <algorithm>
#include <cerrno>
#include <fstream>

namespace sqd::cli {

static constexpr const char* kEpochVariable = "SOURCE_DATE_EPOCH";
static constexpr const char* kTimeHelp = " (seconds since 1970, or 2024-01-31, 2024-01-31T12:30:05, in UTC)";

static std::vector<std::string> codecNames()
{
    std::vector<std::string> names;
    for (const codec::Backend* backend : codec::backends())
        names.emplace_back(backend->name);
    return names;
}

void PackArguments::declare(CLI::App& app)
{
    declareCodec(OptionBuilder(app, "Compression"));
    declareStorage(OptionBuilder(app, "How data is stored"));
    declareSelection(OptionBuilder(app, "What is packed"));
    declareAttributes(OptionBuilder(app, "Owners, modes, times"));
    declareTar(OptionBuilder(app, "From a tar archive"));
    declareImage(OptionBuilder(app, "The image"));
    declareRun(OptionBuilder(app, "The run"));
}

void PackArguments::declareCodec(OptionBuilder b)
{
    std::vector<std::string> presets;
    for (const operation::Preset& preset : operation::presets())
        presets.emplace_back(preset.name);
    b.choice("--preset", presets, [this, presets](std::size_t i) { m_preset = presets[i]; },
        "Codec, level and block size for a goal: zstd 15, xz with 1 MiB blocks, or lz4; other options win over it");
    const std::vector<std::string> names = codecNames();
    b.choice("--codec", names, [this, names](std::size_t i) { m_codec = names[i]; }, "Default: zstd; none stores every block as it is");
    b.number("--level", "N", -131072, 22, [this](std::int64_t n) { m_level = static_cast<int>(n); },
        "Higher packs smaller and slower; -X help tells the codec's range");
    b.list("-X", "NAME=VALUE", m_codecOptions, "An option of the codec, repeatable; -X help lists them");
    b.parsed("--block-size", "SIZE",
        [this](const std::string& value) -> std::string {
            m_blockSize = readBlockSize(value);
            return m_blockSize ? "" : "'" + value + "' is not a power of two from 4K to 1M";
        },
        "Power of two from 4K to 1M; default 128K. Larger packs smaller, smaller reads single files faster");
    pack::PackOptions& p = m_request.pack;
    b.choice("--probe", {"auto", "on", "off"}, [&p](std::size_t i) { p.probe = static_cast<pack::Probe>(i); },
        "Give up early on blocks that do not shrink; auto: where the codec is slow enough for that to pay");
    b.number("--raw-unless-saved", "PERCENT", 0, 99, [&p](std::int64_t n) { p.rawUnlessSavedPercent = static_cast<int>(n); },
        "Keep a block uncompressed unless it shrinks by that much");
    b.flag("--no-data-compression", [&p] { p.compressData = false; }, "Store data blocks as they are");
    b.flag("--no-fragment-compression", [&p] { p.compressFragments = false; }, "Store fragment blocks as they are");
    b.flag("--no-inode-compression", [&p] { p.compressInodes = false; }, "Store inodes and directories as they are");
    b.flag("--no-id-compression", [&p] { p.compressIds = false; }, "Store the table of owners as it is");
    b.flag("--no-xattr-compression", [&p] { p.compressXattrs = false; }, "Store extended attributes as they are");
}

void PackArguments::declareStorage(OptionBuilder b)
{
    pack::PackOptions& p = m_request.pack;
    CLI::Option* tails = b.choice("--tail-ends", {"small", "all", "none"}, [&p](std::size_t i) { p.tailEnds = static_cast<pack::TailEnds>(i); },
        "Whose last partial block shares a block with others (fragments): all files' (default), only small files', nobody's");
    b.flag("--no-fragments", [&p] { p.tailEnds = pack::TailEnds::None; }, "The same as --tail-ends none")->excludes(tails);
    b.flag("--no-duplicates", [&p] { p.duplicates = false; }, "Store equal files once each");
    b.flag("--no-sparse", [&p] { p.sparse = false; }, "Store blocks of zeros instead of holes");
    b.flag("--no-hardlinks", [&p] { p.hardLinks = false; }, "Every name gets its own inode; the data is still shared");
}

void PackArguments::declareSelection(OptionBuilder b)
{
    source::DirectoryOptions& s = m_request.source;
    b.flag("--keep-as-directory", s.keepAsDirectory, "Keep the one source folder as a folder instead of making its contents the root");
    b.list("--exclude", "GLOB", s.excludeGlobs, "Leave out what matches: *.o at any depth, /tmp or a/*.o from the root, cache/ folders only, ** any depth");
    b.list("--exclude-from", "FILE", m_excludeFrom, "Globs from a file, one a line; lines that begin with # and empty ones do not count");
    b.list("--exclude-regex", "REGEX", s.excludeRegexes, "Leave out paths in which this extended regular expression is found");
    b.flag("--one-file-system", s.oneFileSystem, "Do not enter mount points");
    b.number("--max-depth", "N", 1, 1'000'000, [&s](std::int64_t n) { s.maxDepth = static_cast<std::uint32_t>(n); },
        "1: only the entries of the root itself");
    b.flag("--follow-links", s.followLinks, "Pack what symbolic links point to instead of the links");
    CLI::Option* none = b.flag("--no-xattrs", [&s] { s.xattrs = false; }, "Leave out extended attributes");
    b.list("--xattrs-include", "REGEX", s.xattrsInclude, "Only attributes whose full name (user.x) matches")->excludes(none);
    b.list("--xattrs-exclude", "REGEX", s.xattrsExclude, "No attributes whose full name matches")->excludes(none);
}

void PackArguments::declareAttributes(OptionBuilder b)
{
    source::DirectoryOptions& s = m_request.source;
    const auto id = [](std::optional<std::uint32_t>& target) {
        return [&target](const std::string& value) -> std::string {
            target = readUint32(value);
            return target ? "" : "'" + value + "' is no id (a number from 0 to 4294967295)";
        };
    };
    const auto map = [](std::map<std::uint32_t, std::uint32_t>& target) {
        return [&target](const std::string& value) { return readIdMap(value, target) ? std::string() : "'" + value + "' is not FROM:TO[,FROM:TO]"; };
    };
    CLI::Option* uid = b.parsed("--uid", "N", id(s.uid), "Owner of all entries (a number, not a name)");
    CLI::Option* gid = b.parsed("--gid", "N", id(s.gid), "Group of all entries (a number, not a name)");
    b.flag("--all-root", [&s] { s.uid = s.gid = 0; }, "Owner and group 0 for all entries")->excludes(uid)->excludes(gid);
    b.parsed("--uid-map", "FROM:TO", map(s.uidMap), "Replace an owner, repeatable")->multi_option_policy(CLI::MultiOptionPolicy::Join)->delimiter(',');
    b.parsed("--gid-map", "FROM:TO", map(s.gidMap), "Replace a group, repeatable")->multi_option_policy(CLI::MultiOptionPolicy::Join)->delimiter(',');
    b.parsed("--chmod", "MODE", [&s](const std::string& value) { s.chmod = value; return std::string(); },
        "Change the mode of all entries, as chmod(1): 644, u=rwX,go=rX");
    b.parsed("--mtime", "TIME",
        [this](const std::string& value) -> std::string {
            m_mtimeFromEpoch = value == kEpochVariable;
            m_mtime = readTime(value);
            return m_mtime || m_mtimeFromEpoch ? "" : "'" + value + "' is no time from 1970 to 2106" + kTimeHelp;
        },
        std::string("Time of all entries") + kTimeHelp);
    b.parsed("--image-time", "TIME",
        [this](const std::string& value) -> std::string {
            m_request.pack.imageTime = readTime(value);
            return m_request.pack.imageTime ? "" : "'" + value + "' is no time from 1970 to 2106" + kTimeHelp;
        },
        "Creation time in the image; wins over SOURCE_DATE_EPOCH");
    b.flag("--reproducible", m_reproducible, "No clock in the image: without --image-time and SOURCE_DATE_EPOCH its creation time is 0");
}

void PackArguments::declareTar(OptionBuilder b)
{
    const auto only = [this](const char* name, auto set) {
        return [this, name, set](auto... value) {
            m_tarOnly.emplace_back(name);
            return set(value...);
        };
    };
    const auto id = [](std::uint32_t& target) {
        return [&target](const std::string& value) -> std::string {
            const auto number = readUint32(value);
            target = number.value_or(0);
            return number ? "" : "'" + value + "' is no id (a number from 0 to 4294967295)";
        };
    };
    b.text("--tar", "FILE|-", m_tar.file, "Pack the entries of this archive (- is standard input), also one compressed by gzip, bzip2, xz, zstd, lz4, lzo…");
    b.flag("--use-names", only("--use-names", [this] { m_tar.useNames = true; }),
        "Owners by the names in the archive, where this machine knows them; default: by its numbers");
    b.flag("--ignore-zeros", only("--ignore-zeros", [this] { m_tar.ignoreZeros = true; }), "Read on behind the end marks of archives that were joined");
    b.choice("--whiteouts", {"keep", "apply"}, only("--whiteouts", [this](std::size_t i) { m_tar.whiteouts = static_cast<tar::Whiteouts>(i); }),
        "Marks of container layers (.wh.NAME): keep them as files (default), or apply: make them what overlayfs understands")
        ->expected(0, 1)->default_str("apply");
    b.flag("--skip-bad-entries", only("--skip-bad-entries", [this] { m_tar.skipBadEntries = true; }),
        "Leave out entries that are damaged or cannot be placed (exit 6) instead of failing");
    b.parsed("--default-mode", "MODE", only("--default-mode", [this](const std::string& value) -> std::string {
            const bool octal = !value.empty() && value.size() <= 5 && value.find_first_not_of("01234567") == std::string::npos;
            const unsigned long mode = octal ? std::stoul(value, nullptr, 8) : 0;
            m_tar.folderMode = static_cast<std::uint16_t>(mode & 07777U);
            return octal && mode <= 07777U ? "" : "'" + value + "' is no octal mode up to 7777";
        }),
        "Mode of folders that the archive does not describe; default 755");
    b.parsed("--default-uid", "N", only("--default-uid", id(m_tar.folderUid)), "Their owner; default 0");
    b.parsed("--default-gid", "N", only("--default-gid", id(m_tar.folderGid)), "Their group; default 0");
}

void PackArguments::declareImage(OptionBuilder b)
{
    pack::PackOptions& p = m_request.pack;
    CLI::Option* with = b.flag("--export-table", [&p] { p.exportTable = true; }, "Write the table that NFS needs (default)");
    b.flag("--no-export-table", [&p] { p.exportTable = false; }, "Leave it out: saves 8 bytes an inode")->excludes(with);
    b.parsed("--pad", "SIZE|none",
        [&p](const std::string& value) -> std::string {
            const auto size = value == "none" ? std::optional<std::uint64_t>(0) : parseSize(value);
            p.padTo = size.value_or(0);
            return size ? "" : "'" + value + "' is no size and not none";
        },
        "Fill the file with zeros to a multiple of this; default 4K");
    b.size("--offset", [&p](std::uint64_t n) { p.imageOffset = n; }, "Begin the image at this byte of the file");
    b.text("--header", "FILE", p.headerFile, "Copied to the start of the file, in front of the image");
    b.text("--manifest", "FILE", p.manifestFile, "Also write the SHA-256 of every file, as sha256sum does");
}

void PackArguments::declareRun(OptionBuilder b)
{
    pack::PackOptions& p = m_request.pack;
    b.flag("--force", p.replaceTarget, "Replace an existing image; the old one stays until the new one is complete");
    CLI::Option* verify = b.flag("--verify", [&p] { p.verify = true; }, "Read the image back and compare before it gets its name (default)");
    b.flag("--no-verify", [&p] { p.verify = false; }, "Trust what was written")->excludes(verify);
    b.flag("--skip-unreadable", [this] { m_request.pack.skipUnreadable = m_request.source.skipUnreadable = true; },
        "Leave out what cannot be read or stored (exit 6) instead of failing");
    b.flag("--strict", m_request.strict, "Fail, and leave no image, where there would be a warning: something is left out");
}

bool PackArguments::wantsCodecHelp() const
{
    return std::find(m_codecOptions.begin(), m_codecOptions.end(), "help") != m_codecOptions.end();
}

Result<const codec::Backend*> PackArguments::backend() const
{
    pack::PackOptions pack;
    if (!m_preset.empty())
        SQD_CHECK(operation::applyPreset(m_preset, pack));
    const std::string_view name = !m_codec.empty() ? std::string_view(m_codec) : pack.backend ? pack.backend->name : "zstd";
    if (const codec::Backend* found = codec::findBackend(name))
        return found;
    return usageError("pack", "there is no codec '" + std::string(name) + "' in this build");
}

Result<void> PackArguments::applyCodec(pack::PackOptions& pack) const
{
    if (!m_preset.empty())
        SQD_CHECK(operation::applyPreset(m_preset, pack));
    SQD_TRY(const codec::Backend* chosen, backend());
    if (chosen != pack.backend)
        pack.codecSettings = {};  // the level and options of a preset belong to its own codec
    pack.backend = chosen;
    if (m_blockSize)
        pack.blockSize = *m_blockSize;
    if (m_level)
        pack.codecSettings.level = m_level;
    for (const std::string& option : m_codecOptions) {
        const std::size_t equals = option.find('=');
        pack.codecSettings.options[option.substr(0, equals)] = equals == std::string::npos ? "" : option.substr(equals + 1);
    }
    return chosen->validate(pack.codecSettings, pack.blockSize);
}

Result<void> PackArguments::applyTimes(operation::PackRequest& request, const Streams& streams) const
{
    const auto text = streams.environment ? streams.environment(kEpochVariable) : std::nullopt;
    std::optional<std::uint32_t> epoch;
    if (text) {
        epoch = readUint32(*text);
        if (!epoch) {
            Error e = usageError("pack", "'" + *text + "' is no number of seconds from 0 to 4294967295");
            e.where = kEpochVariable;
            e.hint = "correct the variable, or unset it";
            return e;
        }
    }
    if (m_mtimeFromEpoch && !epoch)
        return usageError("pack", std::string("--mtime: ") + kEpochVariable + " is not set");
    request.source.mtime = m_mtimeFromEpoch ? epoch : m_mtime;
    request.source.mtimeLimit = epoch;
    if (!request.pack.imageTime)
        request.pack.imageTime = epoch;
    if (!request.pack.imageTime && m_reproducible)
        request.pack.imageTime = 0;
    return {};
}

Result<void> PackArguments::applyExcludeFiles(source::DirectoryOptions& source) const
{
    for (const std::string& path : m_excludeFrom) {
        std::ifstream file(path, std::ios::binary);
        if (!file)
            return inputError(path, "cannot open the file of exclude patterns", errno);
        for (std::string line; std::getline(file, line);) {
            if (line.ends_with('\r'))
                line.pop_back();
            if (!line.empty() && line.front() != '#')
                source.excludeGlobs.push_back(line);
        }
        if (file.bad())
            return inputError(path, "cannot read the file of exclude patterns", errno);
    }
    return {};
}

Result<void> PackArguments::applyTar(operation::PackRequest& request, const std::vector<std::string>& operands) const
{
    if (operands.size() != 1 || operands.front().empty())
        return usageError("pack", "with --tar, a name for the image and no other argument is needed");
    const source::DirectoryOptions& s = request.source;
    const char* foreign = s.keepAsDirectory ? "--keep-as-directory" : s.oneFileSystem ? "--one-file-system" : s.followLinks ? "--follow-links" : nullptr;
    if (foreign != nullptr)
        return usageError("pack", std::string(foreign) + " is for folders, not for --tar");
    request.tar = m_tar;
    request.pack.target = operands.front();
    return {};
}

Result<void> PackArguments::applyOperands(operation::PackRequest& request, const std::vector<std::string>& operands) const
{
    if (!m_tar.file.empty())
        return applyTar(request, operands);
    if (!m_tarOnly.empty())
        return usageError("pack", m_tarOnly.front() + " is for --tar only");
    if (operands.size() < 2)
        return usageError("pack", operands.empty() ? "a source and a name for the image are needed" : "'" + operands[0] + "' is the only argument; a source and a name for the image are needed");
    request.source.sources.assign(operands.begin(), operands.end() - 1);
    request.pack.target = operands.back();
    if (request.source.keepAsDirectory && request.source.sources.size() > 1)
        return usageError("pack", "--keep-as-directory is for one source; several keep their names anyway");
    return {};
}

Result<operation::PackRequest> PackArguments::request(const std::vector<std::string>& operands, const CommonOptions& common, const Streams& streams) const
{
    operation::PackRequest request = m_request;
    SQD_CHECK(applyCodec(request.pack));
    SQD_CHECK(applyOperands(request, operands));
    SQD_CHECK(applyTimes(request, streams));
    SQD_CHECK(applyExcludeFiles(request.source));
    request.pack.jobs = common.jobs;
    request.pack.memoryBytes = common.memoryBytes;
    return request;
}

static std::string optionRange(const codec::OptionInfo& info)
{
    std::string words;
    for (const std::string_view word : info.choices)
        words += (words.empty() ? "" : info.kind == codec::OptionKind::FlagList ? "," : "|") + std::string(word);
    switch (info.kind) {
    case codec::OptionKind::Flag: return "";
    case codec::OptionKind::Choice: return "=" + words;
    case codec::OptionKind::FlagList: return "=" + words;
    case codec::OptionKind::Number:
    case codec::OptionKind::Size: return "=" + std::to_string(info.minimum) + "…" + std::to_string(info.maximum);
    }
    return "";
}

std::string codecHelp(const codec::Backend& backend)
{
    std::string text = "Codec " + std::string(backend.name) + " (" + backend.versionOfLibrary() + ")\n";
    if (backend.minLevel != backend.maxLevel)
        text += "--level " + std::to_string(backend.minLevel) + "…" + std::to_string(backend.maxLevel) + ", default " + std::to_string(backend.defaultLevel) + "\n";
    if (backend.options().empty())
        return text + "It has no options.\n";
    for (const codec::OptionInfo& info : backend.options()) {
        text += "-X " + std::string(info.name) + optionRange(info);
        if (!info.defaultText.empty() && info.kind != codec::OptionKind::Flag)
            text += " (default " + std::string(info.defaultText) + ")";
        text += "\n      " + std::string(info.help) + "\n";
    }
    return text;
}

}  // namespace sqd::cli
