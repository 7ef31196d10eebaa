// What stands at places of texts, as functions that normalize texts ask.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "parbleu/unicode/unicode.hpp"
#include "unicode/categories.hpp"
#include "writing/lines.hpp"

namespace parbleu::normalizing {

inline constexpr std::size_t nowhere = View::npos;

inline View stripped(View text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

inline std::u32string own(View text) { return std::u32string(text); }

// Compiles to vector instructions.
inline bool is_ascii(View text) {
  std::uint32_t bits = 0;
  for (const char32_t point : text) bits |= point;
  return bits < 0x80;
}

// A text with one blank for each run of characters that are blanks, but for those at its begin and end.
template <class IsBlank>
std::u32string with_single_blanks(std::u32string text, IsBlank&& is_blank) {
  std::size_t end = 0;  // of what is kept, which takes no more room
  bool is_parted = false;
  for (const char32_t point : text) {
    if (is_blank(point)) {
      is_parted = end > 0;
    } else {
      if (is_parted) text[end++] = U' ';
      is_parted = false;
      text[end++] = point;
    }
  }
  text.resize(end);
  return text;
}

// A letter of ASCII without its case, for which letters like it stand, too, as in regular expressions of Python.
constexpr char32_t folded(char32_t point) {
  if (is_capital(point)) return point + 0x20;
  if (point == U'İ' || point == U'ı') return U'i';
  if (point == U'ſ') return U's';
  return point == U'\u212a' ? U'k' : point;
}

// As [^\W\d_] and \w of Python's regular expressions.
inline bool is_in_word(char32_t point) {
  return point < 0x80
             ? is_letter(point)
             : holds(categories::letters, point) || (holds(categories::numbers, point) && !is_decimal(point));
}
inline bool is_of_word(char32_t point) { return point == U'_' || is_decimal(point) || is_in_word(point); }

// The character that two halves of a surrogate pair stand for; nothing of others.
constexpr std::optional<char32_t> joined_halves(char32_t high, char32_t low) {
  if (high < 0xD800 || high > 0xDBFF || low < 0xDC00 || low > 0xDFFF) return {};
  return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

// Whether a part of ASCII in small letters stands there, in any case.
inline bool has_at(View text, std::size_t at, View part) {
  return at + part.size() <= text.size() && std::ranges::equal(text.substr(at, part.size()), part, {}, folded);
}

inline bool stands(View text, std::size_t at, View signs) { return at < text.size() && contains(signs, text[at]); }

// Where a word of ASCII in small letters ends that has a sign behind it, in any case; `nowhere` if none is there.
template <class Words>
std::size_t end_of_one(View text, std::size_t at, const Words& words, View sign) {
  for (const View word : words) {
    if (has_at(text, at, word) && has_at(text, at + word.size(), sign)) return at + word.size() + sign.size();
  }
  return nowhere;
}

inline bool ends_word(View text, std::size_t at) { return at >= text.size() || is_space(text[at]); }

// Where a run of characters ends that begins there.
template <class Is>
std::size_t end_of_run(View text, std::size_t at, Is&& is) {
  while (at < text.size() && is(text[at])) ++at;
  return at;
}

inline std::size_t end_of_blanks(View text, std::size_t at) {
  return end_of_run(text, at, [](char32_t point) { return is_space(point); });
}

// A text in which what `part` finds at places is replaced, where `may_begin` is true of a character: it returns where
// that ends and appends what is written for it, or returns `nowhere`.
template <class MayBegin, class Part>
std::u32string rewritten(View text, MayBegin&& may_begin, Part&& part) {
  std::u32string result;
  result.reserve(text.size());
  std::size_t begin = 0;  // of what is left as it is
  for (std::size_t at = 0; at < text.size();) {
    if (!may_begin(text[at])) {
      ++at;
      continue;
    }
    result.append(text, begin, at - begin);
    begin = at;
    const std::size_t end = part(at, result);
    if (end == nowhere) {
      ++at;
    } else {
      begin = at = end;
    }
  }
  return result.append(text.substr(begin));
}

// The same where one of some characters may begin it.
template <class Part>
std::u32string rewritten_from(View text, View first, Part&& part) {
  if (std::ranges::none_of(first, [&](char32_t point) { return contains(text, point); })) return own(text);
  const Residues residues(first);
  return rewritten(text, [&](char32_t point) { return residues.hold(point) && contains(first, point); }, part);
}

}  // namespace parbleu::normalizing
