// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/results_view.h"

#include "ui/icons.h"
#include "ui/widgets/rows_view.h"
#include "ui/widgets/text_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QShortcut>
#include <QStyle>

namespace sqd::ui {

ResultsView::ResultsView(QWidget* parent)
    : QWidget(parent), m_icon(new QLabel(this)), m_title(new TextLabel(TextLabel::Role::Section, {}, this)),
      m_details(new TextLabel(TextLabel::Role::Secondary, {}, this)), m_rows(new RowsView(tr("Results"), this))
{
    const int step = theme::unit(this);
    const int margin = theme::margin(this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(margin, step, margin, step);
    column->setSpacing(step);
    auto* head = new QHBoxLayout;
    auto* back = new QPushButton(icons::bundled(QStringLiteral("back")), tr("&Back to the Files"), this);
    auto* copy = new QPushButton(icons::named(QStringLiteral("edit-copy"), QStringLiteral("copy")), tr("&Copy List"), this);
    head->addWidget(back);
    head->addStretch(1);
    head->addWidget(copy);
    column->addLayout(head);
    auto* title = new QHBoxLayout;
    title->setSpacing(step);
    title->addWidget(m_icon);
    m_title->setWordWrap(true);
    title->addWidget(m_title, 1);
    column->addLayout(title);
    m_details->setWordWrap(true);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_details);
    column->addWidget(m_rows, 1);
    connect(back, &QPushButton::clicked, this, &ResultsView::backRequested);
    connect(copy, &QPushButton::clicked, this, [this] {
        m_rows->clearSelection();
        copyRows(*m_rows);
    });
    connect(m_rows, &RowsView::rowActivated, this, [this](int row) {
        const std::string path = m_list.path ? m_list.path(row) : std::string();
        if (!path.empty())
            emit pathActivated(path);
    });
    auto* escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &ResultsView::backRequested);
}

void ResultsView::present(ResultList list)
{
    m_list = std::move(list);
    m_title->setFullText(m_list.title);
    m_details->setFullText(m_list.details);
    m_details->setVisible(!m_list.details.isEmpty());
    m_rows->setTable(m_list.table);
    m_rows->setWidths(m_list.stretched, m_list.letters);
    updateIcon();
}

QString ResultsView::title() const
{
    return m_title->fullText();
}

void ResultsView::focusFirst()
{
    m_rows->setFocus();
}

void ResultsView::updateIcon()
{
    const bool bad = m_list.tone == theme::Tone::Error;
    const QString name = bad ? QStringLiteral("error") : m_list.tone == theme::Tone::Warning ? QStringLiteral("warning") : QStringLiteral("information");
    const int size = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, this) * 3 / 2;
    m_icon->setPixmap(icons::tinted(name, size, theme::tone(palette(), m_list.tone), devicePixelRatioF()));
}

void ResultsView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_icon)
        updateIcon();
}

}  // namespace sqd::ui
