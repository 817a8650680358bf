// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/background.h"

#include <QThreadPool>

namespace sqd::ui {

void runInBackground(std::function<void()> chore, Threads threads)
{
    // Two threads: one may be stuck in a dead network mount while the other still answers.
    static QThreadPool chores;
    // A stopped search may still be ending while the next listing is wanted.
    static QThreadPool images;
    if (chores.maxThreadCount() != 2) {
        chores.setMaxThreadCount(2);
        images.setMaxThreadCount(6);
    }
    (threads == Threads::Images ? images : chores).start(std::move(chore));
}

}  // namespace sqd::ui
