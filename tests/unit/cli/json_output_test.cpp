// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/json_output.h"

#include <gtest/gtest.h>

namespace sqd::cli {
namespace {

TEST(PutBytes, utf8_hasNoTwin)
{
    Json json = Json::object();
    putBytes(json, "path", "/ünïcödé\n");
    EXPECT_EQ(json["path"], "/ünïcödé\n");
    EXPECT_FALSE(json.contains("path_base64"));
}

TEST(PutBytes, rawBytes_keepTheExactOnesInTheTwin)
{
    Json json = Json::object();
    putBytes(json, "path", "/a\xff");
    EXPECT_EQ(json["path"], "/a\xEF\xBF\xBD");
    EXPECT_EQ(json["path_base64"], "L2H/");
}

TEST(DumpJson, rawBytesInAString_areReplacedNotThrown)
{
    const Json json = {{"x", std::string("\xff\xfe")}};
    EXPECT_EQ(Json::parse(dumpJson(json))["x"], "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(ErrorJson, fullError_hasTheFieldsOfTheContract)
{
    Error e = inputError("in/\xff", "cannot read", 13);
    e.hint = "try again";
    e.also = {"in/b: cannot read"};
    const Json json = errorJson(e);
    EXPECT_EQ(json["code"], "input-unreadable");
    EXPECT_EQ(json["where_base64"], "aW4v/w==");
    EXPECT_EQ(json["what"], "cannot read");
    EXPECT_EQ(json["why"], "Permission denied");
    EXPECT_EQ(json["hint"], "try again");
    EXPECT_EQ(json["also"][0], "in/b: cannot read");
}

}  // namespace
}  // namespace sqd::cli
