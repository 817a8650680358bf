// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/path_lookup.h"

#include "read/directory_reader.h"
#include "read/image.h"
#include "read/limits.h"
#include "read/read_error.h"

#include <vector>

namespace sqd::read {

namespace {

Error lookupError(std::string_view path, std::string what)
{
    Error error;
    error.code = Errc::InputUnreadable;
    error.where = std::string(path);
    error.what = std::move(what);
    return error;
}

// The parts of a path, last one first, so that taking the next is pop_back and a link's target can be pushed on top.
void pushParts(std::vector<std::string>& parts, std::string_view path)
{
    std::vector<std::string_view> split;
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        if (const std::string_view part = path.substr(0, slash); !part.empty() && part != ".")
            split.push_back(part);
        path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    }
    parts.insert(parts.end(), split.rbegin(), split.rend());
}

class Lookup {
public:
    Lookup(const Image& image, std::string_view path, bool followLast) : m_image(image), m_wanted(path), m_followLast(followLast) { pushParts(m_parts, path); }

    Result<Found> run()
    {
        m_trail.push_back({m_image.root(), 0});
        while (!m_parts.empty()) {
            const std::string part = std::move(m_parts.back());
            m_parts.pop_back();
            SQD_CHECK(step(part));
        }
        return Found{m_trail.back().inode, m_path.empty() ? "/" : m_path};
    }

private:
    struct Place {
        Inode inode;
        std::size_t parentPathLength;  // m_path up to the folder above
    };

    Result<void> step(const std::string& part)
    {
        const Inode here = m_trail.back().inode;
        if (!here.isDirectory())
            return lookupError(m_wanted, "no such file or directory in the image: " + m_path + " is not a directory");
        if (part == "..") {
            if (m_trail.size() > 1) {
                m_path.resize(m_trail.back().parentPathLength);
                m_trail.pop_back();
            }
            return {};
        }
        if (m_trail.size() > kMaxDepth)
            return limitError(std::string(m_wanted), "more than " + std::to_string(kMaxDepth) + " folders below each other");
        const auto listing = m_image.directory(here);
        const DirectoryEntry* entry = isUsableName(part) ? listing->find(part) : nullptr;
        if (entry == nullptr) {
            if (listing->damage)
                return errorAt(m_path.empty() ? "/" : m_path, *listing->damage);
            return lookupError(m_wanted, "no such file or directory in the image");
        }
        auto inode = m_image.inode(entry->reference);
        if (!inode)
            return errorAt(m_path + "/" + part, std::move(inode).error());
        if (entry->type != static_cast<std::uint16_t>(inode->type))
            return corruptError(m_path + "/" + part, "the folder says type " + std::to_string(entry->type) + ", the inode is a " + inodeTypeName(inode->type), inode->position);
        if (inode->isSymlink() && (m_followLast || !m_parts.empty()))
            return follow(*inode);
        m_trail.push_back({*std::move(inode), m_path.size()});
        m_path += "/" + part;
        return {};
    }

    Result<void> follow(const Inode& link)
    {
        if (++m_links > kMaxSymlinkSteps)
            return lookupError(m_wanted, "more than " + std::to_string(kMaxSymlinkSteps) + " symbolic links on the way");
        if (link.target.front() == '/') {
            m_trail.erase(m_trail.begin() + 1, m_trail.end());
            m_path.clear();
        }
        pushParts(m_parts, link.target);
        return {};
    }

    const Image& m_image;
    const std::string_view m_wanted;
    const bool m_followLast;
    std::vector<std::string> m_parts;
    std::vector<Place> m_trail;
    std::string m_path;
    std::uint32_t m_links = 0;
};

}  // namespace

Result<Found> lookupPath(const Image& image, std::string_view path, bool followLast)
{
    return Lookup(image, path, followLast).run();
}

}  // namespace sqd::read
