// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "read/read_error.h"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <unordered_map>
#include <vector>

namespace sqd::read {

// A bounded cache of immutable values in shards, each with its own lock and its own least-recently-used order. The loader runs outside
// of the lock; whoever asks for a key that is being loaded waits for that load instead of repeating it, and gets its error too. Errors
// are not kept. Values stay alive as long as someone holds them, whatever the cache drops. Thread-safe.
template<typename Key, typename Value, typename Hash>
class JoiningCache {
public:
    using Pointer = std::shared_ptr<const Value>;

    struct Counters {
        std::uint64_t hits = 0, misses = 0, joined = 0, bytes = 0;
    };

    // At most `maxBytes` in all, spread over `shards`; a shard always keeps its newest value.
    JoiningCache(std::uint64_t maxBytes, std::size_t shards) : m_shardBytes(maxBytes / std::max<std::size_t>(shards, 1)), m_shards(std::max<std::size_t>(shards, 1)) {}

    // `load` returns Result<Pointer>; `sizeOf(value)` the bytes that it counts for.
    template<typename Load>
    Result<Pointer> get(const Key& key, const Load& load)
    {
        Shard& shard = m_shards[Hash{}(key) % m_shards.size()];
        std::unique_lock lock(shard.mutex);
        if (const auto found = shard.values.find(key); found != shard.values.end()) {
            ++shard.hits;
            shard.order.splice(shard.order.begin(), shard.order, found->second.place);
            return found->second.value;
        }
        if (const auto flying = shard.flights.find(key); flying != shard.flights.end()) {
            ++shard.joined;
            const std::shared_ptr<Flight> flight = flying->second;
            shard.landed.wait(lock, [&] { return flight->result.has_value(); });
            return *flight->result;
        }
        ++shard.misses;
        const auto flight = std::make_shared<Flight>();
        shard.flights.emplace(key, flight);
        lock.unlock();
        Result<Pointer> result = guarded(load);
        lock.lock();
        flight->result.emplace(result);
        shard.flights.erase(key);
        if (result)
            keep(shard, key, *result);
        lock.unlock();
        shard.landed.notify_all();
        return result;
    }

    [[nodiscard]] Counters counters() const
    {
        Counters sum;
        for (const Shard& shard : m_shards) {
            const std::lock_guard lock(shard.mutex);
            sum.hits += shard.hits;
            sum.misses += shard.misses;
            sum.joined += shard.joined;
            sum.bytes += shard.bytes;
        }
        return sum;
    }

private:
    struct Flight {
        std::optional<Result<Pointer>> result;  // guarded by the shard's mutex
    };
    struct Slot {
        Pointer value;
        typename std::list<Key>::iterator place;
    };
    struct alignas(64) Shard {
        mutable std::mutex mutex;
        std::condition_variable landed;
        // all below: guarded by mutex
        std::list<Key> order;  // newest first
        std::unordered_map<Key, Slot, Hash> values;
        std::unordered_map<Key, std::shared_ptr<Flight>, Hash> flights;
        std::uint64_t bytes = 0, hits = 0, misses = 0, joined = 0;
    };

    // An exception must not leave the others waiting for ever.
    template<typename Load>
    static Result<Pointer> guarded(const Load& load)
    {
        try {
            return load();
        } catch (const std::bad_alloc&) {
            return limitError("memory", "there is not enough for a block");
        }
    }

    void keep(Shard& shard, const Key& key, const Pointer& value)
    {
        shard.order.push_front(key);
        shard.values.emplace(key, Slot{value, shard.order.begin()});
        shard.bytes += value->sizeBytes();
        while (shard.bytes > m_shardBytes && shard.order.size() > 1) {
            const auto last = shard.values.find(shard.order.back());
            shard.bytes -= last->second.value->sizeBytes();
            shard.values.erase(last);
            shard.order.pop_back();
        }
    }

    const std::uint64_t m_shardBytes;
    std::vector<Shard> m_shards;
};

}  // namespace sqd::read
