// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/worker_panel.h"

#include "ui/convert.h"
#include "ui/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStyle>
#include <QToolTip>

#include <algorithm>

namespace sqd::ui {

namespace {

// Speeds between two samples jump with every block; this much of the newest value keeps curves and figures readable.
constexpr float kSmoothing = 0.25F;
// The scale follows rising curves at once and falling ones slowly, so it does not flicker.
constexpr float kScaleDecay = 0.995F;
constexpr int kDescribeEveryMs = 5000;
constexpr std::size_t kShortestSpan = 60;
constexpr int kTellWaitAfter = 8;  // samples

float smoothed(float previous, double next)
{
    return previous + (static_cast<float>(next) - previous) * kSmoothing;
}

void follow(float& top, float highest)
{
    top = std::max({highest * 1.15F, top * kScaleDecay, 1.0F});
}

}  // namespace

QString activityWord(concurrency::Activity activity)
{
    using concurrency::Activity;
    switch (activity) {
    case Activity::Scanning:
        return WorkerPanel::tr("scanning");
    case Activity::Reading:
        return WorkerPanel::tr("reading");
    case Activity::Hashing:
        return WorkerPanel::tr("comparing");
    case Activity::Compressing:
        return WorkerPanel::tr("compressing");
    case Activity::Ordering:
        return WorkerPanel::tr("placing");
    case Activity::Writing:
        return WorkerPanel::tr("writing");
    case Activity::Decoding:
        return WorkerPanel::tr("verifying");
    case Activity::Paused:
        return WorkerPanel::tr("paused");
    case Activity::Waiting:
        break;
    }
    return WorkerPanel::tr("waiting");
}

WorkerPanel::WorkerPanel(QWidget* parent) : QWidget(parent)
{
    setAttribute(Qt::WA_OpaquePaintEvent);  // paints its own ground: half the pixels
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Workers"));
}

void WorkerPanel::restart(const std::string& prefix)
{
    m_prefix = prefix;
    m_workers.clear();
    m_total = {};
    m_top = m_totalTop = 1;
    m_described.invalidate();
    update();
}

void WorkerPanel::addSample(const JobSample& sample)
{
    const auto& workers = sample.snapshot.workers;
    m_workers.resize(workers.size());
    float highest = 0;
    for (std::size_t i = 0; i < workers.size(); ++i) {
        Worker& worker = m_workers[i];
        const double rate = i < sample.rates.workerInPerSecond.size() ? sample.rates.workerInPerSecond[i] : 0;
        worker.rates.push(smoothed(worker.rates.last(), rate));
        describe(worker, workers[i], sample.snapshot.paused);
        highest = std::max(highest, worker.rates.last());
    }
    follow(m_top, highest);
    m_total.push(static_cast<float>(sample.rates.inPerSecond));
    follow(m_totalTop, m_total.last());
    if (!m_described.isValid() || m_described.elapsed() > kDescribeEveryMs) {
        m_described.start();
        setAccessibleDescription(summary());
    }
}

void WorkerPanel::describe(Worker& worker, const concurrency::WorkerSnapshot& snapshot, bool paused) const
{
    const bool waits = snapshot.activity == concurrency::Activity::Waiting && !paused;
    worker.waitedSamples = waits ? worker.waitedSamples + 1 : 0;
    // A short wait between two blocks is no news; telling it would make words and colours flicker.
    if (waits && worker.waitedSamples < kTellWaitAfter && !worker.word.isEmpty())
        return;
    const std::string_view item = snapshot.item;
    worker.item = shown(item.starts_with(m_prefix) ? item.substr(m_prefix.size()) : item);
    worker.word = activityWord(paused ? concurrency::Activity::Paused : snapshot.activity);
    worker.waiting = waits || paused;
}

QString WorkerPanel::summary() const
{
    if (m_workers.empty())
        return tr("No workers yet");
    float slowest = m_workers.front().rates.last();
    int waiting = 0;
    for (const Worker& worker : m_workers) {
        slowest = std::min(slowest, worker.rates.last());
        waiting += worker.waiting ? 1 : 0;
    }
    QString text = tr("%Ln worker(s), %1, slowest %2", nullptr, static_cast<int>(m_workers.size()))
                       .arg(dataRate(static_cast<double>(m_total.last())), dataRate(static_cast<double>(slowest)));
    if (waiting > 0)
        text += QStringLiteral(", ") + tr("%n waiting", nullptr, waiting);
    return text;
}

int WorkerPanel::stripHeight() const
{
    return fontMetrics().height() * 2 + theme::unit(this) * 3 / 2;
}

int WorkerPanel::columns() const
{
    const int count = std::max(1, static_cast<int>(m_workers.size()));
    const int widest = std::max(1, width() / (fontMetrics().averageCharWidth() * 46));
    const int gap = theme::unit(this);
    // As few columns as the height allows: long strips show more.
    for (int tried = 1; tried <= std::min(widest, count); ++tried) {
        const int rows = (count + tried - 1) / tried;
        if (rows * (stripHeight() + gap) - gap <= height())
            return tried;
    }
    return 0;
}

bool WorkerPanel::showsHeatRow() const
{
    return static_cast<int>(m_workers.size()) > kMostStrips || (!m_workers.empty() && columns() == 0);
}

QSize WorkerPanel::sizeHint() const
{
    const int rows = std::clamp(static_cast<int>(m_workers.size()), 2, 4);
    return {fontMetrics().averageCharWidth() * 80, rows * (stripHeight() + theme::unit(this))};
}

QSize WorkerPanel::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 30, stripHeight() * 2};
}

