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

bool JobController::startVerify(const std::string& image)
{
    if (busy())
        return false;
    operation::VerifyRequest request;
    request.image = image;
    m_verify = m_factory.verify(std::move(request));
    begin(Kind::Verify, image, m_verify.get());
    return true;
}

void JobController::begin(Kind kind, std::string image, operation::Operation* operation)
{
    m_kind = kind;
    m_image = std::move(image);
    m_sample = {};
    operation->start();
    m_poller.start(operation);
    setState(State::Running);
}

void JobController::setPaused(bool paused)
{
    // Verification knows no pause; a cancelled job is past it.
    if (!m_pack || (m_state != State::Running && m_state != State::Paused))
        return;
    m_pack->setPaused(paused);
    setState(paused ? State::Paused : State::Running);
}

void JobController::cancel()
{
    if (m_state != State::Running && m_state != State::Paused)
        return;
    operation::Operation* operation = m_pack ? static_cast<operation::Operation*>(m_pack.get()) : m_verify.get();
    operation->requestStop();
    // Paused workers wait at the gate; they must pass it to notice the request.
    operation->setPaused(false);
    setState(State::Cancelling);
}

void JobController::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    emit stateChanged();
}

void JobController::end()
{
    const auto pack = std::move(m_pack);
    const auto verify = std::move(m_verify);
    setState(State::Idle);
    if (pack)
        emit packFinished(pack->takeResult());
    else if (verify)
        emit verifyFinished(verify->takeResult());
}

}  // namespace sqd::ui
