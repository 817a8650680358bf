// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/convert.h"
#include "ui/icons.h"
#include "ui/main_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QLibraryInfo>
#include <QLocale>
#include <QSocketNotifier>
#include <QTranslator>

#include <csignal>
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

namespace {

void installTranslations(QApplication& app, QTranslator& own, QTranslator& toolkit)
{
    // English is a catalogue too: it holds the plural forms.
    if (own.load(QLocale(), QStringLiteral("squashdesk"), QStringLiteral("_"), QStringLiteral(":/i18n"))
        || own.load(QStringLiteral(":/i18n/squashdesk_en.qm")))
        app.installTranslator(&own);
    if (toolkit.load(QLocale(), QStringLiteral("qtbase"), QStringLiteral("_"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        app.installTranslator(&toolkit);
}

int signalPipe[2] = {-1, -1};

void noteSignal(int)
{
    const char byte = 1;
    [[maybe_unused]] const auto written = ::write(signalPipe[1], &byte, 1);
}

// The end of the session, or Ctrl+C in the terminal: the job is cancelled and leaves nothing behind, then the window closes.
void closeOnSignals(sqd::ui::MainWindow& window)
{
    if (::pipe2(signalPipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    auto* notifier = new QSocketNotifier(signalPipe[0], QSocketNotifier::Read, &window);
    QObject::connect(notifier, &QSocketNotifier::activated, &window, [&window] {
        char bytes[16];
        [[maybe_unused]] const auto count = ::read(signalPipe[0], bytes, sizeof bytes);
        window.cancelAndClose();
    });
    struct sigaction action {};
    action.sa_handler = noteSignal;
    action.sa_flags = SA_RESTART;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        ::sigaction(signal, &action, nullptr);
}

}  // namespace

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("squashdesk"));
    QApplication::setOrganizationName(QStringLiteral("squashdesk"));
    QApplication::setApplicationVersion(QStringLiteral(SQUASHDESK_VERSION));
    QApplication::setWindowIcon(sqd::ui::icons::application());
    QTranslator own, toolkit;
    installTranslations(app, own, toolkit);

    QCommandLineParser parser;
    parser.setApplicationDescription(QApplication::translate("main", "Packs folders into SquashFS images, and shows what is in them."));
    parser.addHelpOption();
    parser.addVersionOption();
    const QCommandLineOption page(QStringLiteral("page"), QApplication::translate("main", "Page to start on: home, build or browse."),
        QStringLiteral("page"));
    const QCommandLineOption fresh(QStringLiteral("new"), QApplication::translate("main", "Start on the Build page."));
    const QCommandLineOption offset(QStringLiteral("offset"), QApplication::translate("main", "Byte of the file at which its image begins; usually found."),
        QStringLiteral("bytes"));
    parser.addOptions({page, fresh, offset});
    parser.addPositionalArgument(QStringLiteral("path"), QApplication::translate("main", "An image to open, or folders and files to pack."),
        QStringLiteral("[path…]"));
    parser.process(app);
    const QString wanted = parser.value(page);
    if (parser.isSet(page) && wanted != QLatin1String("home") && wanted != QLatin1String("build") && wanted != QLatin1String("browse")) {
        std::fputs(qPrintable(QApplication::translate("main", "squashdesk: there is no page “%1”; choose home, build or browse").arg(wanted) + QLatin1Char('\n')), stderr);
        return 2;
    }

    bool offsetValid = true;
    const qulonglong offsetBytes = parser.isSet(offset) ? parser.value(offset).toULongLong(&offsetValid) : 0;
    if (!offsetValid || (parser.isSet(offset) && parser.positionalArguments().size() != 1)) {
        std::fputs(qPrintable(QApplication::translate("main", "squashdesk: --offset takes a number of bytes and goes with one image") + QLatin1Char('\n')), stderr);
        return 2;
    }

    sqd::ui::OperationFactory factory;
    factory.pack = sqd::operation::PackOperation::create;
    factory.verify = sqd::operation::VerifyOperation::create;
    factory.extract = sqd::operation::ExtractOperation::create;
    factory.diff = sqd::operation::DiffOperation::create;
    factory.tar = sqd::operation::TarOperation::create;
    sqd::ui::MainWindow window(std::move(factory));
    if (wanted == QLatin1String("build") || parser.isSet(fresh))
        window.showPage(sqd::ui::MainWindow::Page::Build);
    else if (wanted == QLatin1String("browse"))
        window.showPage(sqd::ui::MainWindow::Page::Browse);
    window.show();
    closeOnSignals(window);
    std::vector<std::string> paths;
    const QStringList arguments = parser.positionalArguments();
    for (const QString& argument : arguments)
        paths.push_back(sqd::ui::toPath(argument));
    if (parser.isSet(offset))
        window.browseImage(paths.front(), offsetBytes);
    else if (!paths.empty())
        window.openPaths(std::move(paths));
    return QApplication::exec();
}
