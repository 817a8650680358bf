// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/json_output.h"

#include "base/bytes_text.h"

namespace sqd::cli {

void putBytes(Json& object, const std::string& key, std::string_view bytes)
{
    if (isUtf8(bytes)) {
        object[key] = std::string(bytes);
        return;
    }
    object[key] = toUtf8Lossy(bytes);
    object[key + "_base64"] = base64(bytes);
}

Json errorJson(const Error& error)
{
    Json json = Json::object();
    json["code"] = errcName(error.code);
    putBytes(json, "where", error.where);
    putBytes(json, "what", error.what);
    if (!error.why.empty())
        putBytes(json, "why", error.why);
    putBytes(json, "hint", error.hint);
    if (error.imageOffset != kNoOffset)
        json["offset"] = error.imageOffset;
    if (!error.also.empty())
        json["also"] = error.also;
    return json;
}

std::string dumpJson(const Json& value)
{
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace sqd::cli
