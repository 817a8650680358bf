// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/result_view.h"

#include "ui/convert.h"
#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/warning_text.h"
#include "ui/widgets/flow_panel.h"
#include "ui/widgets/primary_button.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/time_bar.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sqd::ui {

namespace {

int asInt(std::uint64_t value)
{
    return static_cast<int>(std::min<std::uint64_t>(value, 2'000'000'000));
}

}  // namespace

ResultView::ResultView(QWidget* parent)
    : QWidget(parent), m_icon(new QLabel(this)), m_title(new TextLabel(TextLabel::Role::Title, {}, this)),
      m_sentence(new TextLabel(TextLabel::Role::Section, {}, this)), m_facts(new TextLabel(TextLabel::Role::Secondary, {}, this)),
      m_warningTitle(new TextLabel(TextLabel::Role::Section, {}, this)), m_flow(new FlowPanel(this)),
      m_timeTitle(new TextLabel(TextLabel::Role::Section, tr("Where the time went"), this)), m_time(new TimeBar(this)), m_warnings(new QPlainTextEdit(this)),
      m_show(new PrimaryButton(tr("Show in &Folder"), this)),
      m_verify(new QPushButton(icons::bundled(QStringLiteral("verify")), tr("&Verify"), this)),
      m_another(new QPushButton(icons::bundled(QStringLiteral("add")), tr("Pack &Another"), this)),
      m_copyWarnings(new QPushButton(icons::bundled(QStringLiteral("copy")), tr("&Copy List"), this))
{
    const int margin = theme::margin(this);
    const int step = theme::unit(this);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(margin, margin, margin, theme::spacing(this));
    page->setSpacing(theme::spacing(this));
    m_title->setElided(true);
    m_facts->setWordWrap(true);
    m_facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_warnings->setReadOnly(true);
    m_warnings->setTabChangesFocus(true);
    m_warnings->setAcceptDrops(false);
    m_warnings->setAccessibleName(tr("Warnings"));
    m_warnings->setLineWrapMode(QPlainTextEdit::NoWrap);

    auto* words = new QVBoxLayout;
    words->setSpacing(step / 2);
    words->addWidget(m_title);
    words->addWidget(m_sentence);
    auto* head = new QHBoxLayout;
    head->setSpacing(2 * step);
    head->addWidget(m_icon);
    head->addLayout(words, 1);
    page->addLayout(head);
    page->addWidget(m_flow);
    page->addWidget(m_timeTitle);
    page->addWidget(m_time);
    page->addWidget(m_facts);
    auto* warningHead = new QHBoxLayout;
    warningHead->addWidget(m_warningTitle, 1);
    warningHead->addWidget(m_copyWarnings);
    page->addLayout(warningHead);
    page->addWidget(m_warnings, 1);
    page->addStretch();

    auto* browse = new QPushButton(icons::bundled(QStringLiteral("browse")), tr("&Browse Image"), this);
    auto* foot = new QHBoxLayout;
    foot->setSpacing(step);
    foot->addWidget(m_another);
    foot->addStretch();
    foot->addWidget(browse);
    foot->addWidget(m_verify);
    foot->addWidget(m_show);
    page->addLayout(foot);
    connect(m_show, &QPushButton::clicked, this, &ResultView::showInFolderRequested);
    connect(m_verify, &QPushButton::clicked, this, &ResultView::verifyRequested);
    connect(browse, &QPushButton::clicked, this, &ResultView::browseRequested);
    connect(m_another, &QPushButton::clicked, this, &ResultView::packAnotherRequested);
    connect(m_copyWarnings, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_warnings->toPlainText()); });
    updateIcon();
}

void ResultView::present(const pack::PackReport& report)
{
    m_title->setFullText(tr("%1 is ready").arg(isolated(shown(fileName(report.image)))));
    const QString size = dataSize(report.bytesOut);
    const QString time = duration(report.seconds);
    if (report.bytesIn > report.bytesOut) {
        const double saved = 1.0 - static_cast<double>(report.bytesOut) / static_cast<double>(report.bytesIn);
        m_sentence->setFullText(tr("%1, saved %2, %3").arg(size, percent(saved), time));
    } else {
        m_sentence->setFullText(tr("%1, %2").arg(size, time));
    }
    presentFlow(report);
    presentTime(report);
    presentFacts(report);
    presentWarnings(report);
    m_title->setAccessibleDescription(m_sentence->fullText());
}

