// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/json_output.h"
#include "cli/run.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

// Runs the command line in this process.
namespace sqd::cli {

struct Outcome {
    int code = 0;
    std::string out, err;
    [[nodiscard]] Json json() const { return Json::parse(out); }
};

inline Outcome runLine(const std::vector<std::string>& args, const std::map<std::string, std::string>& environment = {}, std::stop_token stop = {})
{
    std::vector<const char*> argv{"squashdesk-cli"};
    for (const std::string& arg : args)
        argv.push_back(arg.c_str());
    std::ostringstream out, err;
    Streams streams{out, err, std::move(stop), false, {}, {}, [&](const char* name) {
        const auto found = environment.find(name);
        return found == environment.end() ? std::nullopt : std::optional<std::string>(found->second);
    }};
    const int code = run(static_cast<int>(argv.size()), argv.data(), streams);
    return {code, out.str(), err.str()};
}

// A folder that goes away with the object.
class TemporaryFolder {
public:
    TemporaryFolder()
    {
        std::string name = (std::filesystem::temp_directory_path() / "squashdesk-cli-test-XXXXXX").string();
        m_path = ::mkdtemp(name.data()) ? name : std::string();
    }
    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] std::string operator/(const std::string& name) const { return m_path + "/" + name; }
    [[nodiscard]] std::string path() const { return m_path; }
    void write(const std::string& name, const std::string& contents) const
    {
        std::filesystem::create_directories(std::filesystem::path(*this / name).parent_path());
        std::ofstream(*this / name, std::ios::binary) << contents;
    }

private:
    std::string m_path;
};

}  // namespace sqd::cli
