// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/support/window_fixture.h"
#include "ui/job_controller.h"
#include "ui/pages/build_form.h"
#include "ui/pages/build_page.h"
#include "ui/pages/live_view.h"
#include "ui/pages/result_view.h"
#include "ui/widgets/message_bar.h"

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QProcess>
#include <QTest>

using namespace sqd;
using namespace sqd::ui;
using namespace sqd::guitest;

// Whole journeys on the real engine.
class JourneyTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    QString m_source, m_target;

    BuildPage* page() const { return m_window->buildPage(); }
    void makeFile(const QString& name, const QByteArray& contents)
    {
        QFile file(m_source + QLatin1Char('/') + name);
        QVERIFY(QDir().mkpath(QFileInfo(file.fileName()).path()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(contents), contents.size());
    }
    static QByteArray noise(int bytes, quint32 seed)
    {
        // Letters without order: they shrink by half, and slowly.
        QRandomGenerator generator(seed);
        QByteArray data(bytes, 'a');
        generator.fillRange(reinterpret_cast<quint32*>(data.data()), data.size() / 4);
        for (char& c : data)
            c = static_cast<char>('a' + (c & 15));
        return data;
    }

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        isolateSettings(m_folder);
    }
    void init()
    {
        m_source = m_folder.filePath(QStringLiteral("photos"));
        m_target = m_source + QStringLiteral(".sqfs");
        QDir(m_source).removeRecursively();
        for (const QString& made : QDir(m_folder.path()).entryList({QStringLiteral("*.sqfs")}, QDir::Files))
            QFile::remove(m_folder.filePath(made));
        makeFile(QStringLiteral("a.txt"), "hello\n");
        makeFile(QStringLiteral("sub/b.txt"), noise(300'000, 1));
        makeFile(QStringLiteral("sub/copy of b.txt"), noise(300'000, 1));
        QVERIFY(QFile::link(QStringLiteral("a.txt"), m_source + QStringLiteral("/link")));
        OperationFactory factory;
        factory.pack = operation::PackOperation::create;
        factory.verify = operation::VerifyOperation::create;
        m_window = std::make_unique<MainWindow>(std::move(factory));
        m_window->resize(1000, 700);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup()
    {
        m_window->jobs()->cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->jobs()->busy(), 20000);
        m_window.reset();
    }

    void DropAFolderAndCreate_makesAnImageThatOthersRead()
    {
        // Launch, drop, Create Image: the three actions that are promised.
        dropOn(m_window.get(), {m_source});
        QTRY_VERIFY(page()->canCreate());
        QPushButton* create = button(page(), QStringLiteral("Create Image"));
        QVERIFY(create && create->isEnabled());
        QTest::mouseClick(create, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(page()->findChild<ResultView*>()->isVisible(), 30000);
        QVERIFY(QFile::exists(m_target));

        const QString unsquashfs = QStandardPaths::findExecutable(QStringLiteral("unsquashfs"));
        if (unsquashfs.isEmpty())
            QSKIP("unsquashfs is not installed");
        QProcess lists;
        lists.start(unsquashfs, {QStringLiteral("-stat"), m_target});
        QVERIFY(lists.waitForFinished());
        const QByteArray facts = lists.readAllStandardOutput();
        QCOMPARE(lists.exitCode(), 0);
        QVERIFY2(facts.contains("Compression zstd"), facts.constData());
        QVERIFY2(facts.contains("Block size 131072"), facts.constData());
        const QString out = m_folder.filePath(QStringLiteral("out"));
        QProcess unpacks;
        unpacks.start(unsquashfs, {QStringLiteral("-n"), QStringLiteral("-d"), out, m_target});
        QVERIFY(unpacks.waitForFinished());
        QVERIFY2(unpacks.exitCode() == 0, unpacks.readAllStandardError().constData());
        QProcess compares;
        compares.start(QStringLiteral("diff"), {QStringLiteral("-r"), QStringLiteral("--no-dereference"), m_source, out});
        QVERIFY(compares.waitForFinished());
        QVERIFY2(compares.exitCode() == 0, compares.readAllStandardOutput().constData());
    }

    void KeyboardOnly_packsAndVerifies()
    {
        m_window->openPaths({m_source.toStdString()});
        QTRY_VERIFY(page()->canCreate());
        QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(page()->findChild<ResultView*>()->isVisible(), 30000);
        QPushButton* verify = button(page(), QStringLiteral("Verify"));
        QVERIFY(verify);
        verify->setFocus();
        QTest::keyClick(verify, Qt::Key_Space);
        QTRY_VERIFY2_WITH_TIMEOUT(m_window->messageBar()->text().contains(QStringLiteral("is intact")), qPrintable(m_window->messageBar()->text()), 30000);
    }

    void DamagedImage_isToldAsDamaged()
    {
        m_window->showPage(MainWindow::Page::Build);
        page()->setSources({m_source.toStdString()});
        QTRY_VERIFY(page()->canCreate());
        page()->create();
        QTRY_VERIFY_WITH_TIMEOUT(page()->findChild<ResultView*>()->isVisible(), 30000);
        QFile image(m_target);
        QVERIFY(image.open(QIODevice::ReadWrite));
        QVERIFY(image.resize(image.size() / 2));
        image.close();
        m_window->verifyImage(m_target.toStdString());
        QTRY_VERIFY2_WITH_TIMEOUT(m_window->messageBar()->text().contains(QStringLiteral("damaged")), qPrintable(m_window->messageBar()->text()), 30000);
    }

    void MissingSource_failsInPlace()
    {
        m_window->showPage(MainWindow::Page::Build);
        page()->setSources({m_source.toStdString()});
        QTRY_VERIFY(page()->canCreate());
        QDir(m_source).removeRecursively();
        page()->create();
        QTRY_VERIFY2_WITH_TIMEOUT(button(page(), QStringLiteral("Copy Details")) != nullptr, qPrintable(visibleTexts(page())), 30000);
        QVERIFY2(showsText(page(), QStringLiteral("could not be read")), qPrintable(visibleTexts(page())));
        QVERIFY(!QFile::exists(m_target));
    }

    void CopyAsCommand_runByTheShell_makesTheSameBytes()
    {
        const QString program = qEnvironmentVariable("SQUASHDESK_CLI");
        if (program.isEmpty())
            QSKIP("squashdesk-cli was not built");
        m_window->showPage(MainWindow::Page::Build);
        page()->setSources({m_source.toStdString()});
        QTRY_VERIFY(page()->canCreate());
        BuildSettings settings = page()->settings();
        settings.codec = "gzip";
        settings.level = 4;
        settings.blockSize = 64 * 1024;
        settings.tailEnds = pack::TailEnds::Small;
        settings.allRoot = true;
        settings.fixedTime = 1'700'000'000;
        settings.excludes = QStringList{QStringLiteral("copy*")};
        settings.padTo = 0;
        settings.reproducible = true;
        page()->form()->apply(settings);
        page()->create();
        QTRY_VERIFY_WITH_TIMEOUT(page()->findChild<ResultView*>()->isVisible(), 30000);
        settings.target = m_folder.filePath(QStringLiteral("by command.sqfs")).toStdString();
        QString command = toCommand(settings);
        command.replace(QStringLiteral("squashdesk-cli"), shellWord(program.toStdString()));
        QProcess shell;
        shell.start(QStringLiteral("bash"), {QStringLiteral("-c"), command});
        QVERIFY(shell.waitForFinished());
        QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError().constData());
        QFile first(m_target), second(QString::fromStdString(settings.target));
        QVERIFY(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
        QVERIFY2(first.readAll() == second.readAll(), qPrintable(command));
    }

    void EventLoop_whilePacking_neverStalls()
    {
        for (int i = 0; i < 40; ++i)
            makeFile(QStringLiteral("many/%1").arg(i), noise(700'000, static_cast<quint32>(i)));
        StallWatchdog watchdog;
        dropOn(m_window.get(), {m_source});
        QTRY_VERIFY(page()->canCreate());
        page()->create();
        QTRY_VERIFY_WITH_TIMEOUT(page()->findChild<ResultView*>()->isVisible(), 60000);
        QVERIFY2(watchdog.longestMs() <= StallWatchdog::limitMs(), qPrintable(QStringLiteral("longest stall %1 ms").arg(watchdog.longestMs())));
        qInfo("longest time between two turns of the event loop: %d ms", watchdog.longestMs());
    }

    void StallWatchdog_aBlockedLoop_isNoticed()
    {
        StallWatchdog watchdog;
        QTest::qWait(50);
        QThread::msleep(450);
        QTest::qWait(50);
        QVERIFY(watchdog.longestMs() >= 400);
    }

    void CancelWhilePacking_isSeenAtOnceAndLeavesNothing()
    {
        for (int i = 0; i < 60; ++i)
            makeFile(QStringLiteral("many/%1").arg(i), noise(2'000'000, static_cast<quint32>(i)));
        m_window->showPage(MainWindow::Page::Build);
        page()->setSources({m_source.toStdString()});
        QTRY_VERIFY(page()->canCreate());
        page()->create();
        QTRY_VERIFY(m_window->jobs()->busy() && page()->findChild<LiveView*>()->isVisible());
        QTest::qWait(200);
        QElapsedTimer timer;
        timer.start();
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        QVERIFY(button(page(), QStringLiteral("Cancelling…")) != nullptr || !m_window->jobs()->busy());
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->jobs()->busy(), 20000);
        qInfo("cancelled after %lld ms", static_cast<long long>(timer.elapsed()));
        QVERIFY(!QFile::exists(m_target));
        QCOMPARE(QDir(m_folder.path()).entryList({QStringLiteral("*.sqfs*")}, QDir::Files | QDir::Hidden), QStringList());
    }
};

QTEST_MAIN(JourneyTest)
#include "tst_journey.moc"
