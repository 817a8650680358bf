// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "opened.h"

#include "base/bytes.h"
#include "read/xattr_reader.h"

namespace sqd::read {

namespace {

class XattrImage {
public:
    XattrImage()
    {
        m_ok = &builder.file("ok\n");
        m_ok->xattrs = {{"user.a", "1"}};
        bad = &builder.file("bad\n");
        bad->xattrs = {{"security.s", std::string("\0\xFF", 2)}, {"trusted.t", ""}, {"user.b", std::string(300, 'v')}};
        builder.root().add("a_ok", *m_ok);
        builder.root().add("bad", *bad);
    }

    // The attributes of /bad as "name=value;", or the error; /a_ok must read right as long as the table can be opened.
    std::string read(bool okToo = true)
    {
        const auto image = openOrFail(builder.build());
        if (image == nullptr)
            return "not opened";
        const auto inode = image->inode(test::ImageBuilder::reference(bad->flat));
        EXPECT_EQ(*contents(image, *inode, "/bad"), "bad\n");
        if (okToo) {
            const auto ok = readXattrs(*image, *image->inode(test::ImageBuilder::reference(m_ok->flat)));
            EXPECT_TRUE(ok && ok->values == (std::vector<std::pair<std::string, std::string>>{{"user.a", "1"}}));
        }
        unusable = !image->hasXattrs();
        for (const Finding& f : image->openFindings())
            findings += f.code + " ";
        const auto set = readXattrs(*image, *inode);
        if (!set)
            return set.error().what;
        unknown = set->unknownPrefixes;
        std::string text;
        for (const auto& [name, value] : set->values)
            text += name + "=" + (value.size() > 10 ? std::to_string(value.size()) : value) + ";";
        return text;
    }

    test::ImageBuilder builder;
    test::ImageNode* bad = nullptr;
    bool unusable = false;
    std::uint32_t unknown = 0;
    std::string findings;

private:
    test::ImageNode* m_ok = nullptr;
};

}  // namespace

TEST(Xattrs, allNamespacesAndBinaryValues_areRead)
{
    XattrImage x;
    EXPECT_EQ(x.read(), "security.s=" + std::string("\0\xFF", 2) + ";trusted.t=;user.b=300;");
}

TEST(Xattrs, indexOutOfRange_saysHowManyThereAre)
{
    for (const std::uint32_t index : {2U, 600U, 0xFFFFFFFEU}) {
        XattrImage x;
        x.bad->edit = [=](format::Inode& n) { n.xattr = index; };
        EXPECT_EQ(x.read(), "attribute index " + std::to_string(index) + " is out of range (the image has 2)");
    }
}

TEST(Xattrs, unusableTable_isAFindingAndContentsAreRead)
{
    const auto broken = [](const std::function<void(XattrImage&)>& spoil) {
        XattrImage x;
        spoil(x);
        EXPECT_NE(x.read(false).find("no readable attributes"), std::string::npos);
        EXPECT_TRUE(x.unusable);
        EXPECT_NE(x.findings.find("xattr-table"), std::string::npos);
    };
    broken([](XattrImage& x) { x.builder.editSuperblock = [](auto& s) { s.xattrTable = 1ULL << 40; }; });
    broken([](XattrImage& x) { x.builder.editSuperblock = [](auto& s) { s.xattrTable = 0; }; });
    broken([](XattrImage& x) { x.builder.editXattrHeader = [](auto& h) { h.ids = 0x10000000; }; });
    broken([](XattrImage& x) { x.builder.editXattrHeader = [](auto& h) { h.ids = 0; }; });
    broken([](XattrImage& x) { x.builder.editXattrHeader = [](auto& h) { h.pairStart = 1ULL << 40; }; });
    broken([](XattrImage& x) { x.builder.editXattrHeader = [](auto& h) { h.pairStart = ~0ULL - 8191; }; });
}

TEST(Xattrs, setsThatDoNotFit_areCorrupt)
{
    const auto set = [](auto edit) {
        XattrImage x;
        int which = 0;
        x.builder.editXattrId = [&which, edit](format::XattrIdEntry& e) {
            if (which++ == 1)
                edit(e);
        };
        return x.read();
    };
    EXPECT_NE(set([](auto& e) { e.count = 0; }).find("0 attributes"), std::string::npos);
    EXPECT_NE(set([](auto& e) { e.count = 0xFFFFFFFF; }).find("more than the table holds"), std::string::npos);
    EXPECT_NE(set([](auto& e) { e.count = 4; }).find("end"), std::string::npos);
    EXPECT_NE(set([](auto& e) { e.reference = 5000; }).find("offset 5000 lies behind"), std::string::npos);
    EXPECT_NE(set([](auto& e) { e.reference = ~0ULL; }).find("more than the table holds"), std::string::npos);
}

TEST(Xattrs, outOfLineValue_isFollowedOnce)
{
    XattrImage x;
    // The first pair of /bad becomes a reference to the value of /a_ok (behind its 4 + 1 bytes of pair head).
    x.bad->xattrs = {{"user.c", std::string(8, 'r')}};
    x.builder.editXattrPairs = [](std::vector<std::byte>& pairs) {
        const std::size_t second = 4 + 1 + 4 + 1;
        store16(pairs, second, format::kXattrOutOfLine);
        store64(pairs, second + 4 + 1 + 4, 5);
    };
    EXPECT_EQ(x.read(), "user.c=1;");
}

TEST(Xattrs, outOfLineToItself_readsAValueAndDoesNotLoop)
{
    XattrImage x;
    x.bad->xattrs = {{"user.c", std::string(8, 'r')}};
    x.builder.editXattrPairs = [](std::vector<std::byte>& pairs) {
        const std::size_t second = 4 + 1 + 4 + 1;
        store16(pairs, second, format::kXattrOutOfLine);
        store64(pairs, second + 9, second + 5);
    };
    EXPECT_EQ(x.read(), "user.c=" + std::string("\x0F\0\0\0\0\0\0\0", 8) + ";");
}

TEST(Xattrs, hugeValueLength_isRefusedBeforeItIsAllocated)
{
    XattrImage x;
    x.bad->xattrs = {{"user.c", "v"}};
    x.builder.editXattrPairs = [](std::vector<std::byte>& pairs) { store32(pairs, pairs.size() - 5, 0xFFFFFFFF); };
    EXPECT_EQ(x.read(), "attribute value of 4294967295 bytes is longer than 65536");
}

TEST(Xattrs, unknownNamespace_isLeftOutAndCounted)
{
    XattrImage x;
    x.bad->xattrs = {{"user.c", "v"}, {"user.d", "w"}};
    x.builder.editXattrPairs = [](std::vector<std::byte>& pairs) { store16(pairs, 10, 3); };
    EXPECT_EQ(x.read(), "user.d=w;");
    EXPECT_EQ(x.unknown, 1U);
}

}  // namespace sqd::read
