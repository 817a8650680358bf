// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/job_strip.h"

#include "ui/convert.h"
#include "ui/icons.h"
#include "ui/job_controller.h"
#include "ui/pages/live_view.h"
#include "ui/theme.h"
#include "ui/widgets/progress_line.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

namespace sqd::ui {

JobStrip::JobStrip(JobController* jobs, QWidget* parent)
    : QFrame(parent), m_jobs(jobs), m_text(new QToolButton(this)),
      m_idle(new TextLabel(TextLabel::Role::Secondary, tr("No jobs running"), this)), m_left(new TextLabel(TextLabel::Role::Secondary, {}, this)),
      m_progress(new ProgressLine(this)), m_pause(new QToolButton(this)), m_cancel(new QToolButton(this))
{
    const int step = theme::unit(this);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(theme::margin(this), step / 2, theme::margin(this), step / 2);
    row->setSpacing(step);
    m_text->setAutoRaise(true);
    m_text->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_text->setToolTip(tr("Show the job"));
    m_left->setSteady(30);
    m_left->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_progress->setThin(true);
    m_progress->setAccessibleName(tr("Progress of the job"));
    m_progress->setMaximumWidth(step * 30);
    for (QToolButton* button : {m_text, m_pause, m_cancel})
        button->setFocusPolicy(Qt::StrongFocus);
    m_pause->setAutoRaise(true);
    m_cancel->setAutoRaise(true);
    m_cancel->setIcon(icons::named(QStringLiteral("process-stop"), QStringLiteral("stop")));
    m_cancel->setAccessibleName(tr("Cancel Job"));
    m_cancel->setToolTip(tr("Cancel job"));
    row->addWidget(m_text);
    row->addWidget(m_idle);
    row->addStretch(1);
    row->addWidget(m_left);
    row->addWidget(m_progress, 2);
    row->addWidget(m_pause);
    row->addWidget(m_cancel);
    setMinimumHeight(m_cancel->sizeHint().height() + step);
    connect(m_text, &QToolButton::clicked, this, &JobStrip::jobPageRequested);
    connect(m_pause, &QToolButton::clicked, this, [this] { m_jobs->setPaused(m_jobs->state() == JobController::State::Running); });
    connect(m_cancel, &QToolButton::clicked, m_jobs, &JobController::cancel);
    connect(m_jobs, &JobController::stateChanged, this, &JobStrip::present);
    connect(m_jobs, &JobController::sampled, this, &JobStrip::addSample);
    present();
}

void JobStrip::focusFirst()
{
    if (m_pause->isVisible())
        m_pause->setFocus();
    else
        m_cancel->setFocus();
}

QString JobStrip::doing(const QString& name) const
{
    using Kind = JobController::Kind;
    switch (m_jobs->kind()) {
    case Kind::Verify:
        return tr("Verifying %1").arg(name);
    case Kind::Extract:
        return tr("Extracting %1").arg(name);
    case Kind::Diff:
        return tr("Comparing %1").arg(name);
    case Kind::Tar:
        return tr("Exporting %1").arg(name);
    case Kind::Pack:
    case Kind::None:
        break;
    }
    return tr("Packing %1").arg(name);
}

void JobStrip::present()
{
    using State = JobController::State;
    const bool busy = m_jobs->busy();
    const QString name = isolated(shown(fileName(m_jobs->image())));
    QString text;
    if (m_jobs->state() == State::Cancelling)
        text = tr("Cancelling %1…").arg(name);
    else if (m_jobs->state() == State::Paused)
        text = tr("%1 is paused").arg(name);
    else if (busy)
        text = doing(name);
    m_text->setText(text);
    m_text->setVisible(busy);
    m_idle->setVisible(!busy);
    if (!busy)
        m_progress->restart();
    m_progress->setVisible(busy);
    m_progress->setPausedLook(m_jobs->state() == State::Paused);
    m_left->setVisible(busy);
    if (m_jobs->state() != State::Running)
        m_left->setFullText({});
    const bool paused = m_jobs->state() == State::Paused;
    m_pause->setVisible(busy && m_jobs->kind() == JobController::Kind::Pack);
    m_pause->setEnabled(m_jobs->state() != State::Cancelling);
    m_pause->setIcon(paused ? icons::named(QStringLiteral("media-playback-start"), QStringLiteral("start"))
                            : icons::named(QStringLiteral("media-playback-pause"), QStringLiteral("pause")));
    m_pause->setAccessibleName(paused ? tr("Resume Job") : tr("Pause Job"));
    m_pause->setToolTip(paused ? tr("Resume job") : tr("Pause job"));
    m_cancel->setVisible(busy);
    m_cancel->setEnabled(m_jobs->state() != State::Cancelling);
}

void JobStrip::addSample(const JobSample& sample)
{
    m_progress->setFraction(sample.rates.fraction);
    if (m_jobs->state() == JobController::State::Running) {
        const QString left = timeLeftText(sample.rates);
        const QString share = percent(static_cast<double>(m_progress->value()) / 1000);
        m_left->setFullText(left.isEmpty() ? share : tr("%1, %2").arg(share, left));
    }
}

void JobStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(QPen(theme::outline(palette()), 1));
    painter.drawLine(0, 0, width(), 0);
}

}  // namespace sqd::ui
