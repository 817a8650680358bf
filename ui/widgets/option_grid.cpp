// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/option_grid.h"

#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/widgets/text_label.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QToolButton>

#include <utility>

namespace sqd::ui {

namespace {

enum Column { Label, Field, Mark, Reset };

}  // namespace

OptionGrid::OptionGrid(const QString& title, QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this))
{
    const int step = theme::unit(this);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(step / 2);
    m_grid->setVerticalSpacing(step / 2);
    m_grid->setColumnStretch(Field, 1);
    m_grid->setColumnMinimumWidth(Mark, step);
    m_grid->setColumnMinimumWidth(Label, fontMetrics().averageCharWidth() * 15);
    if (!title.isEmpty()) {
        auto* label = new TextLabel(TextLabel::Role::Body, title, this);
        QFont bold = label->font();
        bold.setWeight(QFont::DemiBold);
        label->setFont(bold);
        m_grid->addWidget(label, m_next++, Label, 1, 2);
    }
}

OptionGrid::Row* OptionGrid::add(const QString& name, QWidget* field, std::function<void()> reset)
{
    m_rows.push_back(std::make_unique<Row>());
    Row* row = m_rows.back().get();
    row->label = new QLabel(name, this);
    row->label->setBuddy(field);
    row->field = field;
    if (field->accessibleName().isEmpty())
        field->setAccessibleName(name);
    m_grid->addWidget(row->label, m_next, Label);
    m_grid->addWidget(field, m_next, Field);
    return finish(row, name, std::move(reset));
}

OptionGrid::Row* OptionGrid::addCheck(QCheckBox* box, std::function<void()> reset)
{
    m_rows.push_back(std::make_unique<Row>());
    Row* row = m_rows.back().get();
    row->field = box;
    m_grid->addWidget(box, m_next, Label, 1, 2);
    return finish(row, box->text(), std::move(reset));
}

OptionGrid::Row* OptionGrid::finish(Row* row, const QString& name, std::function<void()> reset)
{
    row->mark = new QLabel(QStringLiteral("●"), this);
    QFont small = row->mark->font();
    small.setPointSizeF(small.pointSizeF() > 0 ? small.pointSizeF() * 0.6 : 6);
    row->mark->setFont(small);
    row->mark->setForegroundRole(QPalette::Highlight);
    row->mark->setToolTip(tr("Changed from the goal's value"));
    row->mark->setAccessibleName(tr("%1 is changed").arg(name));
    row->reset = new QToolButton(this);
    row->reset->setAutoRaise(true);
    row->reset->setIcon(icons::bundled(QStringLiteral("reset")));
    row->reset->setAccessibleName(tr("Reset “%1”").arg(name));
    row->reset->setToolTip(tr("Reset"));
    connect(row->reset, &QToolButton::clicked, this, std::move(reset));
    row->note = new TextLabel(TextLabel::Role::Secondary, {}, this);
    row->note->setWordWrap(true);
    row->note->hide();
    m_grid->addWidget(row->mark, m_next, Mark, Qt::AlignCenter);
    m_grid->addWidget(row->reset, m_next, Reset);
    m_grid->addWidget(row->note, m_next + 1, Field);
    m_next += 2;
    // Hidden marks keep their place, so that a change moves nothing.
    for (QWidget* widget : {static_cast<QWidget*>(row->mark), static_cast<QWidget*>(row->reset)}) {
        QSizePolicy policy = widget->sizePolicy();
        policy.setRetainSizeWhenHidden(true);
        widget->setSizePolicy(policy);
        widget->hide();
    }
    return row;
}

void OptionGrid::addWide(QWidget* widget)
{
    m_grid->addWidget(widget, m_next++, Label, 1, 4);
}

void OptionGrid::setChanged(Row* row, bool changed)
{
    row->mark->setVisible(changed);
    row->reset->setVisible(changed);
}

void OptionGrid::setReason(Row* row, const QString& reason)
{
    row->field->setEnabled(reason.isEmpty());
    if (row->label)
        row->label->setEnabled(reason.isEmpty());
    row->field->setToolTip(reason);
    setNote(row, reason);
}

void OptionGrid::setNote(Row* row, const QString& note)
{
    row->note->setFullText(note);
    row->note->setText(note);
    row->note->setVisible(!note.isEmpty());
    if (!note.isEmpty())
        row->field->setAccessibleDescription(note);
}

}  // namespace sqd::ui
