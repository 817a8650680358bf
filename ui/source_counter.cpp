// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/source_counter.h"

#include "ui/background.h"

#include <atomic>
#include <filesystem>

namespace sqd::ui {

namespace fs = std::filesystem;

struct SourceCounter::Shared {
    std::atomic<std::uint64_t> items{0}, bytes{0};
    std::atomic<bool> stop{false}, done{false};

    void addFile(const fs::path& path)
    {
        std::error_code error;
        const auto size = fs::file_size(path, error);
        items.fetch_add(1, std::memory_order_relaxed);
        if (!error)
            bytes.fetch_add(size, std::memory_order_relaxed);
    }
    void walk(const std::string& source)
    {
        std::error_code error;
        if (!fs::is_directory(source, error)) {
            addFile(source);
            return;
        }
        fs::recursive_directory_iterator at(source, fs::directory_options::skip_permission_denied, error);
        for (; !error && at != fs::recursive_directory_iterator() && !stop.load(std::memory_order_relaxed); at.increment(error)) {
            std::error_code ignored;
            if (at->symlink_status(ignored).type() == fs::file_type::regular)
                addFile(at->path());
            else
                items.fetch_add(1, std::memory_order_relaxed);
        }
    }
};

SourceCounter::SourceCounter(QObject* parent) : QObject(parent)
{
    m_timer.setInterval(100);
    connect(&m_timer, &QTimer::timeout, this, &SourceCounter::poll);
}

SourceCounter::~SourceCounter()
{
    cancel();
}

void SourceCounter::start(std::vector<std::string> sources)
{
    cancel();
    if (sources.empty())
        return;
    m_shared = std::make_shared<Shared>();
    runInBackground([shared = m_shared, sources = std::move(sources)] {
        for (const std::string& source : sources)
            shared->walk(source);
        shared->done.store(true, std::memory_order_release);
    });
    m_timer.start();
}

void SourceCounter::cancel()
{
    if (m_shared)
        m_shared->stop.store(true, std::memory_order_relaxed);
    m_shared.reset();
    m_timer.stop();
}

SourceCounter::Count SourceCounter::count() const
{
    if (!m_shared)
        return {};
    Count result;
    result.done = m_shared->done.load(std::memory_order_acquire);
    result.items = m_shared->items.load(std::memory_order_relaxed);
    result.bytes = m_shared->bytes.load(std::memory_order_relaxed);
    return result;
}

void SourceCounter::poll()
{
    const Count now = count();
    if (now.done)
        m_timer.stop();
    emit counted(now);
}

}  // namespace sqd::ui
