// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/support/window_fixture.h"

#include "ui/widgets/text_label.h"

#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QUrl>

#include <algorithm>

#include <sys/syscall.h>
#include <unistd.h>

namespace sqd::guitest {

void isolateSettings(const QTemporaryDir& folder)
{
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    QSettings::setPath(QSettings::IniFormat, QSettings::SystemScope, folder.path());
    QCoreApplication::setOrganizationName(QStringLiteral("squashdesk-test"));
    QCoreApplication::setApplicationName(QStringLiteral("squashdesk-test"));
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent");
}

static std::unique_ptr<QMimeData> urls(const QStringList& paths)
{
    auto data = std::make_unique<QMimeData>();
    QList<QUrl> list;
    for (const QString& path : paths)
        list << QUrl::fromLocalFile(path);
    data->setUrls(list);
    return data;
}

void dragOver(QWidget* target, const QStringList& paths)
{
    const auto data = urls(paths);
    QDragEnterEvent enter(target->rect().center(), Qt::CopyAction | Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &enter);
    QDragMoveEvent move(target->rect().center(), Qt::CopyAction | Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &move);
}

void dropOn(QWidget* target, const QStringList& paths)
{
    dragOver(target, paths);
    const auto data = urls(paths);
    QDropEvent drop(QPointF(target->rect().center()), Qt::CopyAction | Qt::MoveAction, data.get(), Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(target, &drop);
}

QPushButton* button(QWidget* in, const QString& text)
{
    for (QPushButton* one : in->findChildren<QPushButton*>()) {
        // A message that slides open shows its buttons when they have their height.
        if (one->isVisible() && one->height() >= one->sizeHint().height() && one->text().remove(QLatin1Char('&')) == text)
            return one;
    }
    return nullptr;
}

static QString textOf(const QLabel* label)
{
    const auto* own = qobject_cast<const ui::TextLabel*>(label);
    return own ? own->fullText() : label->text();
}

bool showsText(QWidget* in, const QString& text)
{
    const auto labels = in->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&text](const QLabel* label) {
        return label->isVisible() && textOf(label).contains(text);
    });
}

QString visibleTexts(QWidget* in)
{
    QStringList texts;
    for (const QLabel* label : in->findChildren<QLabel*>()) {
        if (label->isVisible() && !textOf(label).isEmpty())
            texts << textOf(label);
    }
    return texts.join(QStringLiteral(" | "));
}

StallWatchdog::StallWatchdog() : m_guiThread(::syscall(SYS_gettid)), m_thread(QThread::create([this] { run(); }))
{
    m_thread->start();
}

StallWatchdog::~StallWatchdog()
{
    m_stop = true;
    m_thread->wait();
}

qint64 StallWatchdog::waitedForProcessorMs() const
{
    // schedstat: time on a processor, time ready but waiting for one, turns; in nanoseconds.
    QFile file(QStringLiteral("/proc/self/task/%1/schedstat").arg(m_guiThread));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toLongLong() / 1'000'000;
}

void StallWatchdog::run()
{
    while (!m_stop) {
        const auto answered = std::make_shared<std::atomic<bool>>(false);
        const qint64 waitedBefore = waitedForProcessorMs();
        QElapsedTimer timer;
        timer.start();
        QMetaObject::invokeMethod(QCoreApplication::instance(), [answered] { *answered = true; }, Qt::QueuedConnection);
        while (!m_stop && !*answered)
            QThread::usleep(500);
        if (*answered)
            m_longest = std::max(m_longest.load(), static_cast<int>(timer.elapsed() - (waitedForProcessorMs() - waitedBefore)));
        QThread::msleep(5);
    }
}

int StallWatchdog::limitMs()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return 2000;
#else
    return 100;
#endif
}

}  // namespace sqd::guitest
