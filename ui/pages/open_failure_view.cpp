// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/pages/open_failure_view.h"

#include "ui/convert.h"
#include "ui/error_text.h"
#include "ui/icons.h"
#include "ui/theme.h"
#include "ui/widgets/drop_area.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QVBoxLayout>

namespace sqd::ui {

OpenFailureView::OpenFailureView(QWidget* parent) : QWidget(parent), m_column(new QVBoxLayout(this))
{
    const int margin = theme::margin(this);
    m_column->setContentsMargins(margin, margin, margin, margin);
}

void OpenFailureView::present(const std::string& image, const Error& error, bool salvage)
{
    delete m_area;
    const ErrorText text = errorText(error, Doing::Opening);
    m_area = new DropArea(QStringLiteral("warning"), tr("%1 cannot be opened").arg(isolated(shown(fileName(image)))),
        tr("%1. %2").arg(text.title, text.reason), this);
    m_column->addWidget(m_area);
    m_first = nullptr;
    if (salvage) {
        m_first = m_area->addButton(tr("Browse What Is &Readable"), icons::bundled(QStringLiteral("browse")));
        connect(m_first, &QPushButton::clicked, this, &OpenFailureView::readableRequested);
    }
    QPushButton* another = m_area->addButton(tr("&Open Image…"), icons::bundled(QStringLiteral("image")));
    connect(another, &QPushButton::clicked, this, &OpenFailureView::anotherRequested);
    QPushButton* copy = m_area->addButton(tr("&Copy Details"), icons::bundled(QStringLiteral("copy")));
    connect(copy, &QPushButton::clicked, this, [details = text.details] { QGuiApplication::clipboard()->setText(details); });
    if (!m_first)
        m_first = another;
}

void OpenFailureView::focusFirst()
{
    if (m_first)
        m_first->setFocus();
}

}  // namespace sqd::ui
