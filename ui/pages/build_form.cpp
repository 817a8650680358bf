// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/build_form.h"

#include "ui/background.h"
#include "ui/convert.h"
#include "ui/error_text.h"
#include "ui/icons.h"
#include "ui/pages/build_form_parts.h"
#include "ui/pages/options_form.h"
#include "ui/theme.h"
#include "ui/widgets/codec_options_widget.h"
#include "ui/widgets/goal_card.h"
#include "ui/widgets/text_label.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStandardPaths>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sqd::ui {

namespace {

// Free space is asked for when typing has paused, not at every key.
constexpr int kTypingPauseMs = 250;

std::string fallbackFolder()
{
    QString folder = QStandardPaths::writableLocation(QStandardPaths::DownloadLocation);
    if (folder.isEmpty())
        folder = QStandardPaths::writableLocation(QStandardPaths::HomeLocation);
    return toPath(folder);
}

}  // namespace

BuildForm::BuildForm(QWidget* parent) : QWidget(parent), m_counter(this), m_undo(this), m_spaceTimer(new QTimer(this))
{
    m_settings = goalDefaults(Goal::Balanced);
    m_spaceTimer->setSingleShot(true);
    m_spaceTimer->setInterval(kTypingPauseMs);
    connect(m_spaceTimer, &QTimer::timeout, this, &BuildForm::askForSpace);
    connect(&m_counter, &SourceCounter::counted, this, [this](const SourceCounter::Count& count) {
        m_count = count;
        presentCount();
        presentSpace();
    });

    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    m_scroll = new QScrollArea(this);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    const int margin = theme::margin(this);
    column->setContentsMargins(margin, margin, margin, margin);
    column->setSpacing(theme::spacing(this));
    buildSources(column);
    buildGoals(column);
    buildTarget(column);
    buildOptions(column);
    column->addStretch();
    m_scroll->setWidget(content);
    page->addWidget(m_scroll, 1);
    buildFooter(page);
    present();
}

void BuildForm::buildSources(QVBoxLayout* column)
{
    const SourcesPart part = makeSourcesPart(this, column);
    m_title = part.title;
    m_counted = part.counted;
    m_sources = part.list;
    m_remove = part.remove;
    m_sources->installEventFilter(this);
    connect(part.addFolder, &QPushButton::clicked, this, &BuildForm::addFolderRequested);
    connect(part.addFiles, &QPushButton::clicked, this, &BuildForm::addFilesRequested);
    connect(m_remove, &QPushButton::clicked, this, &BuildForm::removeSelected);
    connect(m_sources, &QListWidget::itemSelectionChanged, this,
        [this] { m_remove->setEnabled(!m_sources->selectedItems().isEmpty()); });
}

void BuildForm::buildGoals(QVBoxLayout* column)
{
    m_goals = makeGoalsPart(this, column);
    for (std::size_t i = 0; i < m_goals.size(); ++i) {
        connect(m_goals[i], &GoalCard::toggled, this, [this, i](bool on) {
            if (on && !m_presenting) {
                edit(QStringLiteral("goal"), [goal = static_cast<Goal>(i)](BuildSettings& s) {
                    const BuildSettings defaults = goalDefaults(goal);
                    s.goal = goal;
                    s.codec = defaults.codec;
                    s.level = defaults.level;
                    s.codecOptions = defaults.codecOptions;
                    s.blockSize = defaults.blockSize;
                });
            }
        });
    }
}

void BuildForm::buildTarget(QVBoxLayout* column)
{
    const TargetPart part = makeTargetPart(this, column);
    m_target = part.edit;
    m_space = part.space;
    connect(m_target, &QLineEdit::textEdited, this, [this](const QString& text) {
        m_targetTyped = true;
        edit(QStringLiteral("target"), [target = toPath(text)](BuildSettings& s) { s.target = target; });
        m_spaceTimer->start();
    });
    connect(part.change, &QPushButton::clicked, this, &BuildForm::chooseTargetRequested);
}

