// What the bindings of all rooms take from Python and give back: objects with the types that signatures state, whose
// readers check what they hold, tokenizers, memoryviews, seeds, errors.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parbleu/tokenizers/tokenizer.hpp"

namespace parbleu::bindings {

namespace nb = nanobind;

struct Unchecked : nb::object {
  Unchecked(nb::handle object, nb::detail::borrow_t how) : nb::object(object, how) {}
  Unchecked(nb::handle object, nb::detail::steal_t how) : nb::object(object, how) {}
  static bool check_(nb::handle) { return true; }
};

struct TextArgument : Unchecked {
  using Unchecked::Unchecked;
  static constexpr auto Name = nb::detail::const_name("str");
};

template <class Item>
struct SequenceOf : Unchecked {
  using Unchecked::Unchecked;
  static constexpr auto Name =
      nb::detail::const_name("Sequence[") + nb::detail::make_caster<Item>::Name + nb::detail::const_name("]");
};

template <class Item>
struct IterableOf : Unchecked {
  using Unchecked::Unchecked;
  static constexpr auto Name =
      nb::detail::const_name("Iterable[") + nb::detail::make_caster<Item>::Name + nb::detail::const_name("]");
};

// A sequence of `Item`, or a `Prepared`.
template <class Item, class Prepared>
struct SequenceOrPrepared : Unchecked {
  using Unchecked::Unchecked;
  static constexpr auto Name =
      SequenceOf<Item>::Name + nb::detail::const_name(" | ") + nb::detail::make_caster<Prepared>::Name;
};

template <class Item>
using TupleOf = nb::typed<nb::tuple, Item, nb::ellipsis>;

// --- a tokenizer of the core as an argument from Python: its name, or a `Tokenizer` object that was made of data.

struct TokenizerArgument : Unchecked {
  using Unchecked::Unchecked;
  static constexpr auto Name = nb::detail::const_name("str | Tokenizer");

  // Raises TypeError for another object and ValueError for an unknown name.
  [[nodiscard]] const Tokenizer& tokenizer() const {
    if (nb::isinstance<Tokenizer>(*this)) return *nb::cast<const Tokenizer*>(*this);
    Py_ssize_t size = 0;
    const char* const utf8 = PyUnicode_AsUTF8AndSize(ptr(), &size);
    if (utf8 == nullptr) throw nb::python_error();
    const std::string_view name(utf8, static_cast<std::size_t>(size));
    const Tokenizer* const found = find_tokenizer(name);
    if (found == nullptr) throw nb::value_error(("there is no native tokenizer " + std::string(name)).c_str());
    return *found;
  }
};

// --- native arrays as memoryviews, which need no NumPy

namespace nb = nanobind;

template <class Number>
using View = nb::ndarray<nb::memview, Number>;

using ByteArray = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Number>
nb::capsule own(std::unique_ptr<Number[]> data) {
  return {data.release(), [](void* pointer) noexcept { delete[] static_cast<Number*>(pointer); }};
}

template <class Number>
View<Number> own_view(std::unique_ptr<Number[]> data, std::initializer_list<std::size_t> shape) {
  Number* const raw = data.get();
  return View<Number>(raw, shape, own(std::move(data)));
}

// --- seeds

// The 32-bit words of an integer that is not negative.
inline std::vector<std::uint32_t> seed_words(const nanobind::int_& seed) {
  const auto bits = nanobind::cast<std::size_t>(seed.attr("bit_length")());
  const std::size_t count = std::max<std::size_t>(1, (bits + 31) / 32);
  const nanobind::object bytes = seed.attr("to_bytes")(4 * count, "little");  // refuses what is negative
  std::vector<std::uint32_t> words(count);
  std::memcpy(words.data(), PyBytes_AsString(bytes.ptr()), 4 * count);
  return words;
}

// --- errors of the Python package

// Raises the error of that name in parbleu.errors.
[[noreturn]] inline void raise_error(const char* error, const std::string& message) {
  const nanobind::object type = nanobind::module_::import_("parbleu.errors").attr(error);
  PyErr_SetString(type.ptr(), message.c_str());
  throw nanobind::python_error();
}

}  // namespace parbleu::bindings
