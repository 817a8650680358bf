// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace sqd::ui {

// Counts entries and bytes below the chosen sources off the GUI thread, so that the form can say how much there is to pack. Only a
// hint: the engine counts again while it packs.
class SourceCounter : public QObject {
    Q_OBJECT
public:
    struct Count {
        std::uint64_t items = 0;
        std::uint64_t bytes = 0;
        bool done = false;
    };
    explicit SourceCounter(QObject* parent = nullptr);
    ~SourceCounter() override;

    // Ends a count that still runs and begins a new one.
    void start(std::vector<std::string> sources);
    void cancel();
    [[nodiscard]] Count count() const;

signals:
    // About ten times a second while counting, and once with done = true.
    void counted(const sqd::ui::SourceCounter::Count& count);

private:
    struct Shared;
    void poll();

    std::shared_ptr<Shared> m_shared;  // with the worker; it may outlive this object
    QTimer m_timer;
};

}  // namespace sqd::ui
