// Normalizes letters that are spelled in two ways, by keyboard, encoding or country.
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <utility>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "writing/lines.hpp"
#include "writing/normalizing.hpp"
#include "writing/places.hpp"

namespace parbleu::normalizing {
namespace {

// A letter, and what is written for it, which has none of these letters.
using Spelling = std::pair<char32_t, View>;

constexpr Spelling of_alef[] = {{U'أ', U"ا"},      {U'إ', U"ا"}, {U'آ', U"ا"}, {U'ٱ', U"ا"},
                                {U'ة', U"\u0647"}, {U'ؤ', U"و"}, {U'ئ', U"ي"}};
constexpr Spelling of_romanian[] = {{U'ş', U"ș"}, {U'ţ', U"ț"}, {U'Ş', U"Ș"}, {U'Ţ', U"Ț"}};
constexpr Spelling of_russian[] = {{U'ё', U"е"}, {U'Ё', U"Е"}};
constexpr Spelling of_serbian[] = {
    {U'а', U"a"},  {U'б', U"b"},  {U'в', U"v"},  {U'г', U"g"}, {U'д', U"d"},  {U'ђ', U"đ"}, {U'е', U"e"},
    {U'ж', U"ž"},  {U'з', U"z"},  {U'и', U"i"},  {U'ј', U"j"}, {U'к', U"k"},  {U'л', U"l"}, {U'љ', U"lj"},
    {U'м', U"m"},  {U'н', U"n"},  {U'њ', U"nj"}, {U'о', U"o"}, {U'п', U"p"},  {U'р', U"r"}, {U'с', U"s"},
    {U'т', U"t"},  {U'ћ', U"ć"},  {U'у', U"u"},  {U'ф', U"f"}, {U'х', U"h"},  {U'ц', U"c"}, {U'ч', U"č"},
    {U'џ', U"dž"}, {U'ш', U"š"},  {U'А', U"A"},  {U'Б', U"B"}, {U'В', U"V"},  {U'Г', U"G"}, {U'Д', U"D"},
    {U'Ђ', U"Đ"},  {U'Е', U"E"},  {U'Ж', U"Ž"},  {U'З', U"Z"}, {U'И', U"I"},  {U'Ј', U"J"}, {U'К', U"K"},
    {U'Л', U"L"},  {U'Љ', U"Lj"}, {U'М', U"M"},  {U'Н', U"N"}, {U'Њ', U"Nj"}, {U'О', U"O"}, {U'П', U"P"},
    {U'Р', U"R"},  {U'С', U"S"},  {U'Т', U"T"},  {U'Ћ', U"Ć"}, {U'У', U"U"},  {U'Ф', U"F"}, {U'Х', U"H"},
    {U'Ц', U"C"},  {U'Ч', U"Č"},  {U'Џ', U"Dž"}, {U'Ш', U"Š"}};
constexpr Spelling of_german[] = {{U'ß', U"ss"}, {U'ẞ', U"SS"}, {U'ä', U"ae"}, {U'ö', U"oe"},
                                  {U'ü', U"ue"}, {U'Ä', U"Ae"}, {U'Ö', U"Oe"}, {U'Ü', U"Ue"}};
constexpr Spelling pairs[] = {
    {U'æ', U"ae"}, {U'œ', U"oe"}, {U'ø', U"oe"}, {U'å', U"aa"}, {U'þ', U"th"}, {U'ð', U"d"},
    {U'ĳ', U"ij"}, {U'ĉ', U"cx"}, {U'ĝ', U"gx"}, {U'ĥ', U"hx"}, {U'ĵ', U"jx"}, {U'ŝ', U"sx"},
    {U'ŭ', U"ux"}, {U'ā', U"aa"}, {U'ē', U"ee"}, {U'ī', U"ii"}, {U'ō', U"oo"}, {U'ū', U"uu"},
    {U'Æ', U"Ae"}, {U'Œ', U"Oe"}, {U'Ø', U"Oe"}, {U'Å', U"Aa"}, {U'Þ', U"Th"}, {U'Ð', U"D"},
    {U'Ĳ', U"Ij"}, {U'Ĉ', U"Cx"}, {U'Ĝ', U"Gx"}, {U'Ĥ', U"Hx"}, {U'Ĵ', U"Jx"}, {U'Ŝ', U"Sx"},
    {U'Ŭ', U"Ux"}, {U'Ā', U"Aa"}, {U'Ē', U"Ee"}, {U'Ī', U"Ii"}, {U'Ō', U"Oo"}, {U'Ū', U"Uu"}};

template <std::size_t count>
std::u32string spelled(std::u32string text, const Spelling (&spellings)[count]) {
  const auto has_other = [&](char32_t point) {
    return point > U'~' && std::ranges::find(spellings, point, &Spelling::first) != std::end(spellings);
  };
  if (std::ranges::none_of(text, has_other)) return text;
  std::u32string result;
  for (const char32_t point : text) {
    const auto* const at =
        point > U'~' ? std::ranges::find(spellings, point, &Spelling::first) : std::end(spellings);
    at == std::end(spellings) ? result.push_back(point) : void(result.append(at->second));
  }
  return result;
}

// Looks alike: a tone before or behind its vowel, sara am in two characters, sara ae as two sara e.
constexpr View thai_tones = U"\u0e48\u0e49\u0e4a\u0e4b",
               thai_vowels = U"\u0e31\u0e34\u0e35\u0e36\u0e37\u0e38\u0e39\u0e4d";

// Chillu letters of Malayalam and khanda ta of Bengali, as they were spelled before Unicode 5.1 and 4.1.
constexpr std::pair<View, View> of_indic[] = {
    {U"\u0d23\u0d4d\u200d", U"\u0d7a"}, {U"\u0d28\u0d4d\u200d", U"\u0d7b"}, {U"\u0d30\u0d4d\u200d", U"\u0d7c"},
    {U"\u0d32\u0d4d\u200d", U"\u0d7d"}, {U"\u0d33\u0d4d\u200d", U"\u0d7e"}, {U"\u0d15\u0d4d\u200d", U"\u0d7f"},
    {U"\u09a4\u09cd\u200d", U"\u09ce"}};

// A nasal before a consonant of its own class may be written as a dot: हिन्दी and हिंदी.
constexpr View nasals = U"ङञणनम", consonants[] = {U"कखगघ", U"चछजझ", U"टठडढ", U"तथदध", U"पफबभ"};

// Vowels with each of five tones, which older and newer spelling put on the first or the second of two: hòa and hoà.
struct Tones {
  View vowels, old_tones, new_tones;
};
constexpr Tones vietnamese_tones[] = {
    {U"oa", U"òóõỏọ", U"àáãảạ"}, {U"oe", U"òóõỏọ", U"èéẽẻẹ"}, {U"uy", U"ùúũủụ", U"ỳýỹỷỵ"},
    {U"OA", U"ÒÓÕỎỌ", U"ÀÁÃẢẠ"}, {U"OE", U"ÒÓÕỎỌ", U"ÈÉẼẺẸ"}, {U"UY", U"ÙÚŨỦỤ", U"ỲÝỸỶỴ"},
    {U"Oa", U"ÒÓÕỎỌ", U"àáãảạ"}, {U"Oe", U"ÒÓÕỎỌ", U"èéẽẻẹ"}, {U"Uy", U"ÙÚŨỦỤ", U"ỳýỹỷỵ"}};

// Letters of Amharic that sound alike, in their seven orders.
constexpr std::pair<char32_t, char32_t> amharic_alike[] = {
    {U'ሠ', U'ሰ'}, {U'ሐ', U'ሀ'}, {U'ኀ', U'ሀ'}, {U'ዐ', U'አ'}, {U'ፀ', U'ጸ'}};

constexpr View latin_alike = U"aeopcxykABEKMHOPCTXYi", cyrillic_alike = U"аеорсхукАВЕКМНОРСТХУі";

bool is_cyrillic(View text) {
  return std::ranges::any_of(text, [](char32_t point) { return point >= 0x400 && point <= 0x4FF; });
}

}  // namespace

// Code pages of Vietnamese and of Central Europe have đ where that of Western Europe has ð.
std::u32string eth(std::u32string text) { return spelled_with(std::move(text), U"ðÐ", U"đĐ"); }

std::u32string catalan(std::u32string text) {
  text = replaced(replaced(text, U"ŀl", U"l·l"), U"ĿL", U"L·L");
  for (const char32_t letter : {U'l', U'L'}) {
    for (const char32_t dot : View(U".-•‧")) {
      const char32_t written[] = {letter, dot, letter}, meant[] = {letter, U'·', letter};
      text = replaced(text, View(written, 3), View(meant, 3));
    }
  }
  return text;
}

std::u32string vietnamese(std::u32string text) {
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    for (const auto& [vowels, old_tones, new_tones] : vietnamese_tones) {
      const std::size_t tone =
          text[at] > 0x7F && text[at + 1] == vowels[1] ? old_tones.find(text[at]) : View::npos;
      if (tone == View::npos) continue;
      text[at] = vowels[0];
      text[at + 1] = new_tones[tone];
    }
  }
  return text;
}

