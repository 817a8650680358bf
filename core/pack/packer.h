// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "concurrency/progress.h"
#include "io/file.h"
#include "pack/pack_options.h"
#include "source/source.h"

#include <memory>
#include <stop_token>

namespace sqd::pack {

// Packs one source into one image. An object serves one run. run() may be called from any thread and blocks it; sample() from any
// other thread at any time.
class Packer {
public:
    Packer(source::Source& source, PackOptions options);
    ~Packer();
    // The whole story. Errors: every Errc but Corrupt; Cancelled when `stop` was requested. Nothing is left behind on failure.
    Result<PackReport> run(std::stop_token stop);
    // The same into an output of the caller's (tests, benchmarks); no temporary name, no rename, no sync.
    Result<PackReport> runInto(io::OutputFile& output, std::stop_token stop);
    [[nodiscard]] concurrency::Snapshot sample() const;
    // What was left out or changed so far, sorted by path. Thread-safe; Snapshot::warnings tells when to ask again.
    [[nodiscard]] std::vector<source::Warning> warnings() const;
    // Workers finish their block and wait; only while data is packed. Thread-safe.
    void setPaused(bool paused);

private:
    struct Run;
    std::unique_ptr<Run> m_run;
};

}  // namespace sqd::pack
