// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/operation_factory.h"
#include "ui/operation_poller.h"

#include <QObject>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sqd::ui {

// The one job that the window runs at a time, from start to result. Pages ask it to start, pause and cancel, and listen; none of them
// holds an operation. Lives on the GUI thread and never blocks it: an operation is destroyed only after it has finished.
class JobController : public QObject {
    Q_OBJECT
public:
    enum class Kind { None, Pack, Verify, Extract, Diff, Tar };
    enum class State { Idle, Running, Paused, Cancelling };

    explicit JobController(OperationFactory factory, QObject* parent = nullptr);
    ~JobController() override;

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool busy() const { return m_state != State::Idle; }
    // The image that is made or read (path bytes); that of the last job when idle.
    [[nodiscard]] const std::string& image() const { return m_image; }
    [[nodiscard]] const JobSample& lastSample() const { return m_sample; }
    // What the running pack left out or changed so far; the sample's count tells when to ask again.
    [[nodiscard]] std::vector<source::Warning> packWarnings() const { return m_pack ? m_pack->warnings() : std::vector<source::Warning>(); }

    // False, and nothing happens, while another job runs.
    bool startPack(operation::PackRequest request);
    bool startVerify(const std::string& image, std::optional<std::uint64_t> offset = std::nullopt);
    bool startExtract(operation::ExtractRequest request);
    bool startDiff(operation::DiffRequest request);
    bool startTar(operation::TarRequest request);
    // The answer to a question of an extraction, by its number.
    void answer(std::uint64_t number, read::ConflictAnswer answer);
    void setPaused(bool paused);
    void cancel();

signals:
    void stateChanged();
    void sampled(const sqd::ui::JobSample& sample);
    // Something is in the way of an extraction; once for each question. The next one comes after answer().
    void questionAsked(const sqd::read::ConflictQuestion& question);
    // Exactly one of these per job, after the state is Idle again.
    void packFinished(const Result<sqd::pack::PackReport>& result);
    void verifyFinished(const Result<sqd::read::VerifyReport>& result);
    void extractFinished(const Result<sqd::read::ExtractReport>& result);
    void diffFinished(const Result<sqd::read::DiffReport>& result);
    void tarFinished(const Result<sqd::tar::TarExportReport>& result);

private:
    void begin(Kind kind, std::string image, operation::Operation* operation);
    void setState(State state);
    void lookForQuestion();
    void end();

    OperationFactory m_factory;
    OperationPoller m_poller;
    Kind m_kind = Kind::None;
    State m_state = State::Idle;
    std::string m_image;
    JobSample m_sample;
    std::unique_ptr<operation::PackOperation> m_pack;
    std::unique_ptr<operation::VerifyOperation> m_verify;
    std::unique_ptr<operation::ExtractOperation> m_extract;
    std::unique_ptr<operation::DiffOperation> m_diff;
    std::unique_ptr<operation::TarOperation> m_tar;
    operation::Operation* m_current = nullptr;  // whichever of them runs
    std::uint64_t m_asked = 0;                  // number of the last question that was passed on
};

}  // namespace sqd::ui
