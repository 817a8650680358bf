// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/path_bar.h"

#include "ui/convert.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QStackedWidget>
#include <QToolButton>

namespace sqd::ui {

PathBar::PathBar(QWidget* parent)
    : QFrame(parent), m_stack(new QStackedWidget(this)), m_buttonsBox(new QWidget(this)), m_row(new QHBoxLayout(m_buttonsBox)), m_line(new QLineEdit(this))
{
    auto* box = new QHBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->addWidget(m_stack);
    m_row->setContentsMargins(theme::unit(this) / 2, 0, 0, 0);
    m_row->setSpacing(0);
    m_stack->addWidget(m_buttonsBox);
    m_stack->addWidget(m_line);
    m_line->setAccessibleName(tr("Path Inside the Image"));
    m_line->installEventFilter(this);
    setAccessibleName(tr("Location"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_line, &QLineEdit::returnPressed, this, [this] {
        const std::string entered = toPath(m_line->text());
        leaveLine();
        emit pathEntered(entered);
    });
    setPath("/");
}

QSize PathBar::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 20, m_line->sizeHint().height()};
}

void PathBar::setPath(const std::string& path)
{
    m_path = path;
    while (QLayoutItem* item = m_row->takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();  // it may be the button that was just clicked
        }
        delete item;
    }
    m_buttons.clear();
    std::vector<std::pair<QString, std::string>> parts{{QStringLiteral("/"), "/"}};
    for (std::size_t at = 1; at < path.size();) {
        const std::size_t slash = std::min(path.find('/', at), path.size());
        parts.emplace_back(shown(path.substr(at, slash - at)), path.substr(0, slash));
        at = slash + 1;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
        addPart(parts[i].first, parts[i].second, i + 1 == parts.size());
        if (i == 0) {
            m_more = new QToolButton(m_buttonsBox);
            m_more->setText(QStringLiteral("…"));
            m_more->setAutoRaise(true);
            m_more->setAccessibleName(tr("Type a Path"));
            m_more->setToolTip(tr("The folders in between do not fit; type the path instead"));
            connect(m_more, &QToolButton::clicked, this, &PathBar::edit);
            m_row->addWidget(m_more);
        }
    }
    m_row->addStretch(1);
    setAccessibleDescription(shown(path));
    fit();
}

void PathBar::addPart(const QString& text, const std::string& path, bool last)
{
    auto* button = new QToolButton(m_buttonsBox);
    QString label = fontMetrics().elidedText(text, Qt::ElideMiddle, fontMetrics().averageCharWidth() * 40);
    button->setText(label.replace(QLatin1Char('&'), QStringLiteral("&&")));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setToolTip(shown(path));
    button->setAccessibleName(path == "/" ? tr("Root Folder") : text);
    if (last) {
        QFont bold = button->font();
        bold.setWeight(QFont::DemiBold);
        button->setFont(bold);
    }
    connect(button, &QToolButton::clicked, this, [this, path] { emit pathChosen(path); });
    m_row->addWidget(button);
    m_buttons.push_back(button);
}

void PathBar::fit()
{
    int left = width() - m_row->contentsMargins().left() - m_more->sizeHint().width() - m_buttons.front()->sizeHint().width();
    bool fits = true;
    for (std::size_t i = m_buttons.size(); i-- > 1;) {
        left -= m_buttons[i]->sizeHint().width();
        fits = fits && (left >= 0 || i + 1 == m_buttons.size());
        m_buttons[i]->setVisible(fits);
    }
    m_more->setVisible(!fits);
}

void PathBar::edit()
{
    m_line->setText(fromPath(m_path));
    m_stack->setCurrentWidget(m_line);
    m_line->selectAll();
    m_line->setFocus(Qt::ShortcutFocusReason);
}

void PathBar::leaveLine()
{
    if (m_stack->currentWidget() != m_line)
        return;
    m_stack->setCurrentWidget(m_buttonsBox);
    emit editingEnded();
}

bool PathBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_line) {
        if (event->type() == QEvent::FocusOut)
            m_stack->setCurrentWidget(m_buttonsBox);
        if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
            event->accept();
        if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
            leaveLine();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void PathBar::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    fit();
}

void PathBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme::outline(palette()), 1));
    painter.setBrush(theme::raised(palette()));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme::radius(this), theme::radius(this));
}

}  // namespace sqd::ui
