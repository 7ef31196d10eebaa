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

}  // namespace

std::u32string alef(std::u32string text) { return spelled(std::move(text), of_alef); }
std::u32string romanian(std::u32string text) { return spelled(std::move(text), of_romanian); }
std::u32string russian(std::u32string text) { return spelled(std::move(text), of_russian); }
std::u32string serbian(std::u32string text) { return spelled(std::move(text), of_serbian); }
std::u32string german(std::u32string text) { return spelled(std::move(text), of_german); }
std::u32string digraphs(std::u32string text) { return spelled(std::move(text), pairs); }

std::u32string small_letters(std::u32string text) {
  Arena arena;
  const std::vector<std::uint32_t> units(text.begin(), text.end());
  return points_of(lower(as_text(std::span(units)), arena, best_simd()));
}

}  // namespace parbleu::normalizing
