// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/tree_walker.h"

#include "base/bytes_text.h"
#include "read/image.h"
#include "read/limits.h"
#include "read/metadata_reader.h"
#include "read/read_error.h"

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace sqd::read {

namespace {

class Walker {
public:
    Walker(const Image& image, const Visitor& visitor, std::stop_token stop) : m_image(image), m_visitor(visitor), m_stop(std::move(stop)), m_listingBytesLeft(image.directoryTable().bytesLeft(0)) {}

    Result<WalkTotals> run(const Inode& start, const std::string& path)
    {
        begin(start, path);
        do {
            if (m_stop.stop_requested())
                return cancelledError();
        } while (step());
        return m_totals;
    }

    // Visits where the walk starts.
    void begin(const Inode& start, const std::string& path)
    {
        m_path = path == "/" ? "" : path;
        m_startLength = m_path.size();
        // Where the walk starts counts as seen, whatever its number: it must not be entered again from below.
        m_folders.emplace(start.reference, FolderPlace{0, {}});
        m_folderNumbers.insert(start.number);
        const std::size_t slash = m_path.rfind('/');
        visitFolder(start, nullptr, nullptr, slash == std::string::npos ? std::string_view() : std::string_view(path).substr(slash + 1), nullptr, nullptr);
    }

    // Visits the next entry; false at the end.
    bool step()
    {
        while (!m_stack.empty() && !m_done) {
            Frame& frame = *m_stack.back();
            if (frame.next == frame.listing->entries.size()) {
                m_path.resize(frame.pathLength);
                m_stack.pop_back();
                continue;
            }
            visitEntry(frame, frame.listing->entries[frame.next++]);
            return true;
        }
        return false;
    }

private:
    struct Frame {
        Inode inode;
        std::unique_ptr<Directory> listing;
        std::size_t next = 0;
        std::size_t pathLength = 0;                  // of m_path without this folder
        std::unordered_set<std::string_view> names;  // seen so far; filled for unsorted listings only
    };
    // Where a folder was entered, so that a second way to it can name the first.
    struct FolderPlace {
        std::uint64_t parent;  // reference
        std::string name;
    };

    [[nodiscard]] const std::string& shownPath() const
    {
        static const std::string kRoot = "/";
        return m_path.empty() ? kRoot : m_path;
    }

    WalkStep emit(const Visit& visit)
    {
        ++m_totals.entries;
        if (visit.damage != nullptr)
            ++m_totals.damaged;
        const WalkStep step = m_visitor(visit);
        if (step == WalkStep::Stop)
            m_done = true;
        return step;
    }

    std::string folderPath(std::uint64_t reference) const
    {
        std::vector<const std::string*> parts;
        for (auto place = m_folders.find(reference); place != m_folders.end() && !place->second.name.empty(); place = m_folders.find(place->second.parent))
            parts.push_back(&place->second.name);
        std::string path = shownPath().substr(0, m_startLength);
        for (auto part = parts.rbegin(); part != parts.rend(); ++part)
            path += "/" + **part;
        return path.empty() ? "/" : path;
    }

    [[nodiscard]] bool onStack(std::uint64_t reference) const
    {
        for (const auto& frame : m_stack) {
            if (frame->inode.reference == reference)
                return true;
        }
        return false;
    }

    // Visits a folder whose path is m_path, then enters it.
    void visitFolder(const Inode& inode, const DirectoryEntry* entry, const Inode* parent, std::string_view name, const Error* damage, const char* code)
    {
        const std::uint32_t depth = static_cast<std::uint32_t>(m_stack.size());
        // Listings never overlap, so all of them together are no longer than the table. Without this a small image whose folders share
        // one listing would be walked for years.
        const bool spent = inode.listingBytes > m_listingBytesLeft;
        auto listing = std::make_unique<Directory>(spent ? Directory() : readDirectory(m_image, inode));
        if (spent)
            listing->damage = corruptError("directory listing", std::to_string(inode.listingBytes) + " bytes are more than the directory table holds besides the other listings", inode.position);
        else
            m_listingBytesLeft -= inode.listingBytes;
        std::optional<Error> broken;
        if (damage == nullptr && listing->damage) {
            broken = errorAt(shownPath(), *listing->damage);
            damage = &*broken;
            code = "directory-listing";
        }
        const WalkStep step = emit({shownPath(), name, &inode, entry, parent, listing.get(), damage, code, depth});
        if (step != WalkStep::Continue || m_done)
            return;
        const std::size_t before = m_stack.empty() ? 0 : m_path.size() - name.size() - 1;
        m_stack.push_back(std::make_unique<Frame>(Frame{inode, std::move(listing), 0, before, {}}));
    }

    void visitEntry(Frame& frame, const DirectoryEntry& entry)
    {
        const std::string_view name = frame.listing->name(entry);
        const std::size_t levels = m_stack.size();
        const std::size_t length = m_path.size();
        m_path += "/";
        m_path += name;
        visitNamed(frame, entry, name);
        if (m_stack.size() == levels)  // not entered
            m_path.resize(length);
    }

    void visitNamed(Frame& frame, const DirectoryEntry& entry, std::string_view name)
    {
        const Inode& parent = frame.inode;
        const std::uint32_t depth = static_cast<std::uint32_t>(m_stack.size());
        const auto fail = [&](const Inode* inode, Error error, const char* code) {
            emit({m_path, name, inode, &entry, &parent, nullptr, &error, code, depth});
        };
        const auto folder = [&] { return m_path.size() == name.size() + 1 ? "/" : m_path.substr(0, m_path.size() - name.size() - 1); };
        if (!isUsableName(name)) {
            const std::string what = name.size() > kMaxStoredName ? "name too long in directory " + folder() + ": " + std::to_string(name.size()) + " bytes, allowed are 256"
                                                                  : "invalid name in directory " + folder() + ": '" + printable(name) + "'";
            return fail(nullptr, corruptError(m_path, what, m_image.superblock().directoryTable), "directory-name");
        }
        // A sorted listing has every name once; in an unsorted one a set finds the repeated ones.
        if (!frame.listing->sorted && !frame.names.insert(name).second)
            return fail(nullptr, corruptError(m_path, "directory " + folder() + " has the name '" + printable(name) + "' twice", m_image.superblock().directoryTable), "directory-duplicate");
        auto inode = m_image.inode(entry.reference);
        if (!inode)
            return fail(nullptr, errorAt(m_path, std::move(inode).error()), "inode");
        if (entry.type != static_cast<std::uint16_t>(inode->type))
            return fail(&*inode, corruptError(m_path, "the directory says type " + std::to_string(entry.type) + ", the inode is a " + inodeTypeName(inode->type), inode->position), "directory-type");
        if (entry.number != inode->number)
            return fail(&*inode, corruptError(m_path, "the directory says inode number " + std::to_string(entry.number) + ", the inode has " + std::to_string(inode->number), inode->position), "directory-number");
        if (!inode->isDirectory()) {
            emit({m_path, name, &*inode, &entry, &parent, nullptr, nullptr, nullptr, depth});
            return;
        }
        if (auto again = enteredBefore(*inode, name, parent))
            return fail(&*inode, *std::move(again), m_loop ? "directory-loop" : "directory-twice");
        if (depth >= kMaxDepth)
            return fail(&*inode, limitError(m_path, "more than " + std::to_string(kMaxDepth) + " directories below each other", inode->position), "directory-depth");
        visitFolder(*inode, &entry, &parent, name, nullptr, nullptr);
    }

    std::optional<Error> enteredBefore(const Inode& inode, std::string_view name, const Inode& parent)
    {
        const auto [place, isNew] = m_folders.emplace(inode.reference, FolderPlace{parent.reference, std::string(name)});
        if (!isNew) {
            m_loop = onStack(inode.reference);
            const std::string first = folderPath(inode.reference);
            return corruptError(m_path, m_loop ? "directory loop: " + m_path + " is the same directory as " + first
                                               : "directory " + m_path + " is the same directory as " + first, inode.position);
        }
        if (!m_folderNumbers.insert(inode.number).second) {
            m_loop = false;
            return corruptError(m_path, "inode number " + std::to_string(inode.number) + " belongs to another directory too", inode.position);
        }
        return std::nullopt;
    }

    const Image& m_image;
    const Visitor& m_visitor;
    const std::stop_token m_stop;
    std::uint64_t m_listingBytesLeft;
    WalkTotals m_totals;
    std::string m_path;
    std::size_t m_startLength = 0;
    std::vector<std::unique_ptr<Frame>> m_stack;
    std::unordered_map<std::uint64_t, FolderPlace> m_folders;  // by inode reference
    std::unordered_set<std::uint32_t> m_folderNumbers;
    bool m_done = false;
    bool m_loop = false;
};

}  // namespace

struct TreeWalk::State {
    State(const Image& given, Visitor v) : image(given), visitor(std::move(v)), walker(image, visitor, {}) {}
    const Image& image;
    const Visitor visitor;
    Walker walker;
    bool begun = false;
};

TreeWalk::TreeWalk(const Image& image, Visitor visitor) : m_state(std::make_unique<State>(image, std::move(visitor))) {}
TreeWalk::~TreeWalk() = default;

bool TreeWalk::step()
{
    if (std::exchange(m_state->begun, true))
        return m_state->walker.step();
    m_state->walker.begin(m_state->image.root(), "/");
    return true;
}

Result<WalkTotals> walkTree(const Image& image, const Visitor& visitor, std::stop_token stop)
{
    return walkTree(image, image.root(), "/", visitor, std::move(stop));
}

Result<WalkTotals> walkTree(const Image& image, const Inode& start, const std::string& path, const Visitor& visitor, std::stop_token stop)
{
    return Walker(image, visitor, std::move(stop)).run(start, path);
}

}  // namespace sqd::read
