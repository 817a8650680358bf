// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/support/fake_operation.h"
#include "gui/support/window_fixture.h"
#include "ui/icons.h"
#include "ui/job_controller.h"
#include "ui/dialogs/conflict_dialog.h"
#include "ui/pages/browse_content.h"
#include "ui/pages/browse_page.h"
#include "ui/pages/build_form.h"
#include "ui/pages/build_page.h"
#include "ui/pages/facts_view.h"
#include "ui/widgets/entry_view.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/treemap_widget.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QLibraryInfo>
#include <QLineEdit>
#include <QStyle>
#include <QStyleFactory>
#include <QTest>
#include <QTranslator>

#include <cstdio>
#include <functional>

using namespace sqd;
using namespace sqd::ui;
using namespace sqd::guitest;

// Draws the pages of the window as PNG files: `squashdesk_screenshots --out DIR [--dark] [--size 1280x800] SOURCE` packs SOURCE with the
// real engine. The theme is set here and nowhere in the product, which follows the desktop.
namespace {

QPalette darkPalette()
{
    QPalette palette;
    const QColor window(0x2a, 0x2c, 0x30), base(0x1f, 0x21, 0x24), text(0xee, 0xee, 0xec), button(0x36, 0x39, 0x3e);
    palette.setColor(QPalette::Window, window);
    palette.setColor(QPalette::WindowText, text);
    palette.setColor(QPalette::Base, base);
    palette.setColor(QPalette::AlternateBase, window);
    palette.setColor(QPalette::Text, text);
    palette.setColor(QPalette::Button, button);
    palette.setColor(QPalette::ButtonText, text);
    palette.setColor(QPalette::ToolTipBase, base);
    palette.setColor(QPalette::ToolTipText, text);
    palette.setColor(QPalette::BrightText, Qt::white);
    palette.setColor(QPalette::Light, QColor(0x48, 0x4c, 0x52));
    palette.setColor(QPalette::Midlight, QColor(0x40, 0x43, 0x48));
    palette.setColor(QPalette::Mid, QColor(0x26, 0x28, 0x2b));
    palette.setColor(QPalette::Dark, QColor(0x18, 0x1a, 0x1c));
    palette.setColor(QPalette::Shadow, QColor(0x10, 0x11, 0x12));
    palette.setColor(QPalette::Highlight, QColor(0x3d, 0x8b, 0xd9));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, QColor(0x6a, 0xb0, 0xf3));
    palette.setColor(QPalette::PlaceholderText, QColor(0xee, 0xee, 0xec, 0x90));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, QColor(0x85, 0x87, 0x8a));
    return palette;
}

QPalette lightPalette()
{
    QPalette palette = QStyleFactory::create(QStringLiteral("Fusion"))->standardPalette();
    palette.setColor(QPalette::Window, QColor(0xf3, 0xf3, 0xf2));
    palette.setColor(QPalette::Button, QColor(0xf8, 0xf8, 0xf7));
    palette.setColor(QPalette::Highlight, QColor(0x2f, 0x7b, 0xc6));
    return palette;
}

class Camera {
public:
    Camera(MainWindow* window, QString folder, QString suffix) : m_window(window), m_folder(std::move(folder)), m_suffix(std::move(suffix)) {}

    void take(const QString& name, QWidget* widget = nullptr)
    {
        QTest::qWait(300);  // animations and answers from the background
        const QString file = QDir(m_folder).filePath(name + m_suffix + QStringLiteral(".png"));
        (widget ? widget : m_window)->grab().save(file);
        std::printf("%s\n", qPrintable(file));
    }

private:
    MainWindow* m_window;
    QString m_folder, m_suffix;
};

bool waitFor(const std::function<bool()>& condition, int timeoutMs)
{
    QElapsedTimer timer;
    timer.start();
    while (!condition() && timer.elapsed() < timeoutMs)
        QTest::qWait(50);
    return condition();
}