void BuildForm::buildOptions(QVBoxLayout* column)
{
    m_disclosure = new QToolButton(this);
    m_disclosure->setAutoRaise(true);
    m_disclosure->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_disclosure->setFocusPolicy(Qt::StrongFocus);
    connect(m_disclosure, &QToolButton::clicked, this, [this] { setOptionsOpen(m_options->isHidden()); });
    column->addWidget(m_disclosure, 0, Qt::AlignLeft);
    m_options = new OptionsForm(this);
    m_options->hide();
    connect(m_options, &OptionsForm::changeRequested, this, &BuildForm::edit);
    column->addWidget(m_options);
}

void BuildForm::buildFooter(QVBoxLayout* page)
{
    const FooterPart part = makeFooterPart(this, page);
    m_copyCommand = part.copyCommand;
    m_obstacle = part.obstacle;
    m_create = part.create;
    connect(m_copyCommand, &QPushButton::clicked, this, &BuildForm::copyCommandRequested);
    connect(m_create, &QPushButton::clicked, this, &BuildForm::createRequested);
}

void BuildForm::edit(const QString& field, const std::function<void(BuildSettings&)>& change)
{
    BuildSettings after = m_settings;
    change(after);
    after.replaceTarget = false;  // the question is asked again for every attempt
    if (after == m_settings)
        return;
    m_undo.push(new SettingsStep(this, field, m_settings, after));
}

void BuildForm::apply(const BuildSettings& settings)
{
    const bool otherSources = settings.sources != m_settings.sources;
    const bool otherTarget = settings.target != m_settings.target;
    m_settings = settings;
    if (otherSources)
        sourcesChanged();
    if (otherTarget)
        m_spaceTimer->start();
    present();
    emit changed();
}

void BuildForm::setSources(std::vector<std::string> sources, bool archive)
{
    m_targetTyped = false;
    BuildSettings fresh = m_settings;
    fresh.sources = std::move(sources);
    fresh.archive = archive;
    fresh.target.clear();
    fresh.replaceTarget = false;
    m_undo.clear();
    apply(fresh);
    suggestTargetFor(m_settings.sources);
}

void BuildForm::addSources(const std::vector<std::string>& sources)
{
    const bool first = m_settings.sources.empty();
    edit(QStringLiteral("sources"), [&sources](BuildSettings& s) {
        s.archive = false;  // several sources are packed as they are
        for (const std::string& source : sources) {
            if (std::find(s.sources.begin(), s.sources.end(), source) == s.sources.end())
                s.sources.push_back(source);
        }
    });
    if (first || m_settings.target.empty())
        suggestTargetFor(m_settings.sources);
}

void BuildForm::setTarget(const std::string& target)
{
    m_targetTyped = true;
    edit(QStringLiteral("target"), [&target](BuildSettings& s) { s.target = target; });
}

void BuildForm::stopCounting()
{
    m_counter.cancel();
}

void BuildForm::removeSelected()
{
    std::vector<std::string> left;
    for (int row = 0; row < m_sources->count(); ++row) {
        if (!m_sources->item(row)->isSelected())
            left.push_back(m_settings.sources[static_cast<std::size_t>(row)]);
    }
    edit(QStringLiteral("sources"), [&left](BuildSettings& s) { s.sources = left; });
}

void BuildForm::sourcesChanged()
{
    m_count = {};
    if (m_settings.sources.empty())
        m_counter.cancel();
    else
        m_counter.start(m_settings.sources);
    presentSources();
}

void BuildForm::suggestTargetFor(const std::vector<std::string>& sources)
{
    inBackground(
        this, [sources, fallback = fallbackFolder()] { return suggestTarget(sources, fallback); },
        [this, sources](const std::string& target) {
            if (m_targetTyped || sources != m_settings.sources)
                return;
            // A suggestion is no step of undo: it belongs to the sources.
            BuildSettings suggested = m_settings;
            suggested.target = target;
            apply(suggested);
        });
}

QString BuildForm::obstacle() const
{
    if (m_settings.sources.empty())
        return tr("Add a folder to pack");
    if (m_settings.target.empty())
        return tr("Choose where to save the image");
    const auto request = toRequest(m_settings);
    return request ? QString() : obstacleText(request.error());
}

