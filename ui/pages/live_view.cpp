// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/live_view.h"

#include "ui/convert.h"
#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/widgets/flow_panel.h"
#include "ui/widgets/progress_line.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/worker_panel.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sqd::ui {

using concurrency::Phase;

QString phaseWord(Phase phase)
{
    switch (phase) {
    case Phase::Scanning:
        return LiveView::tr("Scanning");
    case Phase::Packing:
        return LiveView::tr("Packing");
    case Phase::Extracting:
        return LiveView::tr("Extracting");
    case Phase::Tables:
        return LiveView::tr("Writing tables");
    case Phase::Verifying:
        return LiveView::tr("Verifying");
    case Phase::Syncing:
        return LiveView::tr("Saving to disk");
    case Phase::Done:
        return LiveView::tr("Done");
    case Phase::Idle:
        break;
    }
    return LiveView::tr("Starting");
}

QString timeLeftText(const operation::Rates& rates)
{
    if (!rates.secondsLeftLow || !rates.secondsLeftHigh)
        return {};
    return LiveView::tr("about %1 left").arg(durationRange(*rates.secondsLeftLow, *rates.secondsLeftHigh));
}

namespace {

constexpr int kListWarningsEveryMs = 1000;
constexpr std::uint64_t kMaxListedWarnings = 10000;  // all of them stand in the result

constexpr int kDrawEveryMs = 240;  // every third sample

QString bottleneckText(const operation::Rates& rates)
{
    using B = operation::Rates::Bottleneck;
    const QString share = percent(rates.bottleneckShare);
    switch (rates.bottleneck) {
    case B::Compressing:
        return LiveView::tr("Limited by compression: the workers spend %1 of their time on it").arg(share);
    case B::Reading:
        return LiveView::tr("Limited by reading the source: the workers spend %1 of their time on it").arg(share);
    case B::Scanning:
        return LiveView::tr("Limited by listing folders: the workers spend %1 of their time on it").arg(share);
    case B::Hashing:
        return LiveView::tr("Limited by looking for equal files: the workers spend %1 of their time on it").arg(share);
    case B::Writing:
        return LiveView::tr("Limited by writing the image: the workers spend %1 of their time on it").arg(share);
    case B::Ordering:
        return LiveView::tr("Limited by putting blocks in order: the workers spend %1 of their time on it").arg(share);
    case B::Decoding:
        return LiveView::tr("Limited by unpacking for the check: the workers spend %1 of their time on it").arg(share);
    case B::Waiting:
        return LiveView::tr("The workers wait %1 of their time: more of them would not help").arg(percent(rates.waitingShare));
    case B::Unknown:
        break;
    }
    return LiveView::tr("Measuring what limits the run…");
}

}  // namespace

LiveView::LiveView(QWidget* parent)
    : QWidget(parent), m_title(new TextLabel(TextLabel::Role::Title, {}, this)), m_percent(new TextLabel(TextLabel::Role::Title, {}, this)),
      m_left(new TextLabel(TextLabel::Role::Secondary, {}, this)), m_status(new TextLabel(TextLabel::Role::Secondary, {}, this)),
      m_bottleneck(new TextLabel(TextLabel::Role::Body, {}, this)), m_warnings(new TextLabel(TextLabel::Role::Body, {}, this)),
      m_progress(new ProgressLine(this)), m_flow(new FlowPanel(this)), m_workers(new WorkerPanel(this)), m_warningList(new QPlainTextEdit(this)),
      m_showWarnings(new QPushButton(tr("Show"), this)), m_pause(new QPushButton(this)),
      m_cancel(new QPushButton(icons::named(QStringLiteral("process-stop"), QStringLiteral("stop")), tr("Cancel Job"), this))
{
    const int margin = theme::margin(this);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(margin, margin, margin, theme::spacing(this));
    page->setSpacing(theme::spacing(this));

    m_title->setElided(true);
    // Wide enough for every value, so that a new one moves nothing.
    m_percent->setSteady(8);
    m_percent->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_left->setSteady(24);
    m_left->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_status->setSteady(24);
    m_bottleneck->setSteady(36, 2);
    m_status->setFocusPolicy(Qt::TabFocus);
    m_progress->setAccessibleName(tr("Progress"));
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_percent);
    auto* under = new QHBoxLayout;
    under->addWidget(m_status, 1);
    under->addWidget(m_left);
    auto* top = new QVBoxLayout;
    top->setSpacing(theme::unit(this));
    top->addLayout(head);
    top->addWidget(m_progress);
    top->addLayout(under);
    page->addLayout(top);
    page->addWidget(m_flow);
    page->addWidget(m_workers, 1);
    m_warningList->setReadOnly(true);
    m_warningList->setTabChangesFocus(true);
    m_warningList->setAcceptDrops(false);
    m_warningList->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_warningList->setAccessibleName(tr("Warnings so far"));
    m_warningList->setMaximumHeight(fontMetrics().lineSpacing() * 8);
    page->addWidget(m_warningList);

    auto* foot = new QHBoxLayout;
    foot->setSpacing(theme::unit(this));
    auto* sentences = new QVBoxLayout;
    sentences->setSpacing(theme::unit(this) / 4);
    sentences->addWidget(m_bottleneck);
    auto* warnings = new QHBoxLayout;
    warnings->setSpacing(theme::unit(this));
    warnings->addWidget(m_warnings);
    warnings->addWidget(m_showWarnings);
    warnings->addStretch(1);
    sentences->addLayout(warnings);
    foot->addLayout(sentences, 1);
    foot->addWidget(m_pause);
    foot->addWidget(m_cancel);
    page->addLayout(foot);

    m_pause->setMinimumWidth(fontMetrics().averageCharWidth() * 16);
    connect(m_pause, &QPushButton::clicked, this, [this] { emit pauseRequested(!m_paused); });
    connect(m_cancel, &QPushButton::clicked, this, &LiveView::cancelRequested);
    m_showWarnings->setCheckable(true);
    connect(m_showWarnings, &QPushButton::toggled, this, &LiveView::showWarnings);
    setPaused(false);
}

