// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/sheet.h"

#include "ui/theme.h"
#include "ui/widgets/primary_button.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>

namespace sqd::ui {

Sheet::Sheet(const QString& title, const QString& primary, QWidget* parent)
    : QFrame(parent), m_title(new TextLabel(TextLabel::Role::Section, title, this)), m_form(new QFormLayout),
      m_obstacle(new TextLabel(TextLabel::Role::Secondary, {}, this)), m_primary(new PrimaryButton(primary, this))
{
    const int step = theme::unit(this);
    const int margin = theme::margin(this);
    auto* column = new QVBoxLayout(this);
    // The space around the card is its own, so that a closed sheet takes none.
    column->setContentsMargins(margin + 2 * step, 2 * step, margin + 2 * step, 2 * step);
    column->setSpacing(theme::spacing(this));
    column->addWidget(m_title);
    m_form->setHorizontalSpacing(2 * step);
    m_form->setVerticalSpacing(step);
    m_form->setLabelAlignment(Qt::AlignLeft);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    column->addLayout(m_form);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(step);
    auto* cancel = new QPushButton(tr("Cancel"), this);
    m_obstacle->setWordWrap(true);
    buttons->addWidget(m_obstacle, 1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_primary);
    column->addLayout(buttons);
    setAccessibleName(title);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    connect(cancel, &QPushButton::clicked, this, &Sheet::closeSheet);
    connect(m_primary, &QPushButton::clicked, this, &Sheet::accept);
    hide();
}

void Sheet::setTitle(const QString& title)
{
    m_title->setFullText(title);
    setAccessibleName(title);
}

QLineEdit* Sheet::addPathRow(const QString& label, const QString& buttonText, const std::function<void()>& choose)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(theme::unit(this));
    auto* line = new QLineEdit(this);
    auto* button = new QPushButton(buttonText, this);
    row->addWidget(line, 1);
    row->addWidget(button);
    auto* name = new QLabel(label, this);
    name->setBuddy(line);
    m_form->addRow(name, row);
    connect(button, &QPushButton::clicked, this, choose);
    return line;
}

void Sheet::setObstacle(const QString& text)
{
    m_obstacle->setFullText(text);
    m_primary->setEnabled(text.isEmpty());
    m_primary->setAccessibleDescription(text);
}

void Sheet::openSheet()
{
    if (isHidden())
        m_opener = QApplication::focusWidget();
    show();
    focusFirst();
}

void Sheet::closeSheet()
{
    if (isHidden())
        return;
    hide();
    if (m_opener)
        m_opener->setFocus();
    emit closed();
}

void Sheet::accept()
{
    if (m_primary->isEnabled() && isVisible())
        emit accepted();
}

void Sheet::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        closeSheet();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        accept();
    else
        QFrame::keyPressEvent(event);
}

void Sheet::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme::outline(palette()), 1));
    painter.setBrush(theme::raised(palette()));
    const double margin = theme::margin(this);
    const double radius = theme::radius(this);
    painter.drawRoundedRect(QRectF(rect()).adjusted(margin + 0.5, theme::unit(this) / 2.0, -margin - 0.5, -theme::unit(this) / 2.0), radius, radius);
}

}  // namespace sqd::ui
