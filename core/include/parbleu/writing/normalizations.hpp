// Normalizes how texts are written.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "parbleu/base/text.hpp"

namespace parbleu {

// What the core has no tables for.
class TextTables {
 public:
  TextTables() = default;
  TextTables(const TextTables&) = delete;
  TextTables& operator=(const TextTables&) = delete;
  virtual ~TextTables() = default;

  // A text in Unicode's form NFC or NFKC.
  [[nodiscard]] virtual std::u32string in_form(std::string_view form, std::u32string text) const = 0;
  // A text in NFC, without the combining characters that it has in NFD.
  [[nodiscard]] virtual std::u32string bare(std::u32string text) const = 0;
  // A text without references of HTML.
  [[nodiscard]] virtual std::u32string unescaped(std::u32string text) const = 0;
  // As str.isalpha and str.islower of Python.
  [[nodiscard]] virtual bool is_letter(char32_t point) const = 0;
  [[nodiscard]] virtual bool is_small(char32_t point) const = 0;
  // What each of 256 bytes means in an encoding of single bytes; `no_character` of those that mean nothing.
  static constexpr char32_t no_character = 0xFFFD;
  [[nodiscard]] virtual std::u32string code_page(std::string_view encoding) const = 0;
  // A text in UTF-8, as it is and in quotation marks with what is not printed escaped, and a number with one decimal.
  [[nodiscard]] virtual std::string in_utf_8(std::u32string_view text) const = 0;
  [[nodiscard]] virtual std::string quoted(std::u32string_view text) const = 0;
  [[nodiscard]] virtual std::string rounded(double number) const = 0;
};

// A function of a text, which may ask tables.
class TextFunction {
 public:
  using Alone = std::u32string(std::u32string);
  using Asking = std::u32string(std::u32string, const TextTables&);

  constexpr TextFunction(Alone* alone) : alone_(alone) {}      // NOLINT: written as a function
  constexpr TextFunction(Asking* asking) : asking_(asking) {}  // NOLINT: the same

  std::u32string operator()(std::u32string text, const TextTables& tables) const {
    return alone_ != nullptr ? alone_(std::move(text)) : asking_(std::move(text), tables);
  }

 private:
  Alone* alone_ = nullptr;
  Asking* asking_ = nullptr;
};

// A normalization that the core applies.
struct Normalization {
  std::string_view name;
  std::string_view meaning, remedy;  // what it undoes, and what to do about texts that differ in it, in words
  TextFunction apply;
  bool keeps_plain;  // whether it leaves texts as they are that are plainly spelled
};

// All, in the order in which several are applied.
std::span<const Normalization> normalizations();

// The one of that name; null if there is none.
const Normalization* normalization(std::string_view name);

// Whether a text is evidently the same after any normalization that keeps plain texts.
bool is_plainly_spelled(const Text& text);

// A text after the normalization of that name. Throws std::invalid_argument for a name that none of them has.
std::u32string normalized_text(std::u32string text, std::string_view name, const TextTables& tables);

}  // namespace parbleu
