// Normalizes characters that stand for one another in any language, and marks inside of numbers and words.
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "parbleu/base/arena.hpp"
#include "writing/lines.hpp"
#include "writing/normalizing.hpp"
#include "writing/places.hpp"

namespace parbleu::normalizing {
namespace {

using Points = std::pair<char32_t, char32_t>;

constexpr Points of_width[] = {{0x3000, 0x3000}, {0xFF01, 0xFFEE}}, of_ascii[] = {{0xFF01, 0xFF5E}},
                 of_shapes[] = {{0xFB50, 0xFDFF}, {0xFE70, 0xFEFC}},
                 points_of_vowels[] = {{0x591, 0x5BD}, {0x5BF, 0x5C7}, {0x64B, 0x652}, {0x670, 0x670}},
                 of_indic_scripts[] = {{0x900, 0xD7F}};

// Scripts of which two characters may be composed to one though neither is a combining character.
constexpr Points of_joined_scripts[] = {{0x900, 0x1DFF}, {0xAC00, 0x10FFFF}};

// Some of what stays as it is in NFC, whatever of this stands before it: Cyrillic, Hebrew, punctuation, kana, Chinese,
// Korean.
constexpr Points always_composed[] = {{0x400, 0x52F},   {0x5D0, 0x5EA},   {0x904, 0x939},
                                      {0x93D, 0x94D},   {0x2010, 0x2027}, {0x3041, 0x3096},
                                      {0x30A1, 0x30FA}, {0x4E00, 0x9FFF}, {0xAC00, 0xD7A3}};

// What cp1252 has for the bytes 0x80 to 0x9F; where it has nothing, Latin-1.
constexpr View of_windows = U"€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

// A text with runs of some characters in Unicode's form NFKC.
template <class Ranges>
std::u32string in_nfkc(std::u32string text, const Ranges& ranges, const TextTables& tables) {
  const auto is_wanted = [&](char32_t point) { return point > 0x7F && is_within(point, ranges); };
  if (std::ranges::none_of(text, is_wanted)) return text;
  return rewritten(text, is_wanted, [&](std::size_t at, std::u32string& result) {
    const std::size_t end = end_of_run(text, at, is_wanted);
    result += tables.in_form("NFKC", text.substr(at, end - at));
    return end;
  });
}

// Whether three digits stand there, and no other one behind them.
bool is_group(View text, std::size_t at) { return end_of_run(text, at, is_decimal) == at + 3; }

}  // namespace

std::u32string spelled_with(std::u32string text, View letters, View others) {
  constexpr std::size_t short_text = 32;  // in which each is looked for at once
  const auto spell = [&](char32_t& point) {
    const std::size_t at = letters.find(point);
    if (at < others.size()) point = others[at];
  };
  if (text.size() <= short_text) {
    std::ranges::for_each(text, spell);
  } else {
    const Residues residues(letters);
    for (char32_t& point : text) {
      if (residues.hold(point)) spell(point);
    }
  }
  if (others.size() < letters.size())
    std::erase_if(text, [&](char32_t point) { return contains(letters.substr(others.size()), point); });
  return text;
}

std::u32string mojibake(std::u32string text) {
  for (;;) {
    const auto first = std::ranges::find_if(text, [](char32_t point) { return point > 0x7F; });
    const bool may_be_read_so =  // as a lead byte and the next one
        text.end() - first > 1 && *first >= 0xC2 && *first <= 0xF4 && first[1] > 0x7F;
    if (!may_be_read_so) return text;
    std::vector<std::uint8_t> bytes;
    bytes.reserve(text.size());
    for (const char32_t point : text) {
      const std::size_t place = point > 0xFF ? of_windows.find(point) : 0;
      if (place == nowhere) return text;
      bytes.push_back(static_cast<std::uint8_t>(point > 0xFF ? 0x80 + place : point));
    }
    Arena arena;
    const Decoded decoded = decode_utf8(bytes, arena);
    if (decoded.bad_byte) return text;
    text = points_of(decoded.text);  // which may have been read so twice
  }
}

std::u32string nfc(std::u32string text, const TextTables& tables) {
  const auto is_composed = [](char32_t point) { return point < 0x300 || is_within(point, always_composed); };
  const auto n_composed = static_cast<std::size_t>(std::ranges::count_if(text, is_composed));
  if (n_composed == text.size()) return text;
  if (16 * (text.size() - n_composed) > text.size()) return tables.in_form("NFC", std::move(text));
  // Of few other characters only the parts are asked; those below U+0300 change nothing that stands before them.
  std::u32string result;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
    end = end_of_run(text, at + 1, [](char32_t point) { return point >= 0x300; });
    const View part = View(text).substr(at, end - at);
    result += std::ranges::all_of(part, is_composed) ? own(part) : tables.in_form("NFC", own(part));
  }
  return result;
}
std::u32string nfkc(std::u32string text, const TextTables& tables) {
  return tables.in_form("NFKC", std::move(text));
}
std::u32string width(std::u32string text, const TextTables& tables) {
  for (char32_t& point : text) {
    if (is_within(point, of_ascii)) point -= 0xFF01 - U'!';
  }
  return in_nfkc(std::move(text), of_width, tables);
}

