// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/commands/entry_format.h"

#include "base/bytes_text.h"

#include <array>
#include <cstdio>
#include <ctime>

namespace sqd::cli {

using format::InodeType;

std::string shownPath(const std::string& path)
{
    std::string doubled;
    doubled.reserve(path.size());
    for (const char c : path) {
        doubled += c;
        if (c == '\\')
            doubled += c;
    }
    return printable(doubled);
}

static char typeLetter(InodeType type)
{
    switch (type) {
    case InodeType::Directory: return 'd';
    case InodeType::File: return '-';
    case InodeType::Symlink: return 'l';
    case InodeType::BlockDevice: return 'b';
    case InodeType::CharDevice: return 'c';
    case InodeType::Fifo: return 'p';
    case InodeType::Socket: return 's';
    }
    return '?';
}

static std::string modeText(const read::Inode& inode)
{
    std::string text(1, typeLetter(inode.type));
    const unsigned mode = inode.mode;
    for (unsigned bit = 0; bit < 9; ++bit)
        text += (mode & (0400U >> bit)) != 0 ? "rwx"[bit % 3] : '-';
    const auto special = [&](std::size_t at, unsigned flag, char set, char alone) {
        if ((mode & flag) != 0)
            text[at] = text[at] == 'x' ? set : alone;
    };
    special(3, 04000, 's', 'S');
    special(6, 02000, 's', 'S');
    special(9, 01000, 't', 'T');
    return text;
}

static bool isDevice(const read::Inode& inode)
{
    return inode.type == InodeType::BlockDevice || inode.type == InodeType::CharDevice;
}

static std::string localTime(std::uint32_t seconds)
{
    const std::time_t time = seconds;
    std::tm parts{};
    (void)localtime_r(&time, &parts);
    std::array<char, 32> text{};
    (void)std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &parts);
    return text.data();
}

std::string longLine(const ListedEntry& entry)
{
    if (entry.inode == nullptr)
        return "?????????? " + shownPath(entry.path);
    const read::Inode& inode = *entry.inode;
    const std::string size = isDevice(inode) ? std::to_string(inode.major) + ", " + std::to_string(inode.minor) : std::to_string(inode.sizeBytes);
    std::array<char, 128> text{};
    (void)std::snprintf(text.data(), text.size(), "%s %3u %5u %5u %11s %s ", modeText(inode).c_str(), inode.links, inode.uid, inode.gid, size.c_str(),
        localTime(inode.mtime).c_str());
    return text.data() + shownPath(entry.path) + (inode.isSymlink() ? " -> " + shownPath(inode.target) : "");
}

static void putXattrs(Json& json, const read::XattrSet& set)
{
    Json values = Json::object(), exact = Json::object();
    for (const auto& [name, value] : set.values) {
        const std::string key = toUtf8Lossy(name);
        values[key] = toUtf8Lossy(value);
        if (!isUtf8(value))
            exact[key] = base64(value);
    }
    json["xattrs"] = std::move(values);
    if (!exact.empty())
        json["xattrs_base64"] = std::move(exact);
}

Json entryJson(const ListedEntry& entry)
{
    Json json = Json::object();
    putBytes(json, "path", entry.path);
    if (entry.inode == nullptr) {
        for (const char* field : {"type", "mode", "uid", "gid", "mtime"})
            json[field] = nullptr;
        putBytes(json, "damaged", entry.damage);
        return json;
    }
    const read::Inode& inode = *entry.inode;
    std::array<char, 8> mode{};
    (void)std::snprintf(mode.data(), mode.size(), "%04o", static_cast<unsigned>(inode.mode) & 07777U);
    json["type"] = read::inodeTypeName(inode.type);
    json["mode"] = mode.data();
    json["uid"] = inode.uid;
    json["gid"] = inode.gid;
    json["mtime"] = inode.mtime;
    json["size"] = inode.sizeBytes;
    if (inode.isFile())
        json["stored"] = entry.stored ? Json(*entry.stored) : Json(nullptr);
    json["inode"] = inode.number;
    json["nlink"] = inode.links;
    if (inode.isSymlink())
        putBytes(json, "target", inode.target);
    if (isDevice(inode))
        json["device"] = std::to_string(inode.major) + ":" + std::to_string(inode.minor);
    putXattrs(json, entry.xattrs);
    if (!entry.damage.empty())
        putBytes(json, "damaged", entry.damage);
    return json;
}

}  // namespace sqd::cli
