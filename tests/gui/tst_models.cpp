// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/support/made_image.h"
#include "gui/support/window_fixture.h"
#include "ui/models/image_tree_model.h"
#include "ui/models/rows_model.h"
#include "ui/models/search_model.h"
#include "ui/preview_content.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace sqd;
using namespace sqd::ui;
using namespace sqd::guitest;

// The models of the Browse page on real images, each under Qt's own model tester.
class ModelsTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    std::shared_ptr<operation::ImageBrowser> image(const QString& source)
    {
        const std::string path = packed(source, m_folder.filePath(QStringLiteral("made.sqfs")));
        auto opened = operation::ImageBrowser::open(path, {}, operation::Opening::Sound);
        return opened ? *opened : nullptr;
    }
    static QString dump(const ImageTreeModel& model, const QModelIndex& parent = {}, int depth = 0)
    {
        QString text;
        for (int row = 0; row < model.rowCount(parent); ++row) {
            const QModelIndex index = model.index(row, 0, parent);
            text += QString(depth, QLatin1Char(' ')) + index.data().toString() + QLatin1Char('|') + index.siblingAtColumn(1).data().toString() + QLatin1Char('|')
                + index.siblingAtColumn(4).data().toString() + QLatin1Char('\n') + dump(model, index, depth + 1);
        }
        return text;
    }

