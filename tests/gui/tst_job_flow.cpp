// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/support/fake_operation.h"
#include "gui/support/window_fixture.h"
#include "ui/job_controller.h"
#include "ui/pages/build_form.h"
#include "ui/pages/build_page.h"
#include "ui/pages/live_view.h"
#include "ui/pages/result_view.h"
#include "ui/widgets/flow_panel.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/progress_line.h"
#include "ui/widgets/worker_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>

#include <cerrno>

using namespace sqd;
using namespace sqd::ui;
using namespace sqd::guitest;

// What the window does with a job, told by operations that do what the test says.
class JobFlowTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::unique_ptr<FakeFactory> m_fakes;
    std::unique_ptr<MainWindow> m_window;
    QString m_source, m_target;

    BuildPage* page() const { return m_window->buildPage(); }
    template<typename T>
    T* part() const
    {
        return page()->findChild<T*>();
    }
    void openForm()
    {
        m_window->openPaths({m_source.toStdString()});
        QTRY_VERIFY(page()->canCreate());
    }
    void startPacking()
    {
        openForm();
        CLICK_BUTTON(page(), QStringLiteral("Create Image"));
        QTRY_VERIFY(part<LiveView>()->isVisible());
        QVERIFY(m_fakes->control && m_fakes->control->started);
    }

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        isolateSettings(m_folder);
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    }
    void init()
    {
        QDir(m_folder.path()).removeRecursively();
        m_source = m_folder.filePath(QStringLiteral("photos"));
        m_target = m_source + QStringLiteral(".sqfs");
        QVERIFY(QDir().mkpath(m_source));
        m_fakes = std::make_unique<FakeFactory>();
        m_window = std::make_unique<MainWindow>(m_fakes->factory());
        m_window->resize(1000, 720);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup()
    {
        if (m_fakes->control && !m_fakes->control->finished())
            m_fakes->control->finish(Result<pack::PackReport>(cancelledError()));
        QTRY_VERIFY(!m_window->jobs()->busy());
        m_window.reset();
    }

    void Create_defaults_asksTheEngineForTheSuggestedTarget()
    {
        startPacking();
        QCOMPARE(m_fakes->packRequests.size(), std::size_t{1});
        const auto& request = m_fakes->packRequests.front();
        QCOMPARE(request.source.sources, (std::vector<std::string>{m_source.toStdString()}));
        QCOMPARE(request.pack.target, m_target.toStdString());
        QVERIFY(!request.pack.replaceTarget);
        QCOMPARE(std::string(request.pack.backend->name), std::string("zstd"));
    }

    void LiveView_sample_showsItsFigures()
    {
        startPacking();
        m_fakes->control->show(midway(8));
        QTRY_VERIFY2(showsText(page(), QStringLiteral("7,200 of 11,900 files")), qPrintable(visibleTexts(page())));
        QVERIFY(part<WorkerPanel>()->summary().startsWith(QStringLiteral("8 worker")));
        QVERIFY(!part<WorkerPanel>()->showsHeatRow());
        QVERIFY(part<FlowPanel>() != nullptr);
        QVERIFY(part<ProgressLine>()->value() > 0);
        QVERIFY(part<ProgressLine>()->value() < 1000);
    }

    void LiveView_smallerSample_neverMovesTheBarBack()
    {
        startPacking();
        m_fakes->control->show(midway(2));
        QTRY_VERIFY(part<ProgressLine>()->value() > 300);
        const int before = part<ProgressLine>()->value();
        auto earlier = midway(2);
        earlier.bytesIn = 1'000'000;
        earlier.bytesTotal = 90'000'000'000;
        m_fakes->control->show(earlier);
        QTest::qWait(350);
        QVERIFY(part<ProgressLine>()->value() >= before);
    }

    void LiveView_manyWorkers_becomeAHeatRow()
    {
        startPacking();
        m_fakes->control->show(midway(64));
        QTRY_VERIFY(part<WorkerPanel>()->showsHeatRow());
    }

    void Pause_andResume_reachTheOperation()
    {
        startPacking();
        m_fakes->control->show(midway(4));
        CLICK_BUTTON(page(), QStringLiteral("Pause"));
        QVERIFY(m_fakes->control->paused);
        QTRY_VERIFY(showsText(page(), QStringLiteral("Paused")));
        QTest::keyClick(m_window.get(), Qt::Key_J, Qt::ControlModifier);
        QVERIFY(!m_fakes->control->paused);
        QVERIFY(button(page(), QStringLiteral("Pause")) != nullptr);
    }

    void Cancel_isSeenAtOnceAndEndsInTheForm()
    {
        startPacking();
        m_fakes->control->endOnStop = false;
        QElapsedTimer timer;
        timer.start();
        CLICK_BUTTON(page(), QStringLiteral("Cancel Job"));
        QVERIFY(m_fakes->control->stopRequested);
        QVERIFY(button(page(), QStringLiteral("Cancelling…")) != nullptr);
        QVERIFY(timer.elapsed() < 1000);
        QVERIFY(!m_fakes->control->destroyed);
        m_fakes->control->finish(Result<pack::PackReport>(cancelledError()));
        QTRY_VERIFY(page()->canCreate());
        QVERIFY(showsText(page(), QStringLiteral("Cancelled; nothing was left behind")));
        QVERIFY(m_fakes->control->destroyed && !m_fakes->control->destroyedUnfinished);
    }

    void Cancel_whilePaused_letsTheWorkersPass()
    {
        startPacking();
        m_window->jobs()->setPaused(true);
        QVERIFY(m_fakes->control->paused);
        m_window->jobs()->cancel();
        QVERIFY(!m_fakes->control->paused);
    }

    void Success_showsWhatWasSaved()
    {
        startPacking();
        m_fakes->control->finish(Result<pack::PackReport>(goodReport(m_target.toStdString())));
        QTRY_VERIFY(part<ResultView>()->isVisible());
        QVERIFY2(part<ResultView>()->headline().contains(QStringLiteral("is ready — 3.30 GB, saved 59 %, 46 s")), qPrintable(part<ResultView>()->headline()));
        for (const char* text : {"Show in Folder", "Verify", "Pack Another"})
            QVERIFY2(button(page(), QLatin1String(text)) != nullptr, text);
        QCOMPARE(Settings().recents().size(), std::size_t{2});
        CLICK_BUTTON(page(), QStringLiteral("Verify"));
        QTRY_COMPARE(m_fakes->verifyRequests.size(), std::size_t{1});
        read::VerifyReport report;
        report.files = 11'900;
        report.bytes = 8'100'000'000;
        report.seconds = 12;
        m_fakes->control->finish(Result<read::VerifyReport>(report));
        QTRY_VERIFY2(m_window->messageBar()->text().contains(QStringLiteral("is intact")), qPrintable(m_window->messageBar()->text()));
    }

    void Running_warnings_areListedOnRequestAndGrow()
    {
        startPacking();
        QVERIFY(button(page(), QStringLiteral("Show")) == nullptr);
        const auto warn = [this](const std::string& path) {
            const std::lock_guard lock(m_fakes->control->mutex);
            m_fakes->control->warnings.push_back({path, "cannot be read", true, false});
            m_fakes->control->snapshot.warnings = m_fakes->control->warnings.size();
        };
        warn("photos/a");
        QTRY_VERIFY2(showsText(page(), QStringLiteral("1 warning(s) so far")), qPrintable(visibleTexts(page())));
        CLICK_BUTTON(page(), QStringLiteral("Show"));
        auto* list = part<LiveView>()->findChild<QPlainTextEdit*>();
        QTRY_COMPARE(list->toPlainText(), QStringLiteral("photos/a: cannot be read"));
        warn("photos/b");
        QTRY_COMPARE(list->toPlainText(), QStringLiteral("photos/a: cannot be read\nphotos/b: cannot be read"));
        CLICK_BUTTON(page(), QStringLiteral("Hide"));
        QVERIFY(!list->isVisible());
    }

    void Success_withWarnings_listsThem()
    {
        startPacking();
        pack::PackReport report = goodReport(m_target.toStdString());
        report.warnings.push_back({"photos/secret", "cannot be read", true, false});
        m_fakes->control->finish(Result<pack::PackReport>(report));
        QTRY_VERIFY(part<ResultView>()->isVisible());
        auto* list = part<ResultView>()->findChild<QPlainTextEdit*>();
        QVERIFY(list->isVisible());
        QCOMPARE(list->toPlainText(), QStringLiteral("photos/secret: cannot be read"));
    }

    void Failure_isToldInPlaceAndCanBeCopied()
    {
        startPacking();
        m_fakes->control->finish(Result<pack::PackReport>(outputError(m_target.toStdString(), "cannot write the image", ENOSPC)));
        QTRY_VERIFY(button(page(), QStringLiteral("Copy Details")) != nullptr);
        QVERIFY2(showsText(page(), QStringLiteral("The image could not be written")), qPrintable(visibleTexts(page())));
        QVERIFY(showsText(page(), QStringLiteral("Free some space")));
        CLICK_BUTTON(page(), QStringLiteral("Copy Details"));
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.contains(QStringLiteral("cannot write the image")) && copied.contains(QStringLiteral("output-unwritable")), qPrintable(copied));
        QVERIFY(copied.contains(QStringLiteral("squashdesk-cli pack")));
        CLICK_BUTTON(page(), QStringLiteral("Change Settings"));
        QVERIFY(page()->canCreate());
    }

    void ExistingTarget_replace_isAskedInALine()
    {
        QFile existing(m_target);
        QVERIFY(existing.open(QIODevice::WriteOnly));
        existing.close();
        openForm();
        QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(button(page(), QStringLiteral("Replace")) != nullptr);
        QVERIFY(m_fakes->packRequests.empty());
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        CLICK_BUTTON(page(), QStringLiteral("Replace"));
        QTRY_COMPARE(m_fakes->packRequests.size(), std::size_t{1});
        QVERIFY(m_fakes->packRequests.front().pack.replaceTarget);
        QCOMPARE(m_fakes->packRequests.front().pack.target, m_target.toStdString());
    }

    void ExistingTarget_keepBoth_takesAFreeName()
    {
        QFile existing(m_target);
        QVERIFY(existing.open(QIODevice::WriteOnly));
        existing.close();
        openForm();
        page()->create();
        QTRY_VERIFY(button(page(), QStringLiteral("Keep Both")) != nullptr);
        CLICK_BUTTON(page(), QStringLiteral("Keep Both"));
        QTRY_COMPARE(m_fakes->packRequests.size(), std::size_t{1});
        QCOMPARE(m_fakes->packRequests.front().pack.target, (m_source + QStringLiteral(" (2).sqfs")).toStdString());
        QVERIFY(!m_fakes->packRequests.front().pack.replaceTarget);
    }

    void Target_inAMissingFolder_isRefusedBeforeTheStart()
    {
        openForm();
        page()->form()->setTarget("/nowhere/at/all.sqfs");
        page()->create();
        QTRY_VERIFY2(showsText(page(), QStringLiteral("Images cannot be saved in")), qPrintable(visibleTexts(page())));
        QVERIFY(m_fakes->packRequests.empty());
    }

    void Verify_damaged_isToldWithDetails()
    {
        m_window->verifyImage(m_target.toStdString());
        QTRY_COMPARE(m_fakes->verifyRequests.size(), std::size_t{1});
        QCOMPARE(m_fakes->verifyRequests.front().image, m_target.toStdString());
        read::VerifyReport report;
        report.ok = false;
        read::Finding finding;
        finding.what = "the fragment table lies past the end";
        report.findings.push_back(finding);
        m_fakes->control->finish(Result<read::VerifyReport>(report));
        QTRY_VERIFY(m_window->messageBar()->text().contains(QStringLiteral("is damaged")));
        CLICK_BUTTON(m_window->messageBar(), QStringLiteral("Copy Details"));
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("the fragment table lies past the end")));
    }

    void DropWhilePacking_isRefusedInALine()
    {
        startPacking();
        dropOn(m_window.get(), {m_source});
        QTRY_VERIFY2(showsText(page(), QStringLiteral("An image is being packed")), qPrintable(visibleTexts(page())));
        QVERIFY(part<LiveView>()->isVisible());
    }

    void Quit_withARunningJob_asksAndStays()
    {
        startPacking();
        m_window->close();
        QVERIFY(m_window->isVisible());
        QTRY_VERIFY(button(m_window.get(), QStringLiteral("Stay")) != nullptr);
        QVERIFY(button(m_window.get(), QStringLiteral("Stay"))->hasFocus() || button(m_window.get(), QStringLiteral("Stay"))->isDefault());
        CLICK_BUTTON(m_window.get(), QStringLiteral("Stay"));
        QVERIFY(!m_fakes->control->stopRequested);
    }

    void Undo_ofAChangedGoal_bringsTheOldOneBack()
    {
        openForm();
        const auto cards = page()->findChildren<QRadioButton*>();
        QCOMPARE(cards.size(), 3);
        cards[1]->click();
        QCOMPARE(page()->settings().codec, std::string("xz"));
        page()->undoStack()->undo();
        QCOMPARE(page()->settings().codec, std::string("zstd"));
        QVERIFY(cards[0]->isChecked());
        page()->undoStack()->redo();
        QVERIFY(cards[1]->isChecked());
    }

    void CopyCommand_putsItOnTheClipboard()
    {
        openForm();
        CLICK_BUTTON(page(), QStringLiteral("Copy as Command"));
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("squashdesk-cli pack --preset balanced ")));
    }
};

QTEST_MAIN(JobFlowTest)
#include "tst_job_flow.moc"
