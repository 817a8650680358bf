// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/info_report.h"

#include "base/bytes_text.h"
#include "cli/commands/image_access.h"
#include "cli/value_readers.h"

#include <array>
#include <cstdio>
#include <ctime>

namespace sqd::cli {

static std::string row(const std::string& label, const std::string& value)
{
    std::string text = "  " + label;
    text.resize(22, ' ');
    return text + value + "\n";
}

static std::string utcText(std::uint32_t seconds)
{
    const std::time_t time = seconds;
    std::tm parts{};
    (void)gmtime_r(&time, &parts);
    std::array<char, 40> text{};
    (void)std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S UTC", &parts);
    return std::string(text.data()) + " (" + std::to_string(seconds) + ")";
}

static std::string bytesText(std::uint64_t bytes)
{
    return formatSize(bytes) + (bytes < 1024 ? "" : " (" + std::to_string(bytes) + " bytes)");
}

// lzo's algorithms go by their full names everywhere else.
static std::string optionText(const std::string& codec, const format::CompressorOption& option)
{
    return codec == "lzo" && option.name == "algorithm" && !option.text.starts_with("lzo") ? "lzo" + option.text : option.text;
}

static std::string optionsText(const read::ImageInfo& info)
{
    std::string text;
    for (const format::CompressorOption& option : info.options.values)
        text += (text.empty() ? "" : ", ") + std::string(option.name) + " " + optionText(info.codec, option);
    if (text.empty())
        text = "none";
    if (!info.optionsStored)
        text += " (not stored, the codec's defaults)";
    if (!info.options.valid())
        text += "; invalid: " + printable(info.options.problem);
    return text;
}

static std::string trailingText(const read::ImageInfo& info)
{
    if (info.trailingBytes == 0)
        return "none";
    return std::to_string(info.trailingBytes) + (info.trailingZero ? " bytes, all zero (padding)" : " bytes, not all zero");
}

static std::string ratioText(const read::ImageInfo& info)
{
    if (!info.contentBytes || *info.contentBytes == 0 || info.bytesUsed == 0)
        return "";
    std::array<char, 64> text{};
    (void)std::snprintf(text.data(), text.size(), ", ratio %.2f", static_cast<double>(*info.contentBytes) / static_cast<double>(info.bytesUsed));
    return text.data();
}

std::string infoText(const std::string& path, const read::ImageInfo& info)
{
    std::string text = printable(path) + ": SquashFS " + info.version + ", " + info.codec + "\n";
    text += row("codec options", optionsText(info));
    text += row("block size", bytesText(info.blockSize));
    text += row("created", utcText(info.mkfsTime));
    text += row("contents", (info.contentBytes ? bytesText(*info.contentBytes) : "unknown, the inode table is damaged") + ratioText(info));
    text += row("image", bytesText(info.bytesUsed) + (info.offset != 0 || info.streamed ? ", at byte " + std::to_string(info.offset) + " of the file" : ""));
    text += row("behind it", trailingText(info));
    text += row("inodes", std::to_string(info.inodes) + ": " + std::to_string(info.files) + " files, " + std::to_string(info.directories) + " folders, "
            + std::to_string(info.symlinks) + " symbolic links, " + std::to_string(info.others) + " others");
    text += row("owners", std::to_string(info.ids));
    text += row("fragment blocks", std::to_string(info.fragments));
    text += row("attribute sets", std::to_string(info.xattrSets));
    std::string flags;
    for (const std::string& flag : info.flags)
        flags += (flags.empty() ? "" : ", ") + flag;
    text += row("flags", flags.empty() ? "none" : flags);
    for (const read::TablePlace& table : info.tables)
        text += row("table " + table.name, bytesText(table.sizeBytes) + " at byte " + std::to_string(table.position));
    return text;
}

static Json optionsJson(const read::ImageInfo& info)
{
    Json json = Json::object();
    json["stored"] = info.optionsStored;
    json["valid"] = info.options.valid();
    if (!info.options.valid())
        putBytes(json, "problem", info.options.problem);
    for (const format::CompressorOption& option : info.options.values) {
        const std::string text = optionText(info.codec, option);
        const auto number = readNumber(text);
        json[std::string(option.name)] = number ? Json(*number) : Json(text);
    }
    return json;
}

Json infoJson(const std::string& path, const read::ImageInfo& info)
{
    Json json = Json::object();
    putBytes(json, "image", path);
    json.update(Json{{"version", info.version}, {"codec", info.codec}, {"codec_id", info.codecId}, {"options", optionsJson(info)},
        {"block_size", info.blockSize}, {"flags", info.flags}, {"created", info.mkfsTime}, {"inodes", info.inodes}, {"files", info.files},
        {"directories", info.directories}, {"symlinks", info.symlinks}, {"others", info.others}, {"fragments", info.fragments},
        {"ids", info.ids}, {"xattr_sets", info.xattrSets}, {"content_bytes", info.contentBytes ? Json(*info.contentBytes) : Json(nullptr)},
        {"bytes_used", info.bytesUsed}, {"file_bytes", info.fileBytes}});
    json["ratio"] = info.contentBytes && info.bytesUsed > 0 ? Json(static_cast<double>(*info.contentBytes) / static_cast<double>(info.bytesUsed)) : Json(nullptr);
    json["offset"] = info.offset;
    json["streamed"] = info.streamed;
    json["tables"] = Json::object();
    for (const read::TablePlace& table : info.tables)
        json["tables"][table.name] = {{"position", table.position}, {"size", table.sizeBytes}};
    json["trailing_bytes"] = info.trailingBytes;
    json["trailing_zero"] = info.trailingZero;
    json["findings"] = findingsJson(info.findings);
    return json;
}

Json superblockJson(const read::SuperblockReport& report)
{
    const format::Superblock& s = report.superblock;
    const auto table = [](std::uint64_t position) { return position == format::kNoTable ? Json(nullptr) : Json{{"position", position}}; };
    Json json = {{"version", std::to_string(s.versionMajor) + "." + std::to_string(s.versionMinor)}, {"codec_id", s.codecId},
        {"block_size", s.blockSize}, {"block_log", s.blockLog}, {"flags", read::flagNames(s.flags)}, {"created", s.mkfsTime},
        {"inodes", s.inodes}, {"fragments", s.fragments}, {"ids", s.ids}, {"root_inode", s.rootInode}, {"bytes_used", s.bytesUsed},
        {"file_bytes", report.fileBytes}, {"offset", report.offset}};
    json["tables"] = {{"inodes", table(s.inodeTable)}, {"directories", table(s.directoryTable)}, {"fragments", table(s.fragmentTable)},
        {"export", table(s.exportTable)}, {"ids", table(s.idTable)}, {"xattrs", table(s.xattrTable)}};
    json["findings"] = findingsJson(report.problems);
    return json;
}

std::string superblockText(const read::SuperblockReport& report)
{
    const format::Superblock& s = report.superblock;
    std::string text = "The image cannot be opened; its superblock says:\n";
    text += row("version", std::to_string(s.versionMajor) + "." + std::to_string(s.versionMinor));
    text += row("codec number", std::to_string(s.codecId));
    text += row("block size", std::to_string(s.blockSize) + " (log " + std::to_string(s.blockLog) + ")");
    text += row("created", utcText(s.mkfsTime));
    text += row("image", std::to_string(s.bytesUsed) + " bytes of a file of " + std::to_string(report.fileBytes));
    text += row("inodes", std::to_string(s.inodes));
    text += row("owners", std::to_string(s.ids));
    text += row("fragment blocks", std::to_string(s.fragments));
    for (const read::Finding& problem : report.problems)
        text += "  invalid: " + problem.line() + "\n";
    return text;
}

}  // namespace sqd::cli
