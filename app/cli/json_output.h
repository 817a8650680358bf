// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace sqd::cli {

// Fields keep the order in which they are set.
using Json = nlohmann::ordered_json;

// Sets object[key] to `bytes` as UTF-8; where they are none, invalid parts become U+FFFD and object[key + "_base64"] has the exact ones.
void putBytes(Json& object, const std::string& key, std::string_view bytes);
// {"code","where","what","why","hint"}; "where" by the rule of putBytes.
Json errorJson(const Error& error);
// One line, always valid UTF-8.
std::string dumpJson(const Json& value);

}  // namespace sqd::cli
