// Binds the constructor of a metric from a table of its options: the name of each, and where its struct has it. Begins
// with names of smoothing methods and numbers that may be integers.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "execution.hpp"
#include "parbleu/metrics/formula.hpp"
#include "python_values.hpp"

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

// How an option of type `T` comes from Python: as `From`, which `convert` checks.
template <class T>
struct OptionType {
  using From = T;
  static T convert(T value) { return value; }
};

template <>
struct OptionType<std::size_t> {
  using From = std::size_t;
  static std::size_t convert(std::size_t order) { return checked_order(order); }
};

template <>
struct OptionType<Smoothing> {
  using From = std::string_view;
  static Smoothing convert(std::string_view name) { return smoothing(name); }
};

// A metric with a tokenizer keeps that object alive: it is the first option.
template <>
struct OptionType<const Tokenizer*> {
  using From = TokenizerArgument;
  static const Tokenizer* convert(const TokenizerArgument& given) { return &given.tokenizer(); }
};

// An option: its name in Python, and a function that returns its place in the struct `Options`.
template <class Options, class T, class Place>
struct Option {
  using Struct = Options;
  using From = typename OptionType<T>::From;

  const char* name;
  Place place;

  void set(Options& options, From value) const { place(options) = OptionType<T>::convert(std::move(value)); }
};

template <class Options, class T>
auto option(const char* name, T Options::* member) {
  const auto place = [member](Options& options) -> T& { return options.*member; };
  return Option<Options, T, decltype(place)>{name, place};
}

// An option that a struct has in another struct.
template <class Options, class Part, class T>
auto option(const char* name, Part Options::* part, T Part::* member) {
  const auto place = [part, member](Options& options) -> T& { return options.*part.*member; };
  return Option<Options, T, decltype(place)>{name, place};
}

// Makes a metric of options by their names; `simd` names the kernels, and None is the best ones.
template <class M, class First, class... Rest>
void bind_constructor(nb::class_<M, Scorable>& type, const First& first, const Rest&... rest) {
  using Options = typename First::Struct;
  type.def(
      "__init__",
      [first, rest...](M* self, typename First::From first_value, typename Rest::From... values,
                       std::optional<std::string_view> simd) {
        Options options{};
        first.set(options, std::move(first_value));
        (rest.set(options, std::move(values)), ...);
        new (self) M(options, simd_level(simd));
      },
      nb::arg(first.name), nb::arg(rest.name)..., nb::arg("simd").none() = nb::none(), nb::keep_alive<1, 2>());
}

}  // namespace parbleu::bindings
