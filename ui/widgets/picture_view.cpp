// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/picture_view.h"

#include "ui/theme.h"

#include <QPainter>

namespace sqd::ui {

PictureView::PictureView(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Picture"));
}

void PictureView::setPicture(const QImage& picture, const QString& description)
{
    m_picture = picture;
    setAccessibleDescription(description);
    update();
}

QSize PictureView::sizeHint() const
{
    return {theme::unit(this) * 30, theme::unit(this) * 24};
}

void PictureView::paintEvent(QPaintEvent*)
{
    if (m_picture.isNull())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    QSizeF size = QSizeF(m_picture.size()) / devicePixelRatioF();
    if (size.width() > width() || size.height() > height())
        size.scale(QSizeF(width(), height()), Qt::KeepAspectRatio);
    QRectF place(QPointF(0, 0), size);
    place.moveCenter(QRectF(rect()).center());
    painter.drawImage(place, m_picture);
}

}  // namespace sqd::ui
