// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/job_controller.h"

#include <utility>

namespace sqd::ui {

JobController::JobController(OperationFactory factory, QObject* parent) : QObject(parent), m_factory(std::move(factory)), m_poller(this)
{
    connect(&m_poller, &OperationPoller::sampled, this, [this](const JobSample& sample) {
        m_sample = sample;
        emit sampled(sample);
        lookForQuestion();
    });
    connect(&m_poller, &OperationPoller::finished, this, &JobController::end);
}

JobController::~JobController() = default;

bool JobController::startPack(operation::PackRequest request)
{
    if (busy())
        return false;
    std::string image = request.pack.target;
    m_pack = m_factory.pack(std::move(request));
    begin(Kind::Pack, std::move(image), m_pack.get());
    return true;
}

bool JobController::startVerify(const std::string& image, std::optional<std::uint64_t> offset)
{
    if (busy())
        return false;
    operation::VerifyRequest request;
    request.image = image;
    request.offset = offset;
    m_verify = m_factory.verify(std::move(request));
    begin(Kind::Verify, image, m_verify.get());
    return true;
}

bool JobController::startExtract(operation::ExtractRequest request)
{
    if (busy())
        return false;
    std::string image = request.image;
    m_extract = m_factory.extract(std::move(request));
    begin(Kind::Extract, std::move(image), m_extract.get());
    return true;
}

bool JobController::startDiff(operation::DiffRequest request)
{
    if (busy())
        return false;
    std::string image = request.first.path;
    m_diff = m_factory.diff(std::move(request));
    begin(Kind::Diff, std::move(image), m_diff.get());
    return true;
}

bool JobController::startTar(operation::TarRequest request)
{
    if (busy())
        return false;
    std::string image = request.image;
    m_tar = m_factory.tar(std::move(request));
    begin(Kind::Tar, std::move(image), m_tar.get());
    return true;
}

void JobController::begin(Kind kind, std::string image, operation::Operation* operation)
{
    m_kind = kind;
    m_image = std::move(image);
    m_sample = {};
    m_current = operation;
    m_asked = 0;
    operation->start();
    m_poller.start(operation);
    setState(State::Running);
}

void JobController::setPaused(bool paused)
{
    // Only packing knows a pause; a cancelled job is past it.
    if (!m_pack || (m_state != State::Running && m_state != State::Paused))
        return;
    m_pack->setPaused(paused);
    setState(paused ? State::Paused : State::Running);
}

void JobController::cancel()
{
    if (m_state != State::Running && m_state != State::Paused)
        return;
    m_current->requestStop();
    // Paused workers wait at the gate; they must pass it to notice the request.
    m_current->setPaused(false);
    setState(State::Cancelling);
}

void JobController::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    emit stateChanged();
}

void JobController::lookForQuestion()
{
    const auto question = m_extract && m_state == State::Running ? m_extract->question() : std::nullopt;
    if (!question || question->number == m_asked)
        return;
    m_asked = question->number;
    emit questionAsked(*question);
}

void JobController::answer(std::uint64_t number, read::ConflictAnswer answer)
{
    if (m_extract)
        m_extract->answer(number, answer);
}

void JobController::end()
{
    const auto pack = std::move(m_pack);
    const auto verify = std::move(m_verify);
    const auto extract = std::move(m_extract);
    const auto diff = std::move(m_diff);
    const auto tar = std::move(m_tar);
    m_current = nullptr;
    setState(State::Idle);
    if (pack)
        emit packFinished(pack->takeResult());
    else if (verify)
        emit verifyFinished(verify->takeResult());
    else if (extract)
        emit extractFinished(extract->takeResult());
    else if (diff)
        emit diffFinished(diff->takeResult());
    else if (tar)
        emit tarFinished(tar->takeResult());
}

}  // namespace sqd::ui
