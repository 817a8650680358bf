// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "base/sha256.h"
#include "concurrency/progress.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace sqd::read {

class Image;

// SHA-256 of every regular file of an image, by all workers: several small files at once, one large file after the other with its
// blocks decoded ahead. `visit` gets the path of each name and the digest, or why there is none, in the order of the walk, on the
// calling thread; names of one inode are hashed once. Damaged entries that are no files are passed over. Errors: Cancelled, what
// `visit` returns.
using HashVisitor = std::function<Result<void>(const std::string& path, const Result<Sha256::Digest>& digest)>;
Result<void> hashFiles(const std::shared_ptr<const Image>& image, int jobs, concurrency::ProgressCounters& progress, const HashVisitor& visit,
    std::stop_token stop);

}  // namespace sqd::read
