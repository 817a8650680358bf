// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

namespace sqd::ui {

// Whose threads a chore takes.
enum class Threads {
    Chores,  // looking at a path, asking for free space: two at most, so that a file system that hangs holds up nothing else
    Images,  // reading an open image: listing, searching, previewing
};

// Runs a short chore off the GUI thread, and never on the engine's own threads.
void runInBackground(std::function<void()> chore, Threads threads = Threads::Chores);

// work() off the GUI thread, then done(value) on it; done is dropped when `context` is gone by then. Call on the GUI thread.
template<typename Work, typename Done>
void inBackground(QObject* context, Work work, Done done, Threads threads = Threads::Chores)
{
    runInBackground([guard = QPointer<QObject>(context), work = std::move(work), done = std::move(done)] {
        auto value = work();
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [guard, done, value = std::move(value)] {
                if (guard)
                    done(value);
            },
            Qt::QueuedConnection);
    }, threads);
}

// One question to an open image at a time: a new one stops the one before, whose answer is dropped. The owner is the context, and has it
// as a member. GUI thread only.
class LatestTask {
public:
    explicit LatestTask(QObject* context) : m_context(context) {}
    ~LatestTask() { cancel(); }
    LatestTask(const LatestTask&) = delete;
    LatestTask& operator=(const LatestTask&) = delete;

    // work(std::stop_token) on another thread, done(value) here.
    template<typename Work, typename Done>
    void start(Work work, Done done)
    {
        cancel();
        m_stop = std::stop_source();
        m_running = true;
        inBackground(
            m_context, [work = std::move(work), stop = m_stop.get_token()] { return work(stop); },
            [this, number = m_number, done = std::move(done)](const auto& value) {
                if (number != m_number)
                    return;
                m_running = false;
                done(value);
            },
            Threads::Images);
    }
    void cancel()
    {
        ++m_number;
        m_running = false;
        m_stop.request_stop();
    }
    [[nodiscard]] bool running() const { return m_running; }

private:
    QObject* m_context;
    std::stop_source m_stop;
    quint64 m_number = 0;
    bool m_running = false;
};

}  // namespace sqd::ui
