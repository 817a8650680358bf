// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/support/made_image.h"
#include "gui/support/window_fixture.h"
#include "ui/dialogs/conflict_dialog.h"
#include "ui/job_controller.h"
#include "ui/pages/browse_content.h"
#include "ui/pages/browse_page.h"
#include "ui/pages/build_form.h"
#include "ui/pages/build_page.h"
#include "ui/pages/facts_view.h"
#include "ui/pages/results_view.h"
#include "ui/pages/side_pane.h"
#include "ui/settings.h"
#include "ui/widgets/entry_view.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/rows_view.h"
#include "ui/widgets/treemap_widget.h"

#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QImage>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>
#include <QUrl>

using namespace sqd;
using namespace sqd::ui;
using namespace sqd::guitest;

// The Browse page on real images with the real engine.
class BrowseTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
    QString m_source, m_image, m_out;

    BrowsePage* page() const { return m_window->browsePage(); }
    BrowseContent* content() const { return page()->content(); }
    EntryView* list() const { return content()->list(); }
    QString barText() const { return page()->messageBar()->text(); }
    QStringList shownNames() const
    {
        QStringList names;
        for (int row = 0; row < list()->model()->rowCount(list()->rootIndex()); ++row)
            names << list()->model()->index(row, 0, list()->rootIndex()).data().toString();
        return names;
    }
    void open()
    {
        m_window->browseImage(m_image.toStdString());
        QTRY_VERIFY(page()->showsContent() && !shownNames().isEmpty());
    }
    void select(const QString& name)
    {
        const int row = static_cast<int>(shownNames().indexOf(name));
        QVERIFY2(row >= 0, qPrintable(name + QStringLiteral(" is not among ") + shownNames().join(QLatin1Char(' '))));
        list()->selectionModel()->setCurrentIndex(list()->model()->index(row, 0, list()->rootIndex()), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    }
    static QByteArray contentsOf(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(missing)");
    }
    // Extracts a.txt over an existing one, with the sheet's policy.
    void extractOverExisting(read::Conflict policy)
    {
        makeFile(m_out + QStringLiteral("/a.txt"), "old");
        open();
        select(QStringLiteral("a.txt"));
        QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY(page()->extractSheet()->isOpen());
        QVERIFY(!page()->extractSheet()->newFolder());  // one item needs none
        page()->extractSheet()->setDestination(m_out.toStdString());
        page()->extractSheet()->setConflict(policy);
        CLICK_BUTTON(page()->extractSheet(), QStringLiteral("Extract"));
    }
    void answerConflict(const char* choice)
    {
        extractOverExisting(read::Conflict::Ask);
        QTRY_VERIFY_WITH_TIMEOUT(page()->conflictDialog()->isVisible(), 20000);
        QVERIFY(showsText(page()->conflictDialog(), QStringLiteral("In the image")));
        QCOMPARE(page()->conflictDialog()->focusWidget(), button(page()->conflictDialog(), QStringLiteral("Keep Both")));
        CLICK_BUTTON(page()->conflictDialog(), QString::fromLatin1(choice));
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->jobs()->busy(), 20000);
        QVERIFY(!page()->conflictDialog()->isVisible());
    }

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        isolateSettings(m_folder);
        for (const char* name : {"XDG_CACHE_HOME", "XDG_DATA_HOME"}) {
            const QString place = m_folder.filePath(QString::fromLatin1(name));
            QVERIFY(QDir().mkpath(place));
            qputenv(name, place.toUtf8());
        }
        m_source = m_folder.filePath(QStringLiteral("tree"));
        makeFile(m_source + QStringLiteral("/a.txt"), "hello\n");
        makeFile(m_source + QStringLiteral("/copy of b.txt"), QByteArray(300'000, 'b'));
        makeFile(m_source + QStringLiteral("/etc/app.conf"), "key = value\n");
        makeFile(m_source + QStringLiteral("/etc/deep/er/other.conf"), "x");
        makeFile(m_source + QStringLiteral("/usr/b.txt"), QByteArray(300'000, 'b'));
        QByteArray binary(70'000, '\0');
        for (int i = 0; i < static_cast<int>(binary.size()); ++i)
            binary[i] = static_cast<char>(i * 7919 >> 3);
        makeFile(m_source + QStringLiteral("/usr/tool"), binary);
        QImage picture(40, 30, QImage::Format_RGB32);
        picture.fill(Qt::red);
        QVERIFY(picture.save(m_source + QStringLiteral("/usr/picture.png")));
        QVERIFY(QFile::link(QStringLiteral("usr/tool"), m_source + QStringLiteral("/link")));
    }
    void init()
    {
        m_image = m_folder.filePath(QStringLiteral("tree.sqfs"));
        QCOMPARE(packed(m_source, m_image), m_image.toStdString());
        m_out = m_folder.filePath(QStringLiteral("out"));
        QVERIFY(QDir(m_out).removeRecursively() || !QDir(m_out).exists());
        OperationFactory factory;
        factory.pack = operation::PackOperation::create;
        factory.verify = operation::VerifyOperation::create;
        factory.extract = operation::ExtractOperation::create;
        factory.diff = operation::DiffOperation::create;
        factory.tar = operation::TarOperation::create;
        m_window = std::make_unique<MainWindow>(std::move(factory));
        m_window->resize(1100, 750);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup()
    {
        m_window->jobs()->cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->jobs()->busy(), 20000);
        m_window.reset();
    }

    void DroppedImage_opensAndIsRemembered()
    {
        StallWatchdog watchdog;
        dropOn(m_window.get(), {m_image});
        QTRY_VERIFY(page()->showsContent());
        QTRY_COMPARE(shownNames(), (QStringList{QStringLiteral("etc"), QStringLiteral("usr"), QStringLiteral("a.txt"), QStringLiteral("copy of b.txt"), QStringLiteral("link")}));
        QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("tree.sqfs")));
        QVERIFY2(showsText(page(), QStringLiteral("5 item(s) · image: gzip")), qPrintable(visibleTexts(page())));
        QCOMPARE(Settings().recents().front().path, m_image.toStdString());
        QVERIFY2(watchdog.longestMs() <= StallWatchdog::limitMs(), qPrintable(QString::number(watchdog.longestMs())));
    }

    void Keyboard_goesThroughFolders()
    {
        open();
        list()->setFocus();
        select(QStringLiteral("etc"));
        QTest::keyClick(list(), Qt::Key_Return);
        QTRY_COMPARE(shownNames(), (QStringList{QStringLiteral("deep"), QStringLiteral("app.conf")}));
        QTest::keyClick(list(), Qt::Key_Return);
        QTRY_COMPARE(shownNames(), QStringList{QStringLiteral("er")});
        QTest::keyClick(m_window.get(), Qt::Key_Up, Qt::AltModifier);
        QTRY_COMPARE(shownNames().size(), 2);
        QCOMPARE(list()->currentIndex().data().toString(), QStringLiteral("deep"));
        QTest::keyClick(m_window.get(), Qt::Key_Left, Qt::AltModifier);
        QTRY_COMPARE(shownNames(), QStringList{QStringLiteral("er")});
        QTest::keyClick(m_window.get(), Qt::Key_Right, Qt::AltModifier);
        QTRY_COMPARE(shownNames().size(), 2);
        QTest::keyClick(list(), Qt::Key_Backspace);
        QTRY_COMPARE(shownNames().size(), 5);
        QTest::keyClicks(list(), QStringLiteral("co"));
        QCOMPARE(list()->currentIndex().data().toString(), QStringLiteral("copy of b.txt"));
        QTest::keyClick(m_window.get(), Qt::Key_L, Qt::ControlModifier);
        auto* line = qobject_cast<QLineEdit*>(m_window->focusWidget());
        QVERIFY(line);
        line->setText(QStringLiteral("/etc/deep"));
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(shownNames(), QStringList{QStringLiteral("er")});
        content()->enterPath("/no/such");
        QTRY_VERIFY2(barText().contains(QStringLiteral("is not in the image")), qPrintable(barText()));
    }

    void Search_whileTyping_findsAndReveals()
    {
        open();
        StallWatchdog watchdog;
        QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
        auto* line = qobject_cast<QLineEdit*>(m_window->focusWidget());
        QVERIFY(line);
        QTest::keyClicks(line, QStringLiteral("*.conf"));
        QTRY_COMPARE(shownNames(), (QStringList{QStringLiteral("other.conf"), QStringLiteral("app.conf")}));
        QVERIFY2(showsText(page(), QStringLiteral("2 match(es)")), qPrintable(visibleTexts(page())));
        QTest::keyClicks(line, QStringLiteral("zzz"));
        QTRY_VERIFY2(showsText(page(), QStringLiteral("Nothing matches")), qPrintable(visibleTexts(page())));
        QTest::keyClick(line, Qt::Key_Escape);
        QTRY_COMPARE(shownNames().size(), 5);
        QVERIFY(list()->hasFocus());
        QVERIFY2(watchdog.longestMs() <= StallWatchdog::limitMs(), qPrintable(QString::number(watchdog.longestMs())));
    }

    void SidePane_showsWhatAnEntryIs()
    {
        open();
        const auto preview = [this]() -> const PreviewContent& { return content()->sidePane()->preview(); };
        select(QStringLiteral("a.txt"));
        QTRY_COMPARE(preview().kind, PreviewContent::Kind::Text);
        QCOMPARE(preview().text, QStringLiteral("hello\n"));
        QTRY_VERIFY2(showsText(page(), QStringLiteral("at image byte")), qPrintable(visibleTexts(page())));
        select(QStringLiteral("link"));
        QTRY_COMPARE(preview().kind, PreviewContent::Kind::Link);
        QCOMPARE(preview().text, QStringLiteral("usr/tool"));
        content()->enterPath("/usr");
        QTRY_VERIFY(shownNames().contains(QStringLiteral("tool")));
        select(QStringLiteral("tool"));
        QTRY_COMPARE(preview().kind, PreviewContent::Kind::Hex);
        QVERIFY(preview().cut);
        select(QStringLiteral("picture.png"));
        QTRY_COMPARE(preview().kind, PreviewContent::Kind::Picture);
        QCOMPARE(preview().pictureSize, QSize(40, 30));
        QTest::keyClick(m_window.get(), Qt::Key_F9);
        QVERIFY(!content()->sidePaneShown());
        QTest::keyClick(list(), Qt::Key_Space);
        QVERIFY(content()->sidePaneShown());
    }

    void Extract_withoutConflict_canBeUndone()
    {
        open();
        QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(page()->extractSheet()->isOpen());
        QVERIFY(page()->extractSheet()->newFolder());  // five top items
        page()->extractSheet()->setDestination(m_out.toStdString());
        QTest::keyClick(page()->extractSheet()->focusWidget(), Qt::Key_Return);
        QTRY_VERIFY2_WITH_TIMEOUT(barText().contains(QStringLiteral("extracted")), qPrintable(barText()), 20000);
        const QString made = m_out + QStringLiteral("/tree");
        QCOMPARE(contentsOf(made + QStringLiteral("/a.txt")), QByteArray("hello\n"));
        QCOMPARE(contentsOf(made + QStringLiteral("/etc/app.conf")), QByteArray("key = value\n"));
        QCOMPARE(QFile::symLinkTarget(made + QStringLiteral("/link")), made + QStringLiteral("/usr/tool"));
        QVERIFY(page()->canUndo());
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY2_WITH_TIMEOUT(barText().contains(QStringLiteral("trash")), qPrintable(barText()), 20000);
        QVERIFY2(!QFile::exists(made + QStringLiteral("/a.txt")), qPrintable(barText()));
        QVERIFY(!page()->canUndo());
    }
    void Conflict_keepBoth()
    {
        answerConflict("Keep Both");
        QCOMPARE(contentsOf(m_out + QStringLiteral("/a.txt")), QByteArray("old"));
        const QStringList files = QDir(m_out).entryList(QDir::Files);
        QCOMPARE(files.size(), 2);
        for (const QString& file : files) {
            if (file != QLatin1String("a.txt"))
                QCOMPARE(contentsOf(m_out + QLatin1Char('/') + file), QByteArray("hello\n"));
        }
    }
    void Conflict_overwrite()
    {
        answerConflict("Overwrite");
        QCOMPARE(contentsOf(m_out + QStringLiteral("/a.txt")), QByteArray("hello\n"));
        QCOMPARE(QDir(m_out).entryList(QDir::Files).size(), 1);
    }
    void Conflict_skip()
    {
        answerConflict("Skip");
        QCOMPARE(contentsOf(m_out + QStringLiteral("/a.txt")), QByteArray("old"));
        QCOMPARE(QDir(m_out).entryList(QDir::Files).size(), 1);
    }
    void Conflict_stop()
    {
        answerConflict("Stop");
        QCOMPARE(contentsOf(m_out + QStringLiteral("/a.txt")), QByteArray("old"));
        QCOMPARE(QDir(m_out).entryList(QDir::Files).size(), 1);
    }
    void Policies_askNothing()
    {
        extractOverExisting(read::Conflict::Overwrite);
        QTRY_VERIFY2_WITH_TIMEOUT(barText().contains(QStringLiteral("extracted")), qPrintable(barText()), 20000);
        QVERIFY(!page()->conflictDialog()->isVisible());
        QCOMPARE(contentsOf(m_out + QStringLiteral("/a.txt")), QByteArray("hello\n"));
    }

    void DragOut_givesFilesThatExist()
    {
        open();
        QList<QUrl> urls;
        page()->beginDrag = [&urls](QMimeData* files) {
            urls = files->urls();
            delete files;
        };
        select(QStringLiteral("etc"));
        const QModelIndex file = list()->model()->index(static_cast<int>(shownNames().indexOf(QStringLiteral("a.txt"))), 0);
        list()->selectionModel()->select(file, QItemSelectionModel::Select | QItemSelectionModel::Rows);
        emit list()->dragRequested();
        QTRY_COMPARE_WITH_TIMEOUT(urls.size(), 2, 20000);
        QStringList names;
        for (const QUrl& url : urls)
            names << QFileInfo(url.toLocalFile()).fileName();
        names.sort();
        QCOMPARE(names, (QStringList{QStringLiteral("a.txt"), QStringLiteral("etc")}));
        const QString folder = QFileInfo(urls.front().toLocalFile()).path();
        QCOMPARE(contentsOf(folder + QStringLiteral("/a.txt")), QByteArray("hello\n"));
        QCOMPARE(contentsOf(folder + QStringLiteral("/etc/deep/er/other.conf")), QByteArray("x"));
        m_window.reset();
        QVERIFY(!QFile::exists(folder));
        init();
    }

    void Copy_putsRowsAndFilesOnTheClipboard()
    {
        open();
        select(QStringLiteral("a.txt"));
        list()->setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY2(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("Name\tSize\tStored")), qPrintable(QGuiApplication::clipboard()->text()));
        QTRY_VERIFY_WITH_TIMEOUT(QGuiApplication::clipboard()->mimeData()->hasUrls(), 20000);
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("a.txt\t6 bytes")));
        page()->copyPath();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("/a.txt"));
    }

    void Enter_opensAReadOnlyCopy()
    {
        open();
        std::string opened;
        page()->openFile = [&opened](const std::string& path) {
            opened = path;
            return true;
        };
        select(QStringLiteral("a.txt"));
        QTest::keyClick(list(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!opened.empty(), 20000);
        QCOMPARE(contentsOf(QString::fromStdString(opened)), QByteArray("hello\n"));
        QVERIFY(!(QFile::permissions(QString::fromStdString(opened)) & QFile::WriteOwner));
    }

    void Facts_nameWhatTakesTheRoom()
    {
        open();
        QTest::keyClick(m_window.get(), Qt::Key_I, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(page()->facts()->ready() && !page()->facts()->treemap()->tiles().empty(), 20000);
        QCOMPARE(page()->facts()->treemap()->tiles().front().name, std::string("usr"));
        QVERIFY(page()->facts()->treemap()->accessibleDescription().startsWith(QStringLiteral("usr, ")));
        QVERIFY2(showsText(page(), QStringLiteral("saved by shared data")), qPrintable(visibleTexts(page())));
        QTest::keyClick(page()->facts()->treemap(), Qt::Key_Return);
        QTRY_COMPARE(page()->facts()->treemap()->tiles().front().name, std::string("tool"));
        QTest::keyClick(page()->facts()->treemap(), Qt::Key_Return);
        QTRY_COMPARE(shownNames().size(), 3);
        QCOMPARE(list()->currentIndex().data().toString(), QStringLiteral("tool"));
    }

    void DamagedImage_isShownAndItsFindingsListed()
    {
        // The first data block is overwritten: the file in it is lost, all else stays.
        QFile image(m_image);
        QVERIFY(image.open(QIODevice::ReadWrite));
        QVERIFY(image.seek(96));
        image.write(QByteArray(200, '\xFF'));
        image.close();
        open();
        QTest::keyClick(m_window.get(), Qt::Key_T, Qt::ControlModifier);
        QTRY_VERIFY2_WITH_TIMEOUT(barText().contains(QStringLiteral("is damaged")), qPrintable(barText()), 20000);
        CLICK_BUTTON(page()->messageBar(), QStringLiteral("Show List"));
        RowsView* rows = page()->results()->rows();
        QTRY_VERIFY(rows->isVisible() && rows->model()->rowCount() > 0);
        rows->setFocus();
        QTest::keyClick(rows, Qt::Key_C, Qt::ControlModifier);
        QVERIFY2(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("Severity\tPath\tFinding")), qPrintable(QGuiApplication::clipboard()->text()));
        QTest::keyClick(rows, Qt::Key_Escape);
        QTRY_VERIFY(page()->showsContent());
        page()->extractAll();
        page()->extractSheet()->setDestination(m_out.toStdString());
        CLICK_BUTTON(page()->extractSheet(), QStringLiteral("Extract"));
        QTRY_VERIFY2_WITH_TIMEOUT(barText().contains(QStringLiteral("extracted")), qPrintable(barText()), 20000);
        CLICK_BUTTON(page()->messageBar(), QStringLiteral("Show List"));
        QTRY_VERIFY(page()->results()->rows()->model()->rowCount() > 0);
    }

    void TruncatedImage_saysSoAndShowsWhatIsReadable()
    {
        // Behind the inodes, before the last tables.
        QVERIFY(QFile::resize(m_image, 1600));
        m_window->browseImage(m_image.toStdString());
        QTRY_VERIFY2_WITH_TIMEOUT(showsText(page(), QStringLiteral("cannot be opened")), qPrintable(visibleTexts(page())), 20000);
        CLICK_BUTTON(page(), QStringLiteral("Browse What Is Readable"));
        // Its tables stood in the half that is gone: told, not a blank page, and not offered again.
        QTRY_VERIFY2_WITH_TIMEOUT(showsText(page(), QStringLiteral("cannot be opened")) && !button(page(), QStringLiteral("Browse What Is Readable")),
            qPrintable(visibleTexts(page())), 20000);
        QVERIFY(button(page(), QStringLiteral("Copy Details")));
    }

    void NoImage_isToldInWords()
    {
        const QString other = m_folder.filePath(QStringLiteral("not.sqfs"));
        makeFile(other, QByteArray(5000, 'n'));
        m_window->browseImage(other.toStdString());
        QTRY_VERIFY2_WITH_TIMEOUT(showsText(page(), QStringLiteral("cannot be opened")), qPrintable(visibleTexts(page())), 20000);
        QVERIFY(!button(page(), QStringLiteral("Browse What Is Readable")));
    }

    void Compare_withAnotherFolder_listsDifferences()
    {
        open();
        page()->compare();
        page()->compareSheet()->setOther(m_source.toStdString());
        CLICK_BUTTON(page()->compareSheet(), QStringLiteral("Compare"));
        QTRY_VERIFY2_WITH_TIMEOUT(barText().contains(QStringLiteral("No differences")), qPrintable(barText()), 20000);
        const QString other = m_folder.filePath(QStringLiteral("other"));
        makeFile(other + QStringLiteral("/a.txt"), "changed\n");
        page()->compare(other.toStdString());
        CLICK_BUTTON(page()->compareSheet(), QStringLiteral("Compare"));
        QTRY_VERIFY_WITH_TIMEOUT(page()->results()->isVisible(), 20000);
        page()->results()->rows()->clearSelection();
        copyRows(*page()->results()->rows());
        const QString text = QGuiApplication::clipboard()->text();
        QVERIFY2(text.contains(QStringLiteral("changed\t/a.txt\tcontents")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("only in the image\t/etc/app.conf")), qPrintable(text));
    }

    void Export_makesAnArchiveThatTheBuilderTakes()
    {
        open();
        const QString archive = m_folder.filePath(QStringLiteral("exported.tar"));
        page()->exportTar();
        page()->exportSheet()->setTarget(archive.toStdString());
        CLICK_BUTTON(page()->exportSheet(), QStringLiteral("Export"));
        QTRY_VERIFY2_WITH_TIMEOUT(barText().contains(QStringLiteral("is ready")), qPrintable(barText()), 20000);
        QVERIFY(QFileInfo(archive).size() > 600'000);
        dropOn(m_window.get(), {archive});
        QTRY_COMPARE(m_window->page(), MainWindow::Page::Build);
        QTRY_VERIFY(m_window->buildPage()->settings().archive);
        QVERIFY2(toCommand(m_window->buildPage()->settings()).contains(QStringLiteral("--tar ")), qPrintable(toCommand(m_window->buildPage()->settings())));
        const auto request = toRequest(m_window->buildPage()->settings());
        QVERIFY(request && request->tar && request->tar->file == archive.toStdString());
    }

    void ManyEntries_scrollAndSelectWithoutAStall()
    {
        const QString many = m_folder.filePath(QStringLiteral("many.sqfs"));
        QVERIFY(!packedTar(200'000, many).empty());
        StallWatchdog watchdog;
        m_window->browseImage(many.toStdString());
        QTRY_VERIFY_WITH_TIMEOUT(page()->showsContent() && list()->model()->rowCount() == 200'000, 20000);
        for (int step = 0; step < 20; ++step) {
            list()->verticalScrollBar()->setValue(list()->verticalScrollBar()->maximum() / 20 * step);
            QTest::qWait(10);
        }
        QTest::keyClick(list(), Qt::Key_End);
        QCOMPARE(list()->currentIndex().data().toString(), QStringLiteral("file-199999.txt"));
        QTest::keyClick(m_window.get(), Qt::Key_A, Qt::ControlModifier);
        QTRY_VERIFY2(showsText(page(), QStringLiteral("200,000 of 200,000 item(s) selected")), qPrintable(visibleTexts(page())));
        QVERIFY2(watchdog.longestMs() <= StallWatchdog::limitMs(), qPrintable(QString::number(watchdog.longestMs())));
        qInfo("longest stall %d ms", watchdog.longestMs());
    }
};

QTEST_MAIN(BrowseTest)
#include "tst_browse.moc"
