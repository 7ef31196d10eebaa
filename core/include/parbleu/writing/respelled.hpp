// Normalizes how texts are written.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "parbleu/base/text.hpp"

namespace parbleu {

// A normalization that the core applies.
struct Respelling {
  std::string_view name;
  std::string_view meaning, remedy;  // what it undoes, and what to do about texts that differ in it, in words
  std::u32string (*apply)(std::u32string);
  bool is_of_points;  // whether it leaves plainly spelled texts as they are
};

// All, in the order in which several are applied.
std::span<const Respelling> respellings();

// The one of that name; null if there is none.
const Respelling* respelling(std::string_view name);

// Whether a text is evidently the same after any normalization of points.
bool is_plainly_spelled(const Text& text);

// A text after the normalization of that name. Throws std::invalid_argument for a name that none of them has.
std::u32string respelled(std::u32string text, std::string_view name);

}  // namespace parbleu
