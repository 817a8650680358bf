// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "operation/operation.h"
#include "operation/rate_meter.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace sqd::ui {

// One moment of a running operation, with the figures made of it.
struct JobSample {
    concurrency::Snapshot snapshot;
    operation::Rates rates;
};

// Looks at one operation ten times a second and tells it in one signal. The engine never calls into the window.
class OperationPoller : public QObject {
    Q_OBJECT
public:
    static constexpr int kIntervalMs = 100;  // fast enough to look live, slow enough to cost nothing

    explicit OperationPoller(QObject* parent = nullptr);
    // `operation` must stay alive until finished() was emitted or stop() called.
    void start(operation::Operation* operation);
    void stop();

signals:
    void sampled(const sqd::ui::JobSample& sample);
    // Once, after a last sampled().
    void finished();

private:
    void poll();

    operation::Operation* m_operation = nullptr;
    operation::RateMeter m_meter;
    QTimer m_timer;
};

}  // namespace sqd::ui
