// Normalizes how texts are written.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "parbleu/base/text.hpp"

namespace parbleu {

// A normalization that the core applies.
struct Normalization {
  std::string_view name;
  std::string_view meaning, remedy;  // what it undoes, and what to do about texts that differ in it, in words
  std::u32string (*apply)(std::u32string);
  bool keeps_plain;  // whether it leaves texts as they are that are plainly spelled
};

// All, in the order in which several are applied.
std::span<const Normalization> normalizations();

// The one of that name; null if there is none.
const Normalization* normalization(std::string_view name);

// Whether a text is evidently the same after any normalization that keeps plain texts.
bool is_plainly_spelled(const Text& text);

// A text after the normalization of that name. Throws std::invalid_argument for a name that none of them has.
std::u32string normalized_text(std::u32string text, std::string_view name);

}  // namespace parbleu
