// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/icons.h"

#include "ui/theme.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

namespace sqd::ui::icons {

namespace {

// Draws one SVG with `currentColor` replaced by the palette's text colour of the moment, so a change of theme needs no new icon.
class RecolouredIconEngine : public QIconEngine {
public:
    explicit RecolouredIconEngine(QByteArray svg) : m_svg(std::move(svg)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const QPalette palette = QGuiApplication::palette();
        QColor colour = palette.color(QPalette::Active, QPalette::WindowText);
        if (mode == QIcon::Disabled)
            colour = theme::mix(colour, palette.color(QPalette::Window), 0.55);
        else if (mode == QIcon::Selected)
            colour = palette.color(QPalette::Active, QPalette::HighlightedText);
        QByteArray coloured = m_svg;
        coloured.replace("currentColor", colour.name(QColor::HexRgb).toLatin1());
        QSvgRenderer renderer(coloured);
        renderer.setAspectRatioMode(Qt::KeepAspectRatio);
        renderer.render(painter, rect);
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1.0);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override
    {
        if (size.isEmpty())
            return {};  // a button that is still sliding open
        QPixmap pixmap(size);
        pixmap.setDevicePixelRatio(scale);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        painter.setRenderHint(QPainter::Antialiasing);
        paint(&painter, QRect(QPoint(0, 0), size / scale), mode, state);
        return pixmap;
    }
    [[nodiscard]] QIconEngine* clone() const override { return new RecolouredIconEngine(m_svg); }

private:
    QByteArray m_svg;
};

}  // namespace

QIcon bundled(const QString& name)
{
    QFile file(QStringLiteral(":/squashdesk/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QIcon(new RecolouredIconEngine(file.readAll()));
}

QIcon named(const QString& themeName, const QString& bundledName)
{
    return QIcon::fromTheme(themeName, bundled(bundledName));
}

QIcon application()
{
    return QIcon::fromTheme(QStringLiteral("squashdesk"), QIcon(QStringLiteral(":/squashdesk/squashdesk.svg")));
}

QPixmap tinted(const QString& name, int size, const QColor& colour, qreal pixelRatio)
{
    QPixmap pixmap = bundled(name).pixmap(QSize(size, size), pixelRatio);
    QPainter painter(&pixmap);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(QRect(0, 0, size, size), colour);
    return pixmap;
}

}  // namespace sqd::ui::icons