void BuildForm::setOptionsOpen(bool open)
{
    m_options->setVisible(open);
    present();
    if (open) {
        // After the layout has grown, show what was opened.
        QTimer::singleShot(0, this, [this] { m_scroll->verticalScrollBar()->setValue(m_disclosure->y() - theme::margin(this)); });
    }
}

void BuildForm::focusFirst()
{
    if (m_create->isEnabled())
        m_create->setFocus();
    else
        m_target->setFocus();
}

bool BuildForm::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_sources && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Delete) {
        removeSelected();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void BuildForm::present()
{
    m_presenting = true;
    presentGoals();
    const QString target = fromPath(m_settings.target);
    if (m_target->text() != target)
        m_target->setText(target);
    m_options->present(m_settings);
    const int changes = changedCount(m_settings);
    m_disclosure->setIcon(icons::bundled(!m_options->isHidden() ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right")));
    m_disclosure->setText(changes == 0 ? tr("More Options") : tr("More Options (%n changed)", nullptr, changes));
    const QString reason = obstacle();
    m_create->setEnabled(reason.isEmpty());
    m_create->setToolTip(reason);
    m_obstacle->setFullText(reason);
    m_copyCommand->setEnabled(!m_settings.sources.empty() && !m_settings.target.empty());
    m_presenting = false;
    presentSpace();
}

void BuildForm::presentSources()
{
    m_sources->clear();
    for (const std::string& source : m_settings.sources) {
        auto* item = new QListWidgetItem(icons::named(QStringLiteral("folder"), QStringLiteral("folder")), shownPath(source), m_sources);
        item->setToolTip(shown(source));
    }
    if (m_sources->count() > 0)
        m_sources->setCurrentRow(0, QItemSelectionModel::NoUpdate);
    const int rows = std::clamp(m_sources->count(), 1, 4);
    const int rowHeight = std::max(m_sources->sizeHintForRow(0), fontMetrics().height()) + 2 * m_sources->spacing();
    m_sources->setMaximumHeight(rows * rowHeight + 2 * m_sources->frameWidth() + 2);
    m_sources->setMinimumHeight(m_sources->maximumHeight());
    m_remove->setEnabled(false);
    if (m_settings.sources.size() == 1)
        m_title->setFullText(tr("Pack %1").arg(isolated(shown(fileName(m_settings.sources.front())))));
    else
        m_title->setFullText(tr("Pack %Ln source(s)", nullptr, static_cast<int>(m_settings.sources.size())));
    presentCount();
}

void BuildForm::presentGoals()
{
    for (std::size_t i = 0; i < m_goals.size(); ++i) {
        const auto goal = static_cast<Goal>(i);
        const bool chosen = goal == m_settings.goal;
        describeGoal(m_goals[i], chosen ? m_settings : goalDefaults(goal));
        if (chosen)
            m_goals[i]->setChecked(true);
    }
}

void BuildForm::presentCount()
{
    if (m_settings.sources.empty()) {
        m_counted->setFullText({});
        return;
    }
    if (m_count.items == 0 && !m_count.done) {
        m_counted->setFullText(tr("Counting…"));
        return;
    }
    const QString text = tr("%Ln item(s), %1", nullptr, static_cast<int>(std::min<std::uint64_t>(m_count.items, 2'000'000'000)))
                             .arg(dataSize(m_count.bytes));
    m_counted->setFullText(m_count.done ? text : tr("%1 so far…").arg(text));
}

void BuildForm::askForSpace()
{
    if (m_settings.target.empty())
        return;
    inspectPaths({m_settings.target}, this, [this](const std::vector<PathFacts>& facts) {
        if (facts.front().path != m_settings.target)
            return;
        m_targetFacts = facts.front();
        presentSpace();
    });
}

void BuildForm::presentSpace()
{
    m_space->setFullText(m_settings.target.empty() || m_targetFacts.path != m_settings.target ? QString()
                                                                                           : spaceText(m_targetFacts, m_count.bytes));
}

}  // namespace sqd::ui
