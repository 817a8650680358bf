// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>
#include <QMetaObject>
#include <QPointer>

#include <functional>
#include <utility>

namespace sqd::ui {

// Runs a short chore (looking at a path, asking for free space) off the GUI thread. At most two run at once, so that a file system
// that hangs holds up neither the window nor the engine's own threads.
void runInBackground(std::function<void()> chore);

// work() off the GUI thread, then done(value) on it; done is dropped when `context` is gone by then. Call on the GUI thread.
template<typename Work, typename Done>
void inBackground(QObject* context, Work work, Done done)
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
    });
}

}  // namespace sqd::ui
