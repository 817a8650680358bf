// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/build_settings.h"
#include "ui/convert.h"
#include "ui/error_text.h"
#include "ui/path_facts.h"
#include "ui/widgets/sample_ring.h"

#include <QDir>
#include <QFile>
#include <QLocale>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>

using namespace sqd;
using namespace sqd::ui;

// The form's value: what it asks of the engine, and the command that says the same.
class BuildSettingsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void GoalDefaults_everyGoal_areAcceptedByTheEngine()
    {
        for (const Goal goal : {Goal::Balanced, Goal::Smallest, Goal::Fastest}) {
            const BuildSettings settings = goalDefaults(goal);
            QCOMPARE(changedCount(settings), 0);
            const auto request = toRequest(settings);
            QVERIFY2(request.has_value(), request ? "" : request.error().line().c_str());
            QVERIFY(request->pack.backend != nullptr);
        }
        QCOMPARE(goalDefaults(Goal::Balanced).codec, std::string("zstd"));
        QCOMPARE(goalDefaults(Goal::Smallest).codec, std::string("xz"));
        QCOMPARE(goalDefaults(Goal::Fastest).codec, std::string("lz4"));
    }

    void ToRequest_everyOption_arrives()
    {
        BuildSettings settings = goalDefaults(Goal::Balanced);
        settings.sources = {"/a", "/b"};
        settings.target = "/c.sqfs";
        settings.codec = "gzip";
        settings.level = 3;
        settings.codecOptions = {};
        settings.blockSize = 65536;
        settings.workers = 5;
        settings.tailEnds = pack::TailEnds::None;
        settings.duplicates = false;
        settings.allRoot = true;
        settings.fixedTime = 77;
        settings.xattrs = false;
        settings.excludes = QStringList{QStringLiteral("*.tmp"), QStringLiteral(".git")};
        settings.oneFileSystem = true;
        settings.skipUnreadable = true;
        settings.keepFolder = true;
        settings.padTo = 0;
        settings.reproducible = true;
        settings.verify = false;
        settings.replaceTarget = true;
        const auto made = toRequest(settings);
        QVERIFY(made.has_value());
        const auto& source = made->source;
        const auto& pack = made->pack;
        QCOMPARE(source.sources, settings.sources);
        QCOMPARE(source.excludeGlobs, (std::vector<std::string>{"*.tmp", ".git"}));
        QVERIFY(source.oneFileSystem && source.skipUnreadable && source.keepAsDirectory && !source.xattrs);
        QCOMPARE(source.uid.value_or(9), 0U);
        QCOMPARE(source.gid.value_or(9), 0U);
        QCOMPARE(source.mtime.value_or(0), 77U);
        QCOMPARE(std::string(pack.backend->name), std::string("gzip"));
        QCOMPARE(pack.codecSettings.level.value_or(0), 3);
        QCOMPARE(pack.blockSize, 65536U);
        QCOMPARE(pack.jobs, 5);
        QVERIFY(pack.tailEnds == pack::TailEnds::None);
        QVERIFY(!pack.duplicates && !pack.verify && pack.replaceTarget && pack.skipUnreadable);
        QCOMPARE(pack.padTo, std::uint64_t{0});
        QVERIFY(pack.imageTime.has_value());
    }

    void ToRequest_impossibleLevel_isRefusedWithAReason()
    {
        BuildSettings settings = goalDefaults(Goal::Balanced);
        settings.level = 99;
        const auto made = toRequest(settings);
        QVERIFY(!made.has_value());
        QCOMPARE(made.error().code, Errc::InvalidArgument);
        QVERIFY(!made.error().what.empty());
    }

    void ToCommand_goalOnly_namesThePreset()
    {
        BuildSettings settings = goalDefaults(Goal::Smallest);
        settings.sources = {"/home/me/My Photos"};
        settings.target = "/home/me/photos.sqfs";
        QCOMPARE(toCommand(settings), QStringLiteral("squashdesk-cli pack --preset smallest '/home/me/My Photos' /home/me/photos.sqfs"));
    }

    void ToCommand_changedOptions_areAllNamed()
    {
        BuildSettings settings = goalDefaults(Goal::Balanced);
        settings.sources = {"-odd", "b"};
        settings.target = "c.sqfs";
        settings.codec = "xz";
        settings.level = 9;
        settings.codecOptions = {{"extreme", "1"}};
        settings.blockSize = 1 << 20;
        settings.tailEnds = pack::TailEnds::Small;
        settings.duplicates = false;
        settings.allRoot = true;
        settings.fixedTime = 5;
        settings.excludes = QStringList{QStringLiteral("it's *")};
        settings.padTo = 0;
        settings.workers = 3;
        settings.verify = false;
        QCOMPARE(toCommand(settings),
            QStringLiteral("squashdesk-cli pack --codec xz --level 9 -X extreme=1 --block-size 1M --tail-ends small --no-duplicates --all-root "
                           "--mtime 5 --exclude 'it'\\''s *' --pad none --no-verify --jobs 3 -- -odd b c.sqfs"));
    }

    void ShellWord_anyBytes_comeBackFromTheShell()
    {
        const std::vector<std::string> names = {"plain", "two words", "it's", "new\nline", "bell\a", "\xff\xfe", "$HOME `x` \"q\" \\", "é", "", "*?[a]"};
        for (const std::string& name : names) {
            QProcess shell;
            shell.start(QStringLiteral("bash"), {QStringLiteral("-c"), QStringLiteral("printf %s ") + shellWord(name)});
            QVERIFY(shell.waitForFinished());
            QCOMPARE(shell.readAllStandardOutput(), QByteArray::fromStdString(name));
        }
    }

    void ErrorText_everyCode_isASentenceAndKeepsTheDetails()
    {
        QSet<QString> titles;
        for (int code = 0; code <= static_cast<int>(Errc::Internal); ++code) {
            Error error;
            error.code = static_cast<Errc>(code);
            error.where = "/some/where";
            error.what = "something is wrong";
            error.why = "because";
            const ErrorText text = errorText(error, Doing::Packing);
            QVERIFY(!text.title.isEmpty());
            titles.insert(text.title);
            QVERIFY(text.reason.contains(QStringLiteral("something is wrong (because)")));
            QVERIFY(text.details.contains(QString::fromStdString(error.line())));
            QVERIFY(text.details.contains(QLatin1String(errcName(error.code))));
        }
        QCOMPARE(titles.size(), static_cast<int>(Errc::Internal) + 1);
    }

    void ErrorText_fullDisk_saysWhatToDo()
    {
        const ErrorText text = errorText(outputError("/x/y.sqfs", "cannot write", ENOSPC), Doing::Packing);
        QVERIFY(text.hint.contains(QStringLiteral("Free some space")));
    }

    void Convert_figures_readAsPeopleSayThem()
    {
        QCOMPARE(dataSize(3'312'000'000), QStringLiteral("3.31 GB"));
        QCOMPARE(dataSize(812), QStringLiteral("812 bytes"));
        QCOMPARE(dataRate(165'400'000), QStringLiteral("165 MB/s"));
        QCOMPARE(dataRate(2'140'000), QStringLiteral("2.1 MB/s"));
        QCOMPARE(blockSizeText(131072), QStringLiteral("128 KiB"));
        QCOMPARE(blockSizeText(1 << 20), QStringLiteral("1 MiB"));
        QCOMPARE(duration(46.2), QStringLiteral("46 s"));
        QCOMPARE(duration(192), QStringLiteral("3 min 12 s"));
        QCOMPARE(duration(3900), QStringLiteral("1 h 5 min"));
        QCOMPARE(clock(46.9), QStringLiteral("0:46"));
        QCOMPARE(clock(192), QStringLiteral("3:12"));
        QCOMPARE(clock(3905), QStringLiteral("1:05:05"));
        QCOMPARE(durationRange(18, 22), QStringLiteral("18–22 s"));
        QCOMPARE(durationRange(130, 250), QStringLiteral("2–5 min"));
        QCOMPARE(percent(0.9999), QStringLiteral("99 %"));
        QCOMPARE(percent(1.0), QStringLiteral("100 %"));
    }

    void Convert_urlOfAnyBytes_keepsThem()
    {
        QCOMPARE(pathFromUrl(QUrl::fromEncoded("file:///tmp/a%20b%FF")), std::string("/tmp/a b\xff"));
        QCOMPARE(pathFromUrl(QUrl::fromEncoded("file:///tmp/folder/")), std::string("/tmp/folder"));
        QVERIFY(pathFromUrl(QUrl(QStringLiteral("https://example.org/x"))).empty());
        QCOMPARE(fileName("/a/b/"), std::string("b"));
        QCOMPARE(parentFolder("/a"), std::string("/"));
    }

    void PathFacts_eachKind_isTold()
    {
        QTemporaryDir folder;
        QFile image(folder.filePath(QStringLiteral("x.sqfs")));
        QVERIFY(image.open(QIODevice::WriteOnly));
        image.write("1234");
        image.close();
        const PathFacts facts = inspectPath(toPath(image.fileName()));
        QVERIFY(facts.kind == PathFacts::Kind::Image);
        QCOMPARE(facts.bytes, std::uint64_t{4});
        QVERIFY(facts.folderWritable && facts.freeBytes > 0);
        QVERIFY(inspectPath(toPath(folder.path())).kind == PathFacts::Kind::Folder);
        QVERIFY(inspectPath("/dev/null").kind == PathFacts::Kind::Other);
        QVERIFY(inspectPath("/nowhere/at/all").kind == PathFacts::Kind::Missing);
        QVERIFY(!inspectPath("/nowhere/at/all").folderWritable);
        const std::string taken = toPath(image.fileName());
        QCOMPARE(freeName(taken), toPath(folder.filePath(QStringLiteral("x (2).sqfs"))));
        const std::string inner = toPath(folder.filePath(QStringLiteral("photos")));
        QCOMPARE(suggestTarget({inner}, "/else"), inner + ".sqfs");
        QCOMPARE(suggestTarget({"/proc/self/fd"}, "/else"), std::string("/else/fd.sqfs"));
    }

    void SampleRing_moreThanItHolds_keepsTheNewest()
    {
        SampleRing ring;
        for (int i = 0; i < 1000; ++i)
            ring.push(static_cast<float>(i));
        QCOMPARE(ring.size(), SampleRing::kCapacity);
        QCOMPARE(ring.last(), 999.0F);
        QCOMPARE(ring.at(0), 760.0F);
    }
};

QTEST_GUILESS_MAIN(BuildSettingsTest)
#include "tst_build_settings.moc"
