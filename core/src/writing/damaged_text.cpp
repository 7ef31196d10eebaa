#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "parbleu/unicode/unicode.hpp"
#include "parbleu/writing/limits.hpp"
#include "parbleu/writing/odd_texts.hpp"
#include "writing/beside_references.hpp"
#include "writing/lines.hpp"

namespace parbleu {
namespace {

using namespace writing_limits;

constexpr double lacking_share = 0.2;  // of all letters beyond ASCII that are lacking, at least
constexpr char32_t last_letter =
    0x2E7F;  // signs of Chinese, which may be frequent in one text alone, stand behind it
constexpr std::size_t shown_letters = 6;
// The share of words without their letters beyond ASCII that stand in output that lost these, at least; that of characters
// beyond ASCII that both sides have once text is read rightly.
constexpr double as_without = 0.15, rightly_read = 0.5;

constexpr std::string_view utf_8 = "utf-8", latin_1 = "latin-1";
constexpr std::string_view read_as[] = {latin_1, "cp1252", "cp1250",    "cp1251",   "koi8-r",
                                        "cp437", "cp850",  "mac-roman", "iso8859-2"};
constexpr std::string_view written_in[] = {utf_8,       "cp1250", "cp1251", "cp1252",
                                           "iso8859-2", "koi8-r", "cp850",  "mac-roman"};

using PointCounts = std::map<char32_t, std::size_t>;

PointCounts counts_beyond_ascii(View text) {
  PointCounts counts;
  for (const char32_t point : text) {
    if (point > 0x7F) ++counts[point];
  }
  return counts;
}

std::size_t times_of(const PointCounts& counts, char32_t point) {
  const auto at = counts.find(point);
  return at == counts.end() ? 0 : at->second;
}

bool are_hardly(std::size_t there, std::size_t expected) {
  return static_cast<double>(there) <= hardly * static_cast<double>(expected);
}

// The share of the letters beyond ASCII of one text or the other that both have.
double alike_letters(const PointCounts& text, const PointCounts& expected, const TextTables& tables) {
  std::size_t least = 0, most = 0;
  for (const auto& [point, count] : text) {
    if (!tables.is_letter(point)) continue;
    const std::size_t other = times_of(expected, point);
    least += std::min(count, other);
    most += std::max(count, other);
  }
  for (const auto& [point, count] : expected) {
    if (!text.contains(point) && tables.is_letter(point)) most += count;
  }
  return most == 0 ? 0 : static_cast<double>(least) / static_cast<double>(most);
}

// What each byte means in an encoding of single bytes.
std::u32string page_of(std::string_view encoding, const TextTables& tables) {
  if (encoding != latin_1) return tables.code_page(encoding);
  std::u32string page(256, U'\0');
  for (std::size_t byte = 0; byte < page.size(); ++byte) page[byte] = static_cast<char32_t>(byte);
  return page;
}

// The bytes of a text; characters that the encoding lacks have none. ASCII is the same in all.
std::vector<std::uint8_t> bytes_in(const std::u32string& page, View text) {
  std::map<char32_t, std::uint8_t> known;
  for (std::size_t byte = 0x80; byte < page.size(); ++byte) {
    if (page[byte] != TextTables::no_character) known.emplace(page[byte], static_cast<std::uint8_t>(byte));
  }
  std::vector<std::uint8_t> bytes;
  for (const char32_t point : text) {
    if (point < 0x80) {
      bytes.push_back(static_cast<std::uint8_t>(point));
    } else if (const auto at = known.find(point); at != known.end()) {
      bytes.push_back(at->second);
    }
  }
  return bytes;
}

// Counts the characters beyond ASCII that bytes, each of which stands there so many times, mean in an encoding.
PointCounts counts_in(const std::u32string& page, const std::array<std::size_t, 256>& times) {
  PointCounts counts;
  for (std::size_t byte = 0x80; byte < page.size(); ++byte) {
    const char32_t point = page[byte];
    if (times[byte] > 0 && point > 0x7F && point != TextTables::no_character) counts[point] += times[byte];
  }
  return counts;
}

// Of which encoding a text seems to be, and as which it was read, in words; "" if that is not evident.
std::string wrong_encoding(View text, const PointCounts& expected, const TextTables& tables) {
  std::u32string short_text;  // characters of ASCII only part others
  for (const char32_t point : text) {
    if (point > 0x7F || short_text.empty() || short_text.back() > 0x7F) short_text += point;
  }
  std::map<std::string_view, std::u32string> pages;
  for (const auto encoding : read_as) pages.emplace(encoding, page_of(encoding, tables));
  std::tuple<double, std::string_view, std::string_view> most;
  for (const auto wrong : read_as) {
    const auto bytes = bytes_in(pages[wrong], short_text);
    std::array<std::size_t, 256> times{};
    for (const std::uint8_t byte : bytes) ++times[byte];
    for (const auto right : written_in) {
      if (wrong == right) continue;
      const PointCounts read =
          right == utf_8 ? counts_beyond_ascii(decoded_utf8(bytes, {})) : counts_in(pages[right], times);
      most = std::max(most, {alike_letters(read, expected, tables), wrong, right});
    }
  }
  const auto& [share, wrong, right] = most;
  if (share < rightly_read || share <= alike_letters(counts_beyond_ascii(text), expected, tables)) return {};
  const std::string of(right);
  return "; it looks like " + of + " that was read as " + std::string(wrong) + ": read it again, as " + of;
}

// That letters were lost, if words of the references stand there without them; else "". They are those beyond ASCII that a
// text, which is a part of the lines, has hardly or not at all.
std::string lost_letters(const Compared& sides, const PointCounts& text) {
  PointCounts expected;
  for (const View line : sides.references) {
    for (const auto& [point, count] : counts_beyond_ascii(line)) expected[point] += count;
  }
  std::set<char32_t> lost;
  for (const auto& [point, count] : expected) {
    if (are_hardly(times_of(text, point), count)) lost.insert(point);
  }
  std::size_t there = 0, count = 0;
  for (std::size_t at = 0; at < sides.lines.size(); ++at) {
    const auto own = parted_words(sides.lines[at]);
    const std::set<View> words(own.begin(), own.end());
    for (const View word : parted_words(sides.references[at])) {
      std::u32string bare(word);
      std::erase_if(bare, [&](char32_t point) { return point > 0x7F && lost.contains(point); });
      if (bare.size() == word.size() || bare.size() < 2) continue;  // a single letter is a word in many languages
      ++count;
      there += words.contains(bare);
    }
  }
  const bool is_evident = static_cast<double>(there) > as_without * static_cast<double>(count);
  return is_evident ? ": look for what removes letters beyond ASCII" : "";
}

// Whether neighbouring words of lines mostly stand the other way round in their references.
bool are_reversed(const Compared& sides) {
  return has_turned_words(sides.lines, sides.references, 1, fewest_damaged);
}

}  // namespace

std::string how_damaged(const SampledLines& sample, std::size_t system, const std::string& reference,
                        const TextTables& tables) {
  const std::size_t step = step_of(sample);
  const Lines lines = chosen(sample.systems[system], step), references = chosen(sample.references.front(), step);
  const Compared sides = compared(lines, references);
  if (are_reversed(sides)) return "has its words in the reverse order: write them from the first to the last";
  const auto ends_of = [](const std::vector<View>& side) {
    return joined(side, {}, [](View line) { return last(line, end_of_line); });
  };
  const std::u32string text = ends_of(sides.lines);
  const PointCounts there = counts_beyond_ascii(text), expected = counts_beyond_ascii(ends_of(sides.references));
  const double least_lacking = share(sides.lines.size(), damaged_in_line, fewest_damaged);
  std::size_t most_lacking = 0;  // with what is no letter
  for (const auto& [point, count] : expected)
    most_lacking += count >= frequent_letter && are_hardly(times_of(there, point), count) ? count : 0;
  if (static_cast<double>(most_lacking) < least_lacking) return {};
  std::vector<std::pair<std::size_t, char32_t>> lacking;
  std::size_t n_lacking = 0, n_letters = 0;
  for (const auto& [point, count] : expected) {
    if (point > last_letter || !tables.is_letter(point)) continue;
    n_letters += count;
    if (count < frequent_letter || !are_hardly(times_of(there, point), count)) continue;
    lacking.emplace_back(count, point);
    n_lacking += count;
  }
  if (static_cast<double>(n_lacking) < std::max(least_lacking, lacking_share * static_cast<double>(n_letters)))
    return {};
  std::ranges::sort(lacking, [](const auto& one, const auto& other) {
    return one.first != other.first ? one.first > other.first : one.second < other.second;
  });
  lacking.resize(std::min(lacking.size(), shown_letters));
  std::u32string letters;
  for (const auto& [count, letter] : lacking) letters.append(letters.empty() ? U"" : U" ").append(1, letter);
  std::string cause = wrong_encoding(text, expected, tables);
  if (cause.empty()) cause = lost_letters(sides, there);
  if (cause.empty()) return {};
  return "has hardly any of the letters " + tables.in_utf_8(letters) + " that " + reference + " has" + cause;
}

}  // namespace parbleu