void LiveView::restart(const std::string& target, const std::string& source)
{
    m_cancelling = false;
    m_warningCount = m_warningsListed = 0;
    m_warningList->clear();
    m_showWarnings->setChecked(false);
    showWarnings(false);
    m_announcedPhase = Phase::Idle;
    m_announcedQuarter = 0;
    m_title->setFullText(tr("Packing %1").arg(isolated(shown(fileName(target)))));
    m_progress->restart();
    const std::string around = parentFolder(source);
    m_workers->restart(around == "/" ? around : around + "/");
    m_pause->setEnabled(true);
    m_cancel->setEnabled(true);
    m_cancel->setText(tr("Cancel Job"));
    setPaused(false);
    m_drawn.invalidate();
    addSample({});
}

void LiveView::addSample(const JobSample& sample)
{
    presentHead(sample);
    presentFoot(sample);
    m_workers->addSample(sample);
    // Figures that change faster than this cannot be read, and the large areas are what costs time to draw.
    if (!m_drawn.isValid() || m_drawn.elapsed() >= kDrawEveryMs) {
        m_drawn.start();
        presentFlow(sample);
        m_workers->update();
    }
    announce(sample);
}

void LiveView::presentHead(const JobSample& sample)
{
    m_progress->setFraction(sample.rates.fraction);
    m_percent->setFullText(percent(static_cast<double>(m_progress->value()) / 1000));
    const concurrency::Snapshot& snapshot = sample.snapshot;
    QString status = phaseWord(snapshot.phase);
    if (m_cancelling)
        status = tr("Cancelling…");
    else if (m_paused)
        status = tr("Paused");
    else if (!snapshot.totalKnown && snapshot.entriesFound > 0)
        status = tr("%1, %Ln item(s) found so far", nullptr, static_cast<int>(std::min<std::uint64_t>(snapshot.entriesFound, 2'000'000'000))).arg(status);
    else if (snapshot.filesTotal > 0 && snapshot.phase == Phase::Packing)
        status = tr("%1, %2 of %3 files").arg(status, wholeNumber(snapshot.filesDone), wholeNumber(snapshot.filesTotal));
    m_status->setFullText(status);
    m_left->setFullText(m_cancelling || m_paused ? QString() : timeLeftText(sample.rates));
}

void LiveView::presentFlow(const JobSample& sample)
{
    const concurrency::Snapshot& snapshot = sample.snapshot;
    const bool verifying = snapshot.phase == Phase::Verifying;
    std::vector<FlowPanel::Figure> figures;
    figures.push_back(FlowPanel::figureOf(dataRate(sample.rates.inPerSecond), verifying ? tr("checked") : tr("packed")));
    figures.push_back(FlowPanel::figureOf(dataRate(sample.rates.outPerSecond), tr("written")));
    const bool known = sample.rates.ratio > 0;
    figures.push_back({known ? decimal(sample.rates.ratio, 2) : QStringLiteral("–"), known ? tr(": 1") : QString(), tr("ratio")});
    figures.push_back({clock(snapshot.seconds), {}, tr("so far")});
    m_flow->setFigures(std::move(figures));

    FlowPanel::Flow flow;
    flow.bytesIn = snapshot.bytesIn;
    flow.bytesTotal = std::max(snapshot.bytesTotal, snapshot.bytesIn);
    flow.bytesOut = snapshot.bytesOut;
    flow.inText = snapshot.bytesTotal == 0 ? tr("nothing yet")
        : snapshot.totalKnown              ? tr("%1 of %2").arg(dataSize(snapshot.bytesIn), dataSize(snapshot.bytesTotal))
                                           : tr("%1 of %2 so far").arg(dataSize(snapshot.bytesIn), dataSize(snapshot.bytesTotal));
    flow.outText = dataSize(snapshot.bytesOut);
    m_flow->setFlow(std::move(flow));
}

void LiveView::presentFoot(const JobSample& sample)
{
    // The last steps are short, and no figure of the workers explains them.
    const bool explains = sample.snapshot.phase == Phase::Scanning || sample.snapshot.phase == Phase::Packing || sample.snapshot.phase == Phase::Verifying;
    m_bottleneck->setFullText(m_paused || m_cancelling || !explains ? QString() : bottleneckText(sample.rates));
    const auto warnings = static_cast<int>(std::min<std::uint64_t>(sample.snapshot.warnings, 2'000'000'000));
    m_warnings->setFullText(warnings == 0 ? QString() : tr("%Ln warning(s) so far", nullptr, warnings));
    m_warnings->setVisible(warnings > 0);
    m_showWarnings->setVisible(warnings > 0);
    m_warningCount = sample.snapshot.warnings;
    askForWarnings();
}

void LiveView::showWarnings(bool show)
{
    m_showWarnings->setText(show ? tr("Hide") : tr("Show"));
    m_warningList->setVisible(show);
    m_listed.invalidate();
    askForWarnings();
}

void LiveView::askForWarnings()
{
    // A copy of all of them is made for it, so not for every sample, and no longer when it could not be read anyway.
    if (m_warningList->isHidden() || m_warningsListed == m_warningCount || m_warningsListed > kMaxListedWarnings)
        return;
    if (m_listed.isValid() && m_listed.elapsed() < kListWarningsEveryMs)
        return;
    m_listed.start();
    m_warningsListed = m_warningCount;
    emit warningsWanted();
}

void LiveView::setWarnings(const QString& lines)
{
    m_warningList->setPlainText(lines);
}

void LiveView::announce(const JobSample& sample)
{
    // Screen readers hear phases and quarters, not every percent.
    const int quarter = m_progress->value() / 250;
    if (sample.snapshot.phase == m_announcedPhase && quarter <= m_announcedQuarter)
        return;
    m_announcedPhase = sample.snapshot.phase;
    m_announcedQuarter = quarter;
    m_status->setAccessibleName(tr("%1, %2").arg(phaseWord(sample.snapshot.phase), m_percent->fullText()));
    m_left->setAccessibleName(m_left->fullText());
    m_percent->setAccessibleName(m_percent->fullText());
    m_bottleneck->setAccessibleName(m_bottleneck->fullText());
    m_flow->setAccessibleDescription(m_flow->summary());
    QAccessibleEvent event(m_status, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
}

void LiveView::setPaused(bool paused)
{
    m_paused = paused;
    m_progress->setPausedLook(paused);
    m_pause->setText(paused ? tr("Resume") : tr("Pause"));
    m_pause->setIcon(paused ? icons::named(QStringLiteral("media-playback-start"), QStringLiteral("start"))
                            : icons::named(QStringLiteral("media-playback-pause"), QStringLiteral("pause")));
    if (paused) {
        m_status->setFullText(tr("Paused"));
        m_left->setFullText({});
    }
}

void LiveView::setCancelling()
{
    m_cancelling = true;
    m_status->setFullText(tr("Cancelling…"));
    m_left->setFullText({});
    m_pause->setEnabled(false);
    m_cancel->setEnabled(false);
    m_cancel->setText(tr("Cancelling…"));
}

void LiveView::focusFirst()
{
    m_pause->setFocus();
}

}  // namespace sqd::ui
