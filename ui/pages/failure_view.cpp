// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/failure_view.h"

#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/widgets/primary_button.h"
#include "ui/widgets/text_label.h"

#include <QClipboard>
#include <QEvent>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sqd::ui {

FailureView::FailureView(QWidget* parent)
    : QWidget(parent), m_icon(new QLabel(this)), m_title(new TextLabel(TextLabel::Role::Title, {}, this)),
      m_reason(new TextLabel(TextLabel::Role::Body, {}, this)), m_hint(new TextLabel(TextLabel::Role::Body, {}, this)),
      m_details(new QPlainTextEdit(this)), m_copy(new QPushButton(icons::bundled(QStringLiteral("copy")), tr("&Copy Details"), this)),
      m_change(new PrimaryButton(tr("Change &Settings"), this)), m_again(new QPushButton(tr("Try &Again"), this))
{
    const int margin = theme::margin(this);
    const int step = theme::unit(this);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(margin, margin, margin, theme::spacing(this));
    page->setSpacing(theme::spacing(this));
    for (TextLabel* label : {m_title, m_reason, m_hint}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_details->setReadOnly(true);
    m_details->setTabChangesFocus(true);
    m_details->setAcceptDrops(false);
    m_details->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_details->setAccessibleName(tr("Details"));
    m_details->setMaximumHeight(fontMetrics().lineSpacing() * 10);

    auto* words = new QVBoxLayout;
    words->setSpacing(step);
    words->addWidget(m_title);
    words->addWidget(m_reason);
    words->addWidget(m_hint);
    auto* head = new QHBoxLayout;
    head->setSpacing(2 * step);
    head->addWidget(m_icon, 0, Qt::AlignTop);
    head->addLayout(words, 1);
    page->addLayout(head);
    page->addSpacing(step);
    page->addWidget(new TextLabel(TextLabel::Role::Section, tr("Details"), this));
    page->addWidget(m_details);
    page->addStretch();
    auto* foot = new QHBoxLayout;
    foot->setSpacing(step);
    foot->addWidget(m_copy);
    foot->addStretch();
    foot->addWidget(m_again);
    foot->addWidget(m_change);
    page->addLayout(foot);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(details()); });
    connect(m_change, &QPushButton::clicked, this, &FailureView::changeSettingsRequested);
    connect(m_again, &QPushButton::clicked, this, &FailureView::tryAgainRequested);
    updateIcon();
}

void FailureView::present(const ErrorText& text, const QString& command)
{
    m_title->setFullText(text.title);
    m_reason->setFullText(text.reason);
    m_hint->setFullText(text.hint);
    m_hint->setVisible(!text.hint.isEmpty());
    m_details->setPlainText(text.details + QLatin1Char('\n') + command);
    m_title->setAccessibleDescription(text.reason);
}

QString FailureView::details() const
{
    return m_details->toPlainText();
}

void FailureView::focusFirst()
{
    m_change->setFocus();
}

void FailureView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateIcon();
}

void FailureView::updateIcon()
{
    const int size = theme::unit(this) * 5;
    m_icon->setPixmap(icons::tinted(QStringLiteral("error"), size, theme::tone(palette(), theme::Tone::Error), devicePixelRatioF()));
}

}  // namespace sqd::ui
