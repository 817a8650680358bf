// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/common_options.h"
#include "cli/streams.h"
#include "operation/pack_operation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sqd::cli {

class OptionBuilder;

// The options of `pack`, and how they become a request.
class PackArguments {
public:
    void declare(CLI::App& app);
    // True when `-X help` was given: the codec's options are wanted, nothing is packed.
    [[nodiscard]] bool wantsCodecHelp() const;
    // The codec that the options choose. Errors: InvalidArgument for an unknown name.
    Result<const codec::Backend*> backend() const;
    // Errors: InvalidArgument (operands, values that do not go together, SOURCE_DATE_EPOCH), InputUnreadable (--exclude-from).
    Result<operation::PackRequest> request(const std::vector<std::string>& operands, const CommonOptions& common, const Streams& streams) const;

private:
    void declareCodec(OptionBuilder b);
    void declareStorage(OptionBuilder b);
    void declareSelection(OptionBuilder b);
    void declareAttributes(OptionBuilder b);
    void declareImage(OptionBuilder b);
    void declareTar(OptionBuilder b);
    void declareRun(OptionBuilder b);
    Result<void> applyCodec(pack::PackOptions& pack) const;
    Result<void> applyTimes(operation::PackRequest& request, const Streams& streams) const;
    Result<void> applyExcludeFiles(source::DirectoryOptions& source) const;
    Result<void> applyTar(operation::PackRequest& request, const std::vector<std::string>& operands) const;
    Result<void> applyOperands(operation::PackRequest& request, const std::vector<std::string>& operands) const;

    operation::PackRequest m_request;      // what options set directly
    std::string m_preset, m_codec;
    std::optional<int> m_level;
    std::vector<std::string> m_codecOptions;  // -X, as given
    std::optional<std::uint32_t> m_blockSize;
    std::vector<std::string> m_excludeFrom;
    std::optional<std::uint32_t> m_mtime;
    bool m_mtimeFromEpoch = false;         // --mtime SOURCE_DATE_EPOCH
    bool m_reproducible = false;
    tar::TarOptions m_tar;                 // counts when m_tar.file is set
    std::vector<std::string> m_tarOnly;    // options that were given and mean nothing without --tar
};

// The text of `-X help`.
std::string codecHelp(const codec::Backend& backend);

}  // namespace sqd::cli
