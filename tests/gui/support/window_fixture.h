// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/main_window.h"

#include <QElapsedTimer>
#include <QString>
#include <QTemporaryDir>
#include <QThread>
#include <QWidget>

#include <atomic>
#include <memory>
#include <string>

class QPushButton;

namespace sqd::guitest {

// Settings of their own, the file chooser of the toolkit, no session bus: nothing of the user's desktop is read or changed.
void isolateSettings(const QTemporaryDir& folder);

// Sends what a window system sends for a drag of files over the window and its release at `target`.
void dragOver(QWidget* target, const QStringList& paths);
void dropOn(QWidget* target, const QStringList& paths);

// The visible button with this text (accelerators ignored); null when there is none.
QPushButton* button(QWidget* in, const QString& text);
// Clicks that button as soon as it is there: messages slide open, and a busy machine takes its time.
#define CLICK_BUTTON(in, text)                                       \
    do {                                                             \
        QTRY_VERIFY(button(in, text) != nullptr);                    \
        QTest::mouseClick(button(in, text), Qt::LeftButton);         \
    } while (false)
// True when some visible label below `in` shows `text`.
bool showsText(QWidget* in, const QString& text);
// All texts of visible labels, for messages of failed checks.
QString visibleTexts(QWidget* in);

// Measures how long the event loop of the GUI thread does not come round: a second thread asks it every few milliseconds and notes the
// longest time to an answer. Time in which the GUI thread was ready but got no processor is the machine's, not the window's, and is
// left out (Linux tells it per thread; where it does not, nothing is left out).
class StallWatchdog {
public:
    StallWatchdog();  // on the GUI thread
    ~StallWatchdog();
    [[nodiscard]] int longestMs() const { return m_longest; }
    // 100 ms; more where sanitizers slow everything down.
    static int limitMs();

private:
    void run();
    [[nodiscard]] qint64 waitedForProcessorMs() const;
    const long m_guiThread;
    std::atomic<bool> m_stop{false};
    std::atomic<int> m_longest{0};
    std::unique_ptr<QThread> m_thread;
};

}  // namespace sqd::guitest
