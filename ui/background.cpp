// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/background.h"

#include <QThreadPool>

namespace sqd::ui {

void runInBackground(std::function<void()> chore)
{
    // Two threads: one may be stuck in a dead network mount while the other still answers.
    static QThreadPool pool;
    if (pool.maxThreadCount() != 2)
        pool.setMaxThreadCount(2);
    pool.start(std::move(chore));
}

}  // namespace sqd::ui
