// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "read/extractor.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <sys/stat.h>

namespace sqd::read {

// What is to be done where something is in the way: by the option, by an answer for all, or by asking, one question at a time.
// Thread-safe; no lock is held while somebody is asked.
class ConflictPolicy {
public:
    ConflictPolicy(const ExtractOptions& options, std::stop_token stop) : m_options(options), m_stop(std::move(stop)) {}

    using Choice = ConflictAnswer::Choice;
    // `describe` makes the question; it is called only when one is asked. Choice::Stop also when the extraction is being cancelled.
    Choice decide(const std::function<ConflictQuestion()>& describe);
    [[nodiscard]] bool isStopped() const { return m_stopped.load(std::memory_order_relaxed); }

private:
    [[nodiscard]] std::optional<Choice> known() const;  // m_mutex is held

    const ExtractOptions& m_options;
    const std::stop_token m_stop;
    std::atomic<bool> m_stopped{false};
    mutable std::mutex m_mutex;
    std::condition_variable_any m_answered;
    // all below: guarded by m_mutex
    bool m_asking = false;
    std::uint64_t m_questions = 0;
    std::optional<Choice> m_forAll;
};

// What is under a name: nullopt when nothing is. errno in `error` when that cannot be told.
std::optional<struct stat> lookAt(int folder, const char* name, int& error);
const char* hostTypeName(mode_t mode);   // words of inodeTypeName()
ConflictSide sideOf(const struct stat& st);
// The first of "name (2)", "name (3)" … that is free in the folder; a file's suffix stays at the end.
std::string freeName(int folder, const std::string& name);

}  // namespace sqd::read