void shootBuild(MainWindow& window, Camera& camera, const QString& source, const BuildSettings& wanted, int liveMs)
{
    BuildPage* page = window.buildPage();
    window.showPage(MainWindow::Page::Build);
    camera.take(QStringLiteral("build-empty"));
    window.openPaths({source.toStdString()});
    waitFor([page] { return page->canCreate(); }, 5000);
    page->form()->setTarget(wanted.target);
    waitFor([page] { return page->form()->counted().done; }, 60000);
    camera.take(QStringLiteral("build"));
    BuildSettings settings = wanted;
    settings.sources = page->settings().sources;
    page->form()->apply(settings);
    page->form()->setOptionsOpen(true);
    camera.take(QStringLiteral("options"));
    page->form()->setOptionsOpen(false);
    page->create();
    waitFor([&window] { return window.jobs()->busy(); }, 5000);
    QTest::qWait(liveMs);
    camera.take(QStringLiteral("packing"));
    waitFor([&window] { return !window.jobs()->busy(); }, 600000);
    camera.take(QStringLiteral("result"));
    window.verifyImage(wanted.target);
    waitFor([&window] { return !window.jobs()->busy(); }, 120000);
    camera.take(QStringLiteral("verified"));
}

void shootBrowse(MainWindow& window, Camera& camera, const std::string& image)
{
    BrowsePage* page = window.browsePage();
    window.browseImage(image);
    waitFor([page] { return page->showsContent(); }, 30000);
    QTest::qWait(500);
    camera.take(QStringLiteral("browse"));
    // The first text in reach, so that the side pane has something to show.
    page->content()->find();
    auto* line = qobject_cast<QLineEdit*>(window.focusWidget());
    if (line)
        line->setText(QStringLiteral("*.md"));
    QTest::qWait(900);
    page->content()->list()->setCurrentIndex(page->content()->list()->model()->index(1, 0));
    QTest::qWait(500);
    camera.take(QStringLiteral("search"));
    page->content()->closeFind();
    page->extractAll();
    camera.take(QStringLiteral("extract"));
    page->extractSheet()->closeSheet();
    page->showFacts();
    waitFor([page] { return page->facts()->ready() && !page->facts()->treemap()->tiles().empty(); }, 60000);
    camera.take(QStringLiteral("facts"));
    page->facts()->backRequested();
    page->compare(QDir::currentPath().toStdString());
    page->compareSheet()->accepted();
    waitFor([&window] { return !window.jobs()->busy(); }, 120000);
    camera.take(QStringLiteral("compare"));
    read::ConflictQuestion question;
    question.number = 1;
    question.hostPath = QDir::homePath().toStdString() + "/Downloads/rootfs/etc/fstab";
    question.keepBothName = "fstab (2)";
    question.inImage = {"file", 1832, 1'790'000'000};
    question.onDisk = {"file", 1764, 1'780'000'000};
    question.remaining = 37;
    page->conflictDialog()->ask(question);
    QTest::qWait(200);
    camera.take(QStringLiteral("conflict"), page->conflictDialog());
    page->conflictDialog()->close();
}

void shootFakes(const QSize& size, const QString& out, const QString& suffix, const QString& source)
{
    FakeFactory fakes;
    MainWindow window(fakes.factory());
    window.resize(size);
    window.show();
    Camera camera(&window, out, suffix);
    BuildPage* page = window.buildPage();
    window.openPaths({source.toStdString()});
    waitFor([page] { return page->canCreate(); }, 5000);
    page->form()->setTarget(QDir::tempPath().toStdString() + "/photos.sqfs");
    page->create();
    waitFor([&fakes] { return fakes.control && fakes.control->started; }, 5000);
    for (int i = 0; i < 60; ++i) {
        auto moment = midway(48);
        moment.seconds = 10 + i * 0.1;
        moment.bytesIn += static_cast<std::uint64_t>(i) * 30'000'000;
        for (std::size_t w = 0; w < moment.workers.size(); ++w)
            moment.workers[w].bytesIn += static_cast<std::uint64_t>(i) * (400'000 + 9'000 * ((w * 7 + static_cast<std::size_t>(i)) % 23));
        fakes.control->show(moment);
        QTest::qWait(100);
    }
    camera.take(QStringLiteral("many-workers"));
    fakes.control->finish(Result<pack::PackReport>(outputError("/media/stick/photos.sqfs", "cannot write the image", 28)));
    waitFor([&window] { return !window.jobs()->busy(); }, 5000);
    camera.take(QStringLiteral("failure"));
    dragOver(&window, {source});
    camera.take(QStringLiteral("drag"));
}

}  // namespace

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    QTemporaryDir settings;
    isolateSettings(settings);
    QApplication::setApplicationVersion(QStringLiteral("0.1.0"));
    QTranslator own;
    if (own.load(QStringLiteral(":/i18n/squashdesk_en.qm")))
        app.installTranslator(&own);
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addOptions({{QStringLiteral("out"), QStringLiteral("Folder for the pictures."), QStringLiteral("dir"), QStringLiteral(".")},
        {QStringLiteral("size"), QStringLiteral("Window size."), QStringLiteral("WxH"), QStringLiteral("1280x800")},
        {QStringLiteral("live"), QStringLiteral("Milliseconds of packing before its picture."), QStringLiteral("ms"), QStringLiteral("9000")},
        {QStringLiteral("workers"), QStringLiteral("Workers; -1 = automatic."), QStringLiteral("n"), QStringLiteral("-1")},
        {QStringLiteral("fast"), QStringLiteral("Goal “Fastest”.")}, {QStringLiteral("target"), QStringLiteral("Image to make."), QStringLiteral("file")},
        {QStringLiteral("font"), QStringLiteral("Font."), QStringLiteral("family")}, {QStringLiteral("dark"), QStringLiteral("Dark palette.")},
        {QStringLiteral("browse"), QStringLiteral("Only the Browse page, with this image."), QStringLiteral("image")},
        {QStringLiteral("fakes"), QStringLiteral("Only the pages that need no engine.")}});
    parser.addPositionalArgument(QStringLiteral("source"), QStringLiteral("Folder to pack."));
    parser.process(app);
    if (parser.positionalArguments().size() != 1)
        parser.showHelp(2);

    QApplication::setStyle(QStringLiteral("Fusion"));
    QApplication::setPalette(parser.isSet(QStringLiteral("dark")) ? darkPalette() : lightPalette());
    if (parser.isSet(QStringLiteral("font")))
        QApplication::setFont(QFont(parser.value(QStringLiteral("font")), 10));
    const QStringList numbers = parser.value(QStringLiteral("size")).split(QLatin1Char('x'));
    const QSize size(numbers.value(0).toInt(), numbers.value(1).toInt());
    const QString suffix = parser.isSet(QStringLiteral("dark")) ? QStringLiteral("-dark") : QStringLiteral("-light");
    const QString source = QDir::current().absoluteFilePath(parser.positionalArguments().constFirst());
    const QString out = parser.value(QStringLiteral("out"));

    Settings store;
    RecentEntry image{RecentEntry::Kind::Image, QDir::homePath().toStdString() + "/Downloads/rootfs.sqfs", QStringLiteral("zstd"), 412'000'000,
        QDateTime::currentDateTime().addDays(-1)};
    RecentEntry folder{RecentEntry::Kind::Folder, QDir::homePath().toStdString() + "/Pictures/photos", QStringLiteral("lz4"), 8'100'000'000,
        QDateTime::currentDateTime()};
    store.addRecent(image);
    store.addRecent(folder);
    OperationFactory factory;
    factory.pack = operation::PackOperation::create;
    factory.verify = operation::VerifyOperation::create;
    factory.extract = operation::ExtractOperation::create;
    factory.diff = operation::DiffOperation::create;
    factory.tar = operation::TarOperation::create;
    if (parser.isSet(QStringLiteral("browse"))) {
        MainWindow window(std::move(factory));
        window.resize(size);
        window.show();
        Camera camera(&window, out, suffix);
        shootBrowse(window, camera, parser.value(QStringLiteral("browse")).toStdString());
        return 0;
    }
    if (!parser.isSet(QStringLiteral("fakes"))) {
        MainWindow window(std::move(factory));
        window.resize(size);
        window.show();
        Camera camera(&window, out, suffix);
        camera.take(QStringLiteral("home"));
        const QString target = parser.isSet(QStringLiteral("target")) ? parser.value(QStringLiteral("target")) : source + QStringLiteral(".sqfs");
        BuildSettings wanted = goalDefaults(parser.isSet(QStringLiteral("fast")) ? Goal::Fastest : Goal::Balanced);
        wanted.target = target.toStdString();
        wanted.workers = parser.value(QStringLiteral("workers")).toInt();
        wanted.skipUnreadable = true;
        shootBuild(window, camera, source, wanted, parser.value(QStringLiteral("live")).toInt());
    }
    shootFakes(size, out, suffix, source);
    return 0;
}