std::u32string indic(std::u32string text) {
  if (!contains(text, U'\u200d')) return text;
  for (const auto& [older, letter] : of_indic) text = replaced(text, older, letter);
  return text;
}

std::u32string thai(std::u32string text) {
  if (is_ascii(text)) return text;
  constexpr char32_t dot = U'\u0e4d', long_vowel = U'\u0e32', both = U'\u0e33';
  for (const char32_t tone : thai_tones) {
    for (const char32_t vowel : thai_vowels) {
      const char32_t before[] = {tone, vowel}, behind[] = {vowel, tone};
      text = replaced(text, View(before, 2), View(behind, 2));
    }
  }
  for (const char32_t tone : thai_tones) {
    const char32_t parted[] = {dot, tone, long_vowel}, joined[] = {tone, both};
    text = replaced(text, View(parted, 3), View(joined, 2));
  }
  return replaced(replaced(text, U"\u0e4d\u0e32", U"\u0e33"), U"\u0e40\u0e40", U"\u0e41");
}

std::u32string hindi(std::u32string text) {
  for (std::size_t at = 0; at + 2 < text.size(); ++at) {
    const std::size_t nasal = text[at + 1] == U'\u094d' ? nasals.find(text[at]) : View::npos;
    if (nasal == View::npos || !contains(consonants[nasal], text[at + 2])) continue;
    text.replace(at, 2, 1, U'\u0902');
  }
  std::ranges::replace(text, U'\u0901', U'\u0902');
  return text;
}