void ResultView::presentFlow(const pack::PackReport& report)
{
    const double seconds = std::max(report.seconds, 1e-3);
    const QString rate = dataRate(static_cast<double>(report.bytesIn) / seconds);
    std::vector<FlowPanel::Figure> figures;
    figures.push_back(FlowPanel::figureOf(rate, tr("over the whole run")));
    if (report.bytesOut > 0)
        figures.push_back({decimal(static_cast<double>(report.bytesIn) / static_cast<double>(report.bytesOut), 2), tr(": 1"), tr("ratio")});
    figures.push_back({wholeNumber(report.files), {}, tr("files", "caption", asInt(report.files))});
    if (report.duplicates > 0)
        figures.push_back({wholeNumber(report.duplicates), {}, tr("duplicates", "caption", asInt(report.duplicates))});
    else
        figures.push_back({wholeNumber(report.directories), {}, tr("folders", "caption", asInt(report.directories))});
    m_flow->setFigures(std::move(figures));
    FlowPanel::Flow flow;
    flow.bytesIn = report.bytesIn;
    flow.bytesTotal = report.bytesIn;
    flow.bytesOut = report.bytesOut;
    flow.inText = dataSize(report.bytesIn);
    flow.outText = dataSize(report.bytesOut);
    m_flow->setFlow(std::move(flow));
    m_flow->setAccessibleDescription(m_flow->summary());
}

void ResultView::presentTime(const pack::PackReport& report)
{
    m_time->setStretches({{tr("Scanning"), report.scanSeconds}, {tr("Packing"), report.packSeconds}, {tr("Writing tables"), report.tableSeconds},
        {tr("Verifying"), report.verifySeconds}, {tr("Saving to disk"), report.syncSeconds}});
    m_timeTitle->setVisible(!m_time->isHidden());
}

void ResultView::presentFacts(const pack::PackReport& report)
{
    QStringList facts;
    facts << tr("%1, level %2").arg(QString::fromStdString(report.codec)).arg(report.level)
          << tr("%1 blocks").arg(blockSizeText(report.blockSize)) << tr("%Ln worker(s)", nullptr, std::max(1, report.jobs));
    if (report.duplicates > 0)
        facts << tr("duplicates saved %1").arg(dataSize(report.duplicateBytes));
    facts << (report.verified ? tr("every block was read back and compared") : tr("not verified"));
    QString text = facts.join(QStringLiteral(" · "));
    text += QLatin1Char('\n') + tr("Saved as %1").arg(isolated(shownPath(report.image)));
    m_facts->setFullText(text);
}

void ResultView::presentWarnings(const pack::PackReport& report)
{
    const bool any = !report.warnings.empty();
    m_warnings->setVisible(any);
    m_warningTitle->setVisible(any);
    m_copyWarnings->setVisible(any);
    if (!any)
        return;
    const auto skipped = std::count_if(report.warnings.begin(), report.warnings.end(), [](const source::Warning& w) { return w.skipped; });
    m_warningTitle->setFullText(skipped > 0 ? tr("%Ln item(s) could not be packed whole", nullptr, static_cast<int>(skipped))
                                            : tr("%Ln note(s)", nullptr, asInt(report.warnings.size())));
    m_warnings->setPlainText(warningLines(report.warnings));
}

QString ResultView::headline() const
{
    return m_title->fullText() + QStringLiteral(" — ") + m_sentence->fullText();
}

void ResultView::focusFirst()
{
    m_show->setFocus();
}

void ResultView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateIcon();
}

void ResultView::updateIcon()
{
    const int size = theme::unit(this) * 6;
    m_icon->setPixmap(icons::tinted(QStringLiteral("success"), size, theme::tone(palette(), theme::Tone::Success), devicePixelRatioF()));
}

}  // namespace sqd::ui
