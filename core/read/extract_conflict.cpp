// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "read/extract_conflict.h"

#include "read/extract_plan.h"

#include <cerrno>
#include <fcntl.h>

namespace sqd::read {

std::optional<ConflictPolicy::Choice> ConflictPolicy::known() const
{
    if (m_forAll)
        return m_forAll;
    if (m_stop.stop_requested())
        return Choice::Stop;
    switch (m_options.conflict) {
    case Conflict::Skip: return Choice::Skip;
    case Conflict::Overwrite: return Choice::Overwrite;
    case Conflict::KeepBoth: return Choice::KeepBoth;
    case Conflict::Ask: break;
    }
    return m_options.asker ? std::nullopt : std::optional(Choice::Skip);
}

ConflictPolicy::Choice ConflictPolicy::decide(const std::function<ConflictQuestion()>& describe)
{
    std::unique_lock lock(m_mutex);
    m_answered.wait(lock, m_stop, [this] { return !m_asking || known(); });
    if (const auto choice = known())
        return *choice;
    m_asking = true;
    const std::uint64_t number = ++m_questions;
    lock.unlock();
    ConflictQuestion question = describe();
    question.number = number;
    const ConflictAnswer answer = m_options.asker(question);
    lock.lock();
    m_asking = false;
    const Choice choice = m_stop.stop_requested() ? Choice::Stop : answer.choice;
    if (answer.applyToAll || choice == Choice::Stop)
        m_forAll = choice;
    if (choice == Choice::Stop)
        m_stopped.store(true, std::memory_order_relaxed);
    lock.unlock();
    m_answered.notify_all();
    return choice;
}

std::optional<struct stat> lookAt(int folder, const char* name, int& error)
{
    struct stat st{};
    error = 0;
    if (::fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0)
        return st;
    error = errno == ENOENT ? 0 : errno;
    return std::nullopt;
}

const char* hostTypeName(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFDIR: return "directory";
    case S_IFLNK: return "symlink";
    case S_IFBLK: return "block";
    case S_IFCHR: return "char";
    case S_IFIFO: return "fifo";
    case S_IFSOCK: return "socket";
    default: return "file";
    }
}

ConflictSide sideOf(const struct stat& st)
{
    return {hostTypeName(st.st_mode), static_cast<std::uint64_t>(st.st_size), static_cast<std::int64_t>(st.st_mtime)};
}

std::string freeName(int folder, const std::string& name)
{
    std::size_t dot = name.rfind('.');
    if (dot == 0 || dot == std::string::npos || name.size() - dot > 16)
        dot = name.size();
    for (std::uint64_t number = 2;; ++number) {
        const std::string mark = " (" + std::to_string(number) + ")";
        std::string stem = name.substr(0, dot);
        const std::string suffix = name.substr(dot);
        if (stem.size() + mark.size() + suffix.size() > kMaxHostName) {
            stem.resize(kMaxHostName - mark.size() - suffix.size());
            // Half of a character is no name for a person; bytes that are no UTF-8 anyway do not matter.
            while (!stem.empty() && (static_cast<unsigned char>(stem.back()) & 0xC0) == 0x80)
                stem.pop_back();
            if (!stem.empty() && (static_cast<unsigned char>(stem.back()) & 0xC0) == 0xC0)
                stem.pop_back();
        }
        const std::string candidate = stem + mark + suffix;
        int error = 0;
        if (!lookAt(folder, candidate.c_str(), error))
            return candidate;
    }
}

}  // namespace sqd::read