std::u32string amharic(std::u32string text) {
  for (char32_t& point : text) {
    for (const auto& [letter, usual] : amharic_alike) {
      if (point >= letter && point < letter + 7) {
        point += usual - letter;
        break;
      }
    }
  }
  return replaced(text, U"፡፡", U"።");
}

std::u32string lookalikes(std::u32string text) {
  if (!is_cyrillic(text)) return text;
  const std::u32string in_latin = spelled_with(text, cyrillic_alike, latin_alike);
  if (!is_cyrillic(in_latin) && spelled_with(in_latin, latin_alike, cyrillic_alike) != text)
    return in_latin;  // no letter is Cyrillic for certain
  std::u32string result;
  for (std::size_t at = 0;; ++at) {
    const std::size_t end = std::min(text.find(U' ', at), text.size());
    const std::u32string word = text.substr(at, end - at);
    result += is_cyrillic(word) ? spelled_with(word, latin_alike, cyrillic_alike) : word;
    if (end == text.size()) return result;
    result += U' ';
    at = end;
  }
}

std::u32string alef(std::u32string text) { return spelled(std::move(text), of_alef); }
std::u32string romanian(std::u32string text) { return spelled(std::move(text), of_romanian); }
std::u32string russian(std::u32string text) { return spelled(std::move(text), of_russian); }
std::u32string serbian(std::u32string text) { return spelled(std::move(text), of_serbian); }
std::u32string german(std::u32string text) { return spelled(std::move(text), of_german); }
std::u32string digraphs(std::u32string text) { return spelled(std::move(text), pairs); }

std::u32string small_letters(std::u32string text) {
  if (is_ascii(text)) {
    for (char32_t& point : text) point += is_capital(point) ? 0x20 : 0;  // compiles to vector instructions
    return text;
  }
  Arena arena;
  return points_of(lower(narrowed(text, arena), arena, best_simd()));
}

}  // namespace parbleu::normalizing