std::u32string arabic(std::u32string text, const TextTables& tables) {
  return spelled_with(in_nfkc(std::move(text), of_shapes, tables), U"یىےۍېکڪەۀہھۃـ", U"يييييككههههة");
}

std::u32string diacritics(std::u32string text, const TextTables& tables) {
  const auto bare = [&](View part) {
    return spelled_with(tables.bare(own(part)), U"đĐøØłŁħĦıɓƁɗƊƙƘƴƳəƏ", U"dDoOlLhHibBdDkKyYeE");
  };
  if (is_ascii(text)) return text;
  if (std::ranges::any_of(text, [](char32_t point) { return is_within(point, of_joined_scripts); }))
    return bare(text);
  std::array<char32_t, 0x180> known{};  // what a letter is without its accent, where that is one letter
  return rewritten(
      text, [](char32_t point) { return point > 0x7F; },
      [&](std::size_t at, std::u32string& result) {
        const char32_t point = text[at];
        if (point < known.size() && known[point] != 0) {
          result += known[point];
          return at + 1;
        }
        const std::u32string letters = bare(View(text).substr(at, 1));
        if (point < known.size() && letters.size() == 1) known[point] = letters.front();
        result += letters;
        return at + 1;
      });
}

std::u32string joiners(std::u32string text) {
  if (!contains(text, U'\u200c')) return text;
  std::ranges::replace(text, U'\u200c', U' ');
  return single_blanks(std::move(text));
}

std::u32string vowel_points(std::u32string text) {
  std::erase_if(text, [](char32_t point) { return is_within(point, points_of_vowels); });
  return text;
}

std::u32string digits(std::u32string text) {
  for (char32_t& point : text) point = digit_of(point).value_or(point);
  return text;
}

std::u32string numbers(std::u32string text) {
  const auto is_behind_digit = [](View line, std::size_t at) { return at > 0 && is_decimal(line[at - 1]); };
  text = rewritten_from(text, U".,'’ \u00a0\u202f", [&](std::size_t at, std::u32string&) {
    return is_behind_digit(text, at) && is_group(text, at + 1) ? at + 1 : nowhere;
  });
  for (std::size_t at = 1; at + 1 < text.size(); ++at) {
    if (text[at] == U',' && is_behind_digit(text, at) && is_decimal(text[at + 1])) text[at] = U'.';
  }
  return text;
}

std::u32string okina(std::u32string text) {
  return rewritten_from(text, U"'’‘ʻʼ`ʹ", [&](std::size_t at, std::u32string&) {
    if (at + 1 == text.size() || !is_in_word(text[at + 1])) return nowhere;
    return at == 0 || is_space(text[at - 1]) || is_in_word(text[at - 1]) ? at + 1 : nowhere;
  });
}

std::u32string visarga(std::u32string text) {
  for (std::size_t at = text.size(); at-- > 1;) {
    // The code of a letter, but for the last seven bits, is that of its script.
    const char32_t before = text[at - 1];
    if (text[at] == U':' && is_within(before, of_indic_scripts)) text[at] = (before & ~char32_t{0x7F}) | 0x03;
  }
  return text;
}

std::u32string no_punctuation(std::u32string text) {
  const auto parts_words = [](char32_t point) { return is_space(point) || holds(categories::punctuation, point); };
  static const auto of_ascii = [&] {
    std::array<bool, 0x80> part{};
    for (char32_t point = 0; point < part.size(); ++point) part[point] = parts_words(point);
    return part;
  }();
  for (const char32_t apostrophe : {U'\'', U'’'}) {
    if (contains(text, apostrophe)) std::erase(text, apostrophe);
  }
  return with_single_blanks(std::move(text), [&](char32_t point) {
    return point < of_ascii.size() ? of_ascii[point] : parts_words(point);
  });
}

}  // namespace parbleu::normalizing
