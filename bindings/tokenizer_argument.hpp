// A tokenizer of the core as an argument from Python: its name, or a `Tokenizer` object that was made of data.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

#include "parbleu/tokenizers/tokenizer.hpp"
#include "signature_types.hpp"

namespace parbleu::bindings {

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

}  // namespace parbleu::bindings