QRect WorkerPanel::cell(int index) const
{
    const int across = std::max(1, columns());
    const int count = static_cast<int>(m_workers.size());
    const int rows = (count + across - 1) / across;
    const int gap = theme::unit(this);
    const int cellWidth = (width() - gap * (across - 1)) / across;
    const int tallest = stripHeight() * 5;
    const int cellHeight = std::min(tallest, (height() - gap * (rows - 1)) / std::max(1, rows));
    // Numbers run down the first column, then down the next.
    const int column = index / rows;
    const int row = index % rows;
    const QRect logical(column * (cellWidth + gap), row * (cellHeight + gap), cellWidth, cellHeight);
    return QStyle::visualRect(layoutDirection(), rect(), logical);
}

QRect WorkerPanel::heatCell(int index) const
{
    const int count = static_cast<int>(m_workers.size());
    const int smallest = theme::unit(this) * 2;
    const int across = std::clamp(width() / smallest, 1, count);
    const int rows = (count + across - 1) / across;
    const int balanced = (count + rows - 1) / rows;
    const int cellHeight = std::min(theme::unit(this) * 5, height() / 3 / rows);
    const int left = width() * (index % balanced) / balanced;
    const int right = width() * (index % balanced + 1) / balanced;
    const QRect logical(left, index / balanced * cellHeight, right - left, cellHeight);
    return QStyle::visualRect(layoutDirection(), rect(), logical).adjusted(1, 1, -1, -1);
}

void WorkerPanel::paintCurve(QPainter& painter, const SampleRing& ring, float top, const QRectF& rect, const QColor& colour) const
{
    if (ring.size() < 2)
        return;
    // A young curve is drawn wider, so that the first seconds show something.
    const std::size_t span = std::max(ring.size(), kShortestSpan);
    const double step = rect.width() / static_cast<double>(span - 1);
    const double first = rect.right() - step * static_cast<double>(ring.size() - 1);
    // Narrow strips skip samples: no more than one point per pixel.
    const std::size_t stride = std::max<std::size_t>(1, static_cast<std::size_t>(1.0 / std::max(0.01, step)));
    QPolygonF line;
    line.reserve(static_cast<int>(ring.size() / stride) + 3);
    for (std::size_t i = (ring.size() - 1) % stride; i < ring.size(); i += stride) {
        const double share = static_cast<double>(std::min(1.0F, ring.at(i) / top));
        line << QPointF(first + step * static_cast<double>(i), rect.bottom() - share * rect.height());
    }
    QPolygonF area = line;
    area << QPointF(rect.right(), rect.bottom()) << QPointF(line.front().x(), rect.bottom());
    painter.setPen(Qt::NoPen);
    QColor fill = colour;
    fill.setAlphaF(0.22F);
    painter.setBrush(fill);
    painter.drawPolygon(area);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(line);
}