private slots:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        isolateSettings(m_folder);
    }

    void Tree_foldersOnRequest_isTheImage()
    {
        const QString source = m_folder.filePath(QStringLiteral("tree"));
        makeFile(source + QStringLiteral("/a10"), "0123456789");
        makeFile(source + QStringLiteral("/a2"), "01");
        makeFile(source + QStringLiteral("/Zoo/x/deep.txt"), "deep");
        QVERIFY(QFile::link(QStringLiteral("a2"), source + QStringLiteral("/link")));
        ImageTreeModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setImage(image(source));
        QVERIFY(model.image());
        QCOMPARE(model.rowCount(), 0);
        model.request(read::kRootFolder);
        QTRY_COMPARE(model.rowCount(), 4);
        QVERIFY(model.hasChildren(model.index(0, 0)));
        QVERIFY(!model.hasChildren(model.index(1, 0)));
        // The tester asks for folders by itself, so only the top is compared here.
        QString top;
        for (int row = 0; row < model.rowCount(); ++row)
            top += model.index(row, 0).data().toString() + QLatin1Char(' ');
        QCOMPARE(top, QStringLiteral("Zoo a2 a10 link "));
        // A folder far down brings those above it.
        const auto place = model.image()->index().find("/Zoo/x/deep.txt", {});
        QVERIFY(place && *place);
        model.request((*place)->folder);
        QTRY_VERIFY(model.isLoaded((*place)->folder));
        QVERIFY2(dump(model).startsWith(QStringLiteral("Zoo||drwxr-xr-x\n x||drwxr-xr-x\n  deep.txt|4 bytes|-rw-r--r--\na2|2 bytes|-rw-r--r--\n")), qPrintable(dump(model)));
        QCOMPARE(model.findRow(read::kRootFolder, QStringLiteral("A1"), -1), 2);
        QCOMPARE(model.findRow(read::kRootFolder, QStringLiteral("a"), 1), 2);
        QCOMPARE(model.findRow(read::kRootFolder, QStringLiteral("q"), 0), -1);
    }

    void Tree_sortedByColumns_keepsWhatIsSelected()
    {
        const QString source = m_folder.filePath(QStringLiteral("sorted"));
        makeFile(source + QStringLiteral("/b"), QByteArray(10, 'x'));
        makeFile(source + QStringLiteral("/a"), QByteArray(30, 'x'));
        makeFile(source + QStringLiteral("/c"), QByteArray(20, 'x'));
        makeFile(source + QStringLiteral("/folder/in"), "y");
        ImageTreeModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setImage(image(source));
        model.request(read::kRootFolder);
        QTRY_COMPARE(model.rowCount(), 4);
        const QPersistentModelIndex kept = model.index(1, 0);
        QCOMPARE(kept.data().toString(), QStringLiteral("a"));
        const auto names = [&model] {
            QString text;
            for (int row = 0; row < model.rowCount(); ++row)
                text += model.index(row, 0).data().toString() + QLatin1Char(' ');
            return text;
        };
        model.sort(static_cast<int>(EntryColumn::Size), Qt::AscendingOrder);
        QTRY_COMPARE(names(), QStringLiteral("folder b c a "));
        QCOMPARE(kept.data().toString(), QStringLiteral("a"));
        QCOMPARE(kept.row(), 3);
        model.sort(static_cast<int>(EntryColumn::Size), Qt::DescendingOrder);
        QTRY_COMPARE(names(), QStringLiteral("folder a c b "));
        model.sort(static_cast<int>(EntryColumn::Name), Qt::DescendingOrder);
        QTRY_COMPARE(names(), QStringLiteral("folder c b a "));
        model.sort(static_cast<int>(EntryColumn::Name), Qt::AscendingOrder);
        QTRY_COMPARE(names(), QStringLiteral("folder a b c "));
    }

    void Tree_of200000Entries_loadsInFewSignals()
    {
        const std::string path = packedTar(200'000, m_folder.filePath(QStringLiteral("many.sqfs")));
        auto opened = operation::ImageBrowser::open(path, {}, operation::Opening::Sound);
        QVERIFY(opened);
        ImageTreeModel model;
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QSignalSpy layout(&model, &QAbstractItemModel::layoutChanged);
        StallWatchdog watchdog;
        QElapsedTimer timer;
        timer.start();
        model.setImage(*opened);
        model.request(read::kRootFolder);
        QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 200'000, 20000);
        qInfo("200,000 entries of one folder after %lld ms", static_cast<long long>(timer.elapsed()));
        auto shares = (*opened)->shares({});
        QVERIFY(shares);
        model.setShares(*shares);
        const auto signalCount = inserted.count() + reset.count() + changed.count() + layout.count();
        QVERIFY2(signalCount <= 5, qPrintable(QString::number(signalCount)));
        QVERIFY2(watchdog.longestMs() <= StallWatchdog::limitMs(), qPrintable(QString::number(watchdog.longestMs())));
        QVERIFY(!model.index(199'999, 2).data().toString().isEmpty());
    }

    void Search_hits_areFlatWithTheirFolder()
    {
        const QString source = m_folder.filePath(QStringLiteral("search"));
        makeFile(source + QStringLiteral("/etc/one.conf"), "1");
        makeFile(source + QStringLiteral("/usr/share/Two.conf"), "22");
        makeFile(source + QStringLiteral("/usr/bin/tool"), "333");
        const auto browser = image(source);
        QVERIFY(browser);
        SearchModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto found = [&](const char* text, bool regex) {
            const auto hits = browser->search({text, regex}, {});
            model.setHits(browser, hits ? *hits : std::vector<read::EntryPlace>());
            QString names;
            for (int row = 0; row < model.rowCount(); ++row)
                names += model.index(row, static_cast<int>(EntryColumn::Folder)).data().toString() + QLatin1Char(':') + model.index(row, 0).data().toString() + QLatin1Char(' ');
            return names;
        };
        QCOMPARE(found("two", false), QStringLiteral("/usr/share:Two.conf "));
        QCOMPARE(found("Two", false), QStringLiteral("/usr/share:Two.conf "));
        QCOMPARE(found("TWO", false), QString());
        QCOMPARE(found("*.conf", false), QStringLiteral("/etc:one.conf /usr/share:Two.conf "));
        QCOMPARE(found("usr/*/t*", false), QStringLiteral("/usr/bin:tool /usr/share:Two.conf "));
        QCOMPARE(found("^usr/.*l$", true), QStringLiteral("/usr/bin:tool "));
        QCOMPARE(found("nothing", false), QString());
        QVERIFY(!browser->search({"(", true}, {}));
        found("*.conf", false);
        model.sort(static_cast<int>(EntryColumn::Size), Qt::DescendingOrder);
        QTRY_COMPARE(model.index(0, 0).data().toString(), QStringLiteral("Two.conf"));
    }

    void Rows_sortedByTheirKeys()
    {
        RowsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        RowsModel::Table table;
        table.titles = {QStringLiteral("n")};
        table.rows = 3;
        table.text = [](int row, int) { return QString::number(row * 9); };
        table.sortKey = [](int row, int) { return QVariant(row == 1 ? 5.0 : 1.0 + row); };
        model.setTable(table);
        model.sort(0, Qt::AscendingOrder);
        QCOMPARE(model.index(2, 0).data().toString(), QStringLiteral("9"));
        QCOMPARE(model.tableRow(model.index(0, 0)), 0);
    }

    void Encoding_isGuessed()
    {
        const auto guess = [](const QByteArray& bytes) { return guessEncoding(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())))); };
        QCOMPARE(guess("plain text\n"), QStringLiteral("UTF-8"));
        QCOMPARE(guess("gr\xC3\xBC\xC3\x9F"), QStringLiteral("UTF-8"));
        QCOMPARE(guess("cut in two gr\xC3"), QStringLiteral("UTF-8"));
        QCOMPARE(guess("gr\xFC\xDF" "e"), QStringLiteral("ISO-8859-1"));
        QCOMPARE(guess(QByteArray("h\0e\0l\0l\0o\0", 10)), QStringLiteral("UTF-16LE"));
        QCOMPARE(guess(QByteArray("\xFE\xFF\0h", 4)), QStringLiteral("UTF-16BE"));
        QCOMPARE(guess(QByteArray("\x7F" "ELF\2\1\1\0\0\0", 10)), QString());
    }

    void Hex_showsPlaceBytesAndLetters()
    {
        const QByteArray bytes("0123456789abcdef\nZ", 18);
        QCOMPARE(hexDump(std::as_bytes(std::span(bytes.constData(), 18))),
            QStringLiteral("00000000  30 31 32 33 34 35 36 37  38 39 61 62 63 64 65 66  0123456789abcdef\n"
                           "00000010  0a 5a") + QString(45, QLatin1Char(' ')) + QStringLiteral(".Z\n"));
    }
};

QTEST_MAIN(ModelsTest)
#include "tst_models.moc"
