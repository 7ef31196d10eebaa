// Declares what the bindings of BLEU share: names of smoothing methods, and counts that may be integers.
#pragma once

#include <nanobind/nanobind.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>

#include "parbleu/metrics/formula.hpp"

namespace parbleu::bindings {

namespace nb = nanobind;

inline Smoothing smoothing(std::string_view name) {
  constexpr std::array<std::string_view, 4> names{"none", "floor", "add-k", "exp"};
  for (std::size_t index = 0; index < names.size(); ++index) {
    if (names[index] == name) return static_cast<Smoothing>(index);
  }
  throw nb::value_error("the smoothing method must be none, floor, add-k or exp");
}

// A Python int where the value is one.
inline nb::object number(double value) {
  const bool whole = std::floor(value) == value && std::abs(value) < 0x1p53;
  return whole ? nb::steal(PyLong_FromLongLong(static_cast<long long>(value)))
               : nb::steal(PyFloat_FromDouble(value));
}

inline nb::list numbers(std::span<const double> values) {
  nb::list result;
  for (const double value : values) result.append(number(value));
  return result;
}

inline nb::list floats(std::span<const double> values) {
  nb::list result;
  for (const double value : values) result.append(value);
  return result;
}

}  // namespace parbleu::bindings