void WorkerPanel::paintStrip(QPainter& painter, const Worker& worker, int number, const QRect& rect) const
{
    const int step = theme::unit(this);
    const double radius = theme::radius(this);
    painter.setPen(QPen(theme::outline(palette()), 1));
    painter.setBrush(theme::raised(palette()));
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);

    const QRect inner = rect.adjusted(step, step / 2, -step, -step / 2);
    const int numberWidth = fontMetrics().horizontalAdvance(QStringLiteral("00"));
    const int textWidth = std::clamp(inner.width() * 40 / 100, fontMetrics().averageCharWidth() * 24, fontMetrics().averageCharWidth() * 42);
    const auto place = [this, &inner](int left, int width) {
        return QStyle::visualRect(layoutDirection(), inner, QRect(inner.left() + left, inner.top(), width, inner.height()));
    };
    painter.setPen(theme::secondaryText(palette()));
    painter.drawText(place(0, numberWidth), Qt::AlignCenter, QString::number(number));
    const int curveLeft = numberWidth + step;
    const QRect curve = place(curveLeft, inner.width() - curveLeft - textWidth - step * 3 / 2).adjusted(0, step / 3, 0, 0);
    painter.setPen(QPen(theme::outline(palette()), 1));
    painter.drawLine(curve.bottomLeft(), curve.bottomRight());
    painter.save();
    painter.setClipRect(curve.adjusted(0, -1, 1, 1));
    paintCurve(painter, worker.rates, m_top, curve, worker.waiting ? theme::secondaryText(palette()) : theme::accent(palette()));
    painter.restore();

    const QRect texts = place(inner.width() - textWidth, textWidth);
    const int line = fontMetrics().height();
    const int top = texts.top() + (texts.height() - 2 * line) / 2;
    const QRect upper(texts.left(), top, texts.width(), line);
    const QRect lower(texts.left(), top + line, texts.width(), line);
    const int start = static_cast<int>(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft)) | Qt::AlignVCenter;
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(upper, start, dataRate(static_cast<double>(worker.rates.last())));
    painter.setPen(theme::secondaryText(palette()));
    const int rateWidth = fontMetrics().horizontalAdvance(dataRate(1888e6)) + step;
    painter.drawText(QStyle::visualRect(layoutDirection(), upper, upper.adjusted(rateWidth, 0, 0, 0)), start, worker.word);
    painter.drawText(lower, start, fontMetrics().elidedText(worker.item, Qt::ElideMiddle, lower.width()));
}

void WorkerPanel::paintHeat(QPainter& painter) const
{
    std::vector<float> rates;
    rates.reserve(m_workers.size());
    int bottom = 0;
    const QColor accent = theme::accent(palette());
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        const float rate = m_workers[i].rates.last();
        rates.push_back(rate);
        const QRect rect = heatCell(static_cast<int>(i));
        bottom = std::max(bottom, rect.bottom());
        const double share = static_cast<double>(std::min(1.0F, rate / m_top));
        painter.setPen(m_workers[i].waiting ? QPen(theme::strongOutline(palette()), 1, Qt::DotLine) : QPen(Qt::NoPen));
        painter.setBrush(theme::mix(theme::track(palette()), accent, share));
        painter.drawRoundedRect(QRectF(rect), 2, 2);
    }
    std::sort(rates.begin(), rates.end());
    const auto rateAt = [&rates](std::size_t index) { return dataRate(static_cast<double>(rates[index])); };
    QString text = tr("%Ln worker(s): slowest %1, median %2, fastest %3", nullptr, static_cast<int>(rates.size()))
                       .arg(rateAt(0), rateAt(rates.size() / 2), rateAt(rates.size() - 1));
    const auto waiting = std::count_if(m_workers.begin(), m_workers.end(), [](const Worker& worker) { return worker.waiting; });
    if (waiting > 0)
        text += QStringLiteral(" · ") + tr("%n waiting", nullptr, static_cast<int>(waiting));
    const int step = theme::unit(this);
    const QRect line(0, bottom + step / 2, width(), fontMetrics().height() * 2);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(line, static_cast<int>(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft)) | Qt::TextWordWrap, text);
    const QRect curve(0, line.top() + fontMetrics().height() + step, width(), height() - line.top() - fontMetrics().height() - step - 1);
    if (curve.height() > 6 * step) {
        const double radius = theme::radius(this);
        painter.setPen(QPen(theme::outline(palette()), 1));
        painter.setBrush(theme::raised(palette()));
        painter.drawRoundedRect(QRectF(curve).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
        const QRect inner = curve.adjusted(step, step, -step, -step);
        paintCurve(painter, m_total, m_totalTop, inner.adjusted(0, fontMetrics().height(), 0, 0), accent);
        painter.setPen(theme::secondaryText(palette()));
        painter.drawText(inner, static_cast<int>(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft)) | Qt::AlignTop, tr("All workers together"));
    }
}

void WorkerPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme::ground(palette()));
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_workers.empty())
        return;
    if (showsHeatRow()) {
        paintHeat(painter);
        return;
    }
    for (std::size_t i = 0; i < m_workers.size(); ++i)
        paintStrip(painter, m_workers[i], static_cast<int>(i) + 1, cell(static_cast<int>(i)));
}

bool WorkerPanel::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const bool heat = showsHeatRow();
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        const int index = static_cast<int>(i);
        if (!(heat ? heatCell(index) : cell(index)).contains(help->pos()))
            continue;
        const Worker& worker = m_workers[i];
        QString text = tr("Worker %1: %2, %3").arg(index + 1).arg(dataRate(static_cast<double>(worker.rates.last())), worker.word);
        if (!worker.item.isEmpty())
            text += QLatin1Char('\n') + worker.item;
        QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

}  // namespace sqd::ui
