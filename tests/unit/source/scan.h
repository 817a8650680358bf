// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "source/directory_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace test {

// A whole scan as a packer does it, one folder after the other, each in ranges of `rangeEntries`.
class Scan {
public:
    explicit Scan(sqd::source::DirectoryOptions options, std::uint32_t rangeEntries = 7)
    {
        auto made = sqd::source::makeDirectorySource(std::move(options));
        if (!made) {
            m_error = std::move(made).error();
            return;
        }
        m_source = *std::move(made);
        if (auto opened = m_source->open(m_tree); !opened) {
            m_error = std::move(opened).error();
            return;
        }
        walk(rangeEntries);
    }

    [[nodiscard]] bool ok() const { return !m_error.has_value(); }
    [[nodiscard]] const sqd::Error& error() const { return *m_error; }
    [[nodiscard]] sqd::source::Source& source() { return *m_source; }
    [[nodiscard]] sqd::source::Tree& tree() { return m_tree; }
    // By path inside the image; "/" is the root.
    [[nodiscard]] const std::map<std::string, const sqd::source::Entry*>& entries() const { return m_entries; }
    [[nodiscard]] const sqd::source::Entry* at(const std::string& path) const
    {
        const auto found = m_entries.find(path);
        return found == m_entries.end() ? nullptr : found->second;
    }
    // All paths in the order of the scan's folders, without the root, joined by blanks.
    [[nodiscard]] std::string paths() const
    {
        std::string text;
        for (const auto& [path, entry] : m_entries)
            if (path != "/")
                text += (text.empty() ? "" : " ") + path;
        return text;
    }
    [[nodiscard]] std::string warnings() const
    {
        std::string text;
        for (const auto& w : m_source->warnings())
            text += w.path + ": " + w.what + (w.skipped ? " [skipped]" : "") + (w.folder ? " [folder]" : "") + "\n";
        return text;
    }

private:
    void walk(std::uint32_t range)
    {
        m_entries["/"] = &m_tree.root;
        std::vector<sqd::source::Folder*> open{m_tree.root.folder.get()};
        while (!open.empty()) {
            sqd::source::Folder* folder = open.back();
            open.pop_back();
            const auto count = m_source->beginListing(*folder);
            if (!count) {
                m_error = count.error();
                return;
            }
            for (std::uint32_t i = 0; i < *count; i += range) {
                if (auto filled = m_source->fillEntries(*folder, i, std::min(range, *count - i)); !filled) {
                    m_error = std::move(filled).error();
                    return;
                }
            }
            if (auto ended = m_source->endListing(*folder); !ended) {
                m_error = std::move(ended).error();
                return;
            }
            for (std::uint32_t i = 0; i < folder->count; ++i) {
                const sqd::source::Entry& entry = folder->entries[i];
                m_entries[sqd::source::imagePath(entry)] = &entry;
                if (entry.folder)
                    open.push_back(entry.folder.get());
            }
        }
    }

    std::unique_ptr<sqd::source::Source> m_source;
    sqd::source::Tree m_tree;
    std::optional<sqd::Error> m_error;
    std::map<std::string, const sqd::source::Entry*> m_entries;
};

inline sqd::source::DirectoryOptions from(std::string path)
{
    sqd::source::DirectoryOptions options;
    options.sources.push_back(std::move(path));
    return options;
}

// The contents of a file entry, through the source.
inline sqd::Result<std::string> contents(sqd::source::Source& source, const sqd::source::Entry& entry)
{
    SQD_TRY(auto reader, source.openFile(entry));
    std::string text(static_cast<std::size_t>(entry.size), '?');
    SQD_CHECK(reader->readExact(0, std::as_writable_bytes(std::span(text.data(), text.size()))));
    return text;
}

}  // namespace test
