// Defines `Segments`: one stream of texts, checked once and passed to the core as views.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>
#include <vector>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/text.hpp"

namespace parbleu::bindings {

namespace nb = nanobind;

class Segments {
 public:
  Segments() = default;

  // Views into the strings of `texts` (any sequence of str and None), which stay alive with this object.
  explicit Segments(nb::handle texts);

  [[nodiscard]] Stream stream() const { return texts_; }
  [[nodiscard]] std::size_t size() const { return texts_.size(); }
  [[nodiscard]] std::size_t missing() const { return missing_; }
  [[nodiscard]] nb::object at(std::ptrdiff_t index) const;
  [[nodiscard]] nb::list chosen(const nb::list& places) const;  // those at these places
  [[nodiscard]] nb::list to_list() const;

  // Room for code points that no Python object holds.
  Arena& arena() { return arena_; }
  // Where to add texts of which none is missing.
  std::vector<Text>& texts() { return texts_; }
  void push(Text text) {
    texts_.push_back(text);
    missing_ += text.missing();
  }
  void reserve(std::size_t count) { texts_.reserve(count); }
  void own(nb::object owner) { owner_ = std::move(owner); }

 private:
  std::vector<Text> texts_;
  std::size_t missing_ = 0;
  nb::object owner_;
  Arena arena_;
};

// A view of a Python string's own storage; of a copy in the arena where this module is built for the stable interface of
// all versions of Python, which hides that storage. Raises TypeError for anything but a str.
Text view(nb::handle string, Arena& arena);
std::u32string points_of(nb::handle string);

// A new Python string of a text.
nb::object to_python(const Text& text);
nb::object to_python(std::u32string_view points);

}  // namespace parbleu::bindings
