// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/operation_factory.h"
#include "ui/operation_poller.h"

#include <QObject>

#include <memory>
#include <optional>
#include <string>

namespace sqd::ui {

// The one job that the window runs at a time, from start to result. Pages ask it to start, pause and cancel, and listen; none of them
// holds an operation. Lives on the GUI thread and never blocks it: an operation is destroyed only after it has finished.
class JobController : public QObject {
    Q_OBJECT
public:
    enum class Kind { None, Pack, Verify };
    enum class State { Idle, Running, Paused, Cancelling };

    explicit JobController(OperationFactory factory, QObject* parent = nullptr);
    ~JobController() override;

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool busy() const { return m_state != State::Idle; }
    // The image that is made or checked (path bytes); that of the last job when idle.
    [[nodiscard]] const std::string& image() const { return m_image; }
    [[nodiscard]] const JobSample& lastSample() const { return m_sample; }

    // False, and nothing happens, while another job runs.
    bool startPack(operation::PackRequest request);
    bool startVerify(const std::string& image);
    void setPaused(bool paused);
    void cancel();

signals:
    void stateChanged();
    void sampled(const sqd::ui::JobSample& sample);
    // Exactly one of these per job, after the state is Idle again.
    void packFinished(const Result<sqd::pack::PackReport>& result);
    void verifyFinished(const Result<sqd::read::VerifyReport>& result);

private:
    void begin(Kind kind, std::string image, operation::Operation* operation);
    void setState(State state);
    void end();

    OperationFactory m_factory;
    OperationPoller m_poller;
    Kind m_kind = Kind::None;
    State m_state = State::Idle;
    std::string m_image;
    JobSample m_sample;
    std::unique_ptr<operation::PackOperation> m_pack;
    std::unique_ptr<operation::VerifyOperation> m_verify;
};

}  // namespace sqd::ui
