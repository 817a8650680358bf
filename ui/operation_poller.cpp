// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/operation_poller.h"

namespace sqd::ui {

OperationPoller::OperationPoller(QObject* parent) : QObject(parent)
{
    m_timer.setInterval(kIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &OperationPoller::poll);
}

void OperationPoller::start(operation::Operation* operation)
{
    m_operation = operation;
    m_meter = operation::RateMeter();
    m_timer.start();
}

void OperationPoller::stop()
{
    m_timer.stop();
    m_operation = nullptr;
}

void OperationPoller::poll()
{
    if (!m_operation)
        return;
    // Asked before the sample is taken, so that the last sample shows the end.
    const bool over = m_operation->finished();
    JobSample sample;
    sample.snapshot = m_operation->snapshot();
    sample.rates = m_meter.update(sample.snapshot);
    emit sampled(sample);
    if (over && m_operation) {
        stop();
        emit finished();
    }
}

}  // namespace sqd::ui
