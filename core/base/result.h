// SPDX-FileCopyrightText: 2026 The Squashdesk authors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <optional>
#include <utility>
#include <variant>

namespace sqd {

// A value or an Error; named after std::expected so that it can become that. Never throws; a Result that is ignored does not compile
// without a warning. Thread rule: as a plain value.
template<typename T>
class [[nodiscard]] Result {
public:
    using value_type = T;
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}        // NOLINT(google-explicit-constructor)
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}    // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool has_value() const noexcept { return m_state.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }
    T& operator*() & noexcept { return *std::get_if<0>(&m_state); }
    const T& operator*() const& noexcept { return *std::get_if<0>(&m_state); }
    T&& operator*() && noexcept { return std::move(*std::get_if<0>(&m_state)); }
    T* operator->() noexcept { return std::get_if<0>(&m_state); }
    const T* operator->() const noexcept { return std::get_if<0>(&m_state); }
    Error& error() & noexcept { return *std::get_if<1>(&m_state); }
    const Error& error() const& noexcept { return *std::get_if<1>(&m_state); }
    Error&& error() && noexcept { return std::move(*std::get_if<1>(&m_state)); }

private:
    std::variant<T, Error> m_state;
};

// Success without a value.
template<>
class [[nodiscard]] Result<void> {
public:
    using value_type = void;
    Result() = default;
    Result(Error error) : m_error(std::move(error)) {}  // NOLINT(google-explicit-constructor)

    [[nodiscard]] bool has_value() const noexcept { return !m_error.has_value(); }
    explicit operator bool() const noexcept { return has_value(); }
    void operator*() const noexcept {}
    Error& error() & noexcept { return *m_error; }
    const Error& error() const& noexcept { return *m_error; }
    Error&& error() && noexcept { return std::move(*m_error); }

private:
    std::optional<Error> m_error;
};

}  // namespace sqd

#define SQD_CAT_IMPL(a, b) a##b
#define SQD_CAT(a, b) SQD_CAT_IMPL(a, b)
// SQD_TRY(auto x, expression): takes the value, or returns the Error from the function around it. Statement context only.
#define SQD_TRY(target, expression) SQD_TRY_IMPL(SQD_CAT(sqdTry, __COUNTER__), target, expression)
#define SQD_TRY_IMPL(result, target, expression)  \
    auto result = (expression);                   \
    if (!result)                                  \
        return std::move(result).error();         \
    target = *std::move(result)
// SQD_CHECK(expression): the same for Result<void>.
#define SQD_CHECK(expression)                              \
    do {                                                   \
        if (auto sqdCheck = (expression); !sqdCheck)       \
            return std::move(sqdCheck).error();            \
    } while (false)
