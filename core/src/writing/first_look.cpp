#include "parbleu/writing/first_look.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include "parbleu/ngrams/shared_words.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "parbleu/writing/limits.hpp"
#include "parbleu/writing/normalizations.hpp"
#include "parbleu/writing/writing_signs.hpp"
#include "parbleu/writing/written_differently.hpp"
#include "writing/lines.hpp"
#include "writing/normalizing.hpp"

namespace parbleu {
namespace {

using Lines = std::vector<std::u32string>;

using namespace writing_limits;

constexpr std::size_t compared_pairs = 160, few_pairs = 48;
constexpr std::size_t turned_lines = 12, fewest_turned = 10;  // of words that stand the other way round
constexpr double split = 0.4;  // the share of blanks in text that is cut into characters
constexpr View cut_marks[] = {U"@@ ", U"▁",  U" ##", U"￭",   U" Ġ",  U" .",
                              U" ,",  U" ،", U" ।",  U" 。", U" 、", U" ，"};
constexpr View cut_marks_begin = U"@▁￭", behind_blanks = U"#Ġ.,،।。、，";

constexpr char32_t scripts_begin = 0xE00;  // those that need no blanks between words
constexpr std::pair<char32_t, char32_t> without_blanks[] = {{0xE00, 0xE7F},   {0xE80, 0xEFF},   {0x1000, 0x109F},
                                                            {0x1780, 0x17FF}, {0x3040, 0x30FF}, {0x3400, 0x9FFF}};
constexpr std::string_view languages[] = {"th", "lo", "my", "km", "ja", "zh"};  // which are written in these
constexpr std::size_t japanese = 4, chinese = 5;
constexpr std::pair<char32_t, char32_t> hangul[] = {{0xAC00, 0xD7A3}}, kana[] = {without_blanks[japanese]};
constexpr std::size_t fewest_hangul = 20;
constexpr double some_kana = 0.1;
constexpr View simplified = U"这国个们来说时会对为学过还没发经见长开问",
               traditional = U"這國個們來說時會對為學過還沒發經見長開問";
constexpr std::size_t fewest_signs = 10;  // of these characters, in each text
constexpr double of_another_script = 0.2;
constexpr std::pair<char32_t, char32_t> no_letters[] = {{0x80, 0xA9}, {0xAB, 0xB4}, {0xB6, 0xB9},    {0xBB, 0xBF},
                                                        {0xD7, 0xD7}, {0xF7, 0xF7}, {0x2010, 0x2070}};
constexpr char32_t last_letter = 0x2E7F;  // signs of Chinese stand behind it
constexpr std::pair<char32_t, char32_t> leftwards[] = {{0x5D0, 0x8FF}, {0xFB1D, 0xFEFC}};

double share(std::size_t count, double of, std::size_t at_least) {
  return std::max(static_cast<double>(at_least), of * static_cast<double>(count));
}

template <class Lines, class Is>
bool more_than(double most, const Lines& lines, Is&& is) {
  return static_cast<double>(std::ranges::count_if(lines, is)) > most;
}

Lines chosen(const std::vector<Text>& stream, std::size_t step) {
  Lines lines;
  for (std::size_t at = 0; at < stream.size(); at += step) lines.push_back(points_of(stream[at]));
  return lines;
}

std::vector<Text> every(std::size_t step, const std::vector<Text>& stream) {
  std::vector<Text> texts;
  for (std::size_t at = 0; at < stream.size(); at += step) texts.push_back(stream[at]);
  return texts;
}

View last(View line, std::size_t count) { return line.substr(line.size() - std::min(count, line.size())); }

double share_of_blanks(View text) {
  return static_cast<double>(std::ranges::count(text, U' ')) /
         static_cast<double>(std::max<std::size_t>(1, text.size()));
}

double share_of_spaces(View text) {
  const auto count = std::ranges::count_if(text, [](char32_t point) { return is_space(point); });
  return static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(1, text.size()));
}

bool is_cut(const std::vector<std::u32string>& texts, const std::vector<Lines>& sides) {
  std::vector<double> shares;
  for (const auto& text : texts) shares.push_back(share_of_blanks(text));
  const auto [least, most] = std::ranges::minmax(shares);
  if (most > split || (most > written && least < unwritten)) return true;
  for (std::size_t side = 0; side < sides.size(); ++side) {
    std::u32string text = texts[side];
    const Lines& lines = sides[side];
    if (text.size() > end_of_line * lines.size())
      text = joined(lines, U"\n", [](View line) { return last(line, end_of_line); });
    const double most_marks = share(lines.size(), rare, few_lines);
    std::array<std::size_t, std::size(cut_marks)> counts{};
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == U' ' ? !contains(behind_blanks, text[at + 1]) : !contains(cut_marks_begin, text[at]))
        continue;
      for (std::size_t mark = 0; mark < counts.size(); ++mark) {
        counts[mark] += View(text).substr(at).starts_with(cut_marks[mark]);
      }
    }
    if (static_cast<double>(std::ranges::max(counts)) > most_marks) return true;
  }
  return false;
}

bool looks_cut(const std::vector<Lines>& sides) {
  if (sides.empty()) return false;
  std::vector<std::u32string> texts;
  for (const Lines& lines : sides) texts.push_back(joined(lines, U"\n"));
  return is_cut(texts, sides);
}

// --- lines that are no translations

bool is_blank(const Text& line) {
  return visit(line,
               [](auto units) { return std::ranges::all_of(units, [](auto unit) { return is_space(unit); }); });
}

// The same of equal lines, and of few others: of the begin, the end and the length.
std::uint64_t fingerprint(const Text& line) {
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;
  const auto* const bytes = static_cast<const char*>(line.data);
  const std::size_t size = line.bytes();
  std::uint64_t hash = size;
  std::array<std::uint64_t, 3> words{};
  for (const std::size_t begin : {std::size_t{0}, size - std::min(size, sizeof words)}) {
    std::memcpy(words.data(), bytes + begin, std::min(size, sizeof words));
    for (const std::uint64_t word : words) hash = (std::rotl(hash, 23) ^ word) * factor;
  }
  return hash;
}

bool begins_with_reasoning(const Text& line) {
  const auto first = visit(line, [](auto units) { return static_cast<char32_t>(units.front()); });
  if (first != '<' && first != '[' && first != 'a' && first != U'◁') return false;
  std::u32string points;
  append(points, line, 0, std::min<std::size_t>(line.size, 32));
  return std::ranges::any_of(reasoning_begins, [&](View begin) { return points.starts_with(begin); });
}

// Whether no text stands behind the reasoning of a line.
bool is_reasoning_alone(const Text& line) {
  return line.size != 0 && normalizing::reasoning(points_of(line)).empty();
}

bool has_strange_lines(const std::vector<Text>& lines) {
  const double most = share(lines.size(), rare, few_lines);
  std::size_t blank = 0, no_text = 0, of_lists = 0;
  bool has_reasoning = false;
  std::vector<std::uint64_t> prints;
  prints.reserve(lines.size());
  for (const Text& line : lines) {
    blank += is_blank(line);
    if (line.size == 0) continue;
    no_text += line.width != Width::one && (holds(line, 0xFFFD) || holds(line, U'⁇'));
    of_lists += holds(line, '|') && contains(points_of(line), View(U" ||| "));
    prints.push_back(fingerprint(line));
    has_reasoning = has_reasoning || begins_with_reasoning(line);
  }
  if (has_reasoning && std::ranges::any_of(lines, is_reasoning_alone)) return true;
  if (static_cast<double>(std::max({blank, no_text, of_lists})) > most) return true;
  std::ranges::sort(prints);
  std::size_t same = 0;
  for (std::size_t at = 0; at < prints.size(); ++at) {
    same = at > 0 && prints[at] == prints[at - 1] ? same + 1 : 1;
    if (static_cast<double>(same) > most) return true;
  }
  return false;
}

bool is_twice(View line) {
  const std::size_t half = line.size() / 2;
  return half > 10 && line.front() == line[line.size() - half] && line.substr(0, half) == last(line, half);
}

bool goes_on(View line) {
  return line.size() > long_line &&
         count(line, last(line, last_words)) >= static_cast<std::int64_t>(fewest_repeats);
}

bool may_be_letter(char32_t point) {
  return point < 0x80 ? is_letter(point) : point < scripts_begin && !is_space(point);
}

// Whether letters may be lost, in whose place question marks stand.
bool asks_inside(View line) {
  for (std::size_t at = line.find(U'?', 1); at != View::npos; at = line.find(U'?', at + 1)) {
    const std::size_t next = line.find_first_not_of(U'?', at);
    const char32_t before = line[at - 1];
    if (next == View::npos) return false;
    if (may_be_letter(line[next]) && may_be_letter(before)) return true;
  }
  return false;
}

bool is_reversed(View line) {
  return line.size() > 1 && contains(U".!?", line[0]) && is_within(line[1], leftwards);
}

bool has_odd_lines(const Lines& lines, View text) {
  const double most = share(lines.size(), rare, few_lines);
  return more_than(most, lines, is_twice) || more_than(most, lines, goes_on) ||
         more_than(most, lines, asks_inside) || more_than(most, lines, is_reversed) || contains(text, U'\u1039');
}

// --- lines beside their references

using Shares = std::vector<double>;

Shares shares_of(std::span<const SharedWords> counts) {
  Shares shares;
  for (const SharedWords& words : counts)
    shares.push_back(static_cast<double>(words.shared) / std::max(1, std::max(words.words, words.others)));
  return shares;
}

// Where the run begins and ends in which the sum of `better` exceeds that of `worse` most.
std::pair<std::size_t, std::size_t> best_run(const Shares& better, const Shares& worse) {
  double best = 0, total = 0;
  std::size_t first = 0, begin = 0, end = 0;
  for (std::size_t at = 0; at < better.size(); ++at) {
    if (total <= 0) {
      total = 0;
      begin = at;
    }
    total += better[at] - worse[at];
    if (total > best) {
      best = total;
      first = begin;
      end = at + 1;
    }
  }
  return {first, end};
}

// The lines of an output and of the first reference that stand in pairs of neighbours.
struct Pairs {
  std::vector<std::size_t> firsts;
  std::size_t longest, characters;  // of what is compared: words of a line, or pairs of characters

  [[nodiscard]] std::vector<SharedWords> words(const std::vector<Text>& lines, const std::vector<Text>& references,
                                               std::size_t of_output = 0, std::size_t of_reference = 0) const {
    return shared_words(chosen(lines, of_output), chosen(references, of_reference), longest, characters);
  }
  // Those of several outputs, one behind the other.
  [[nodiscard]] std::vector<SharedWords> words(const std::vector<std::vector<Text>>& outputs,
                                               const std::vector<Text>& references) const {
    std::vector<Text> lines;
    for (const auto& output : outputs) std::ranges::copy(chosen(output, 0), std::back_inserter(lines));
    return shared_words(lines, chosen(references, 0), longest, characters);
  }

 private:
  [[nodiscard]] std::vector<Text> chosen(const std::vector<Text>& lines, std::size_t further) const {
    std::vector<Text> result;
    for (const std::size_t at : firsts) result.push_back(lines[at + further]);
    return result;
  }
};

std::optional<Shift> run_of_shift(const Shares& own, const Shares& shifted, bool is_later) {
  const auto [begin, end] = best_run(shifted, own);
  double sum = 0, unlike_sum = 0;
  std::size_t unlike_lines = 0;
  for (std::size_t at = begin; at < end; ++at) {
    sum += shifted[at];
    if (own[at] <= unlike) {
      ++unlike_lines;
      unlike_sum += own[at];
    }
  }
  const double least = (unlike_lines > 2 * run ? alike : 1.5 * alike) * static_cast<double>(unlike_lines);
  if (unlike_lines < run || sum <= std::max(least, 2 * unlike_sum)) return {};
  return Shift{begin, end, is_later};
}

std::optional<Shift> shift_of(const Pairs& pairs, const Shares& own, const std::vector<Text>& lines,
                              const std::vector<Text>& references) {
  Pairs doubtful{{}, pairs.longest, pairs.characters};
  for (std::size_t at = 0; at < own.size(); ++at) {
    if (own[at] <= unlike) doubtful.firsts.push_back(pairs.firsts[at]);
  }
  if (doubtful.firsts.size() < run) return {};
  const Shares of_line = shares_of(doubtful.words(lines, references, 0, 1));
  const Shares of_next = shares_of(doubtful.words(lines, references, 1, 0));
  const Shares next_own = shares_of(doubtful.words(lines, references, 1, 1));
  Shares later(own.size()), earlier(own.size());
  std::size_t place = 0;
  for (std::size_t at = 0; at < own.size(); ++at) {
    if (own[at] > unlike) continue;
    if (of_line[place] > own[at]) later[at] = of_line[place];
    if (of_next[place] > next_own[place]) earlier[at] = of_next[place];
    ++place;
  }
  const std::optional<Shift> shift = run_of_shift(own, later, true);
  return shift ? shift : run_of_shift(own, earlier, false);
}

std::size_t bytes(View text) {
  return std::accumulate(text.begin(), text.end(), std::size_t{0}, [](std::size_t sum, char32_t point) {
    return sum + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);
  });
}

double width(View text) {
  return text.empty() ? 1 : static_cast<double>(bytes(text)) / static_cast<double>(text.size());
}

bool width_differs(View line, View other) {
  if (line.size() <= short_line || other.size() <= short_line) return false;
  const auto [least, most] = std::minmax({width(line), width(other)});
  return least < mostly_ascii && most > hardly_ascii;
}

std::size_t count_kana(View text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char32_t point) { return is_within(point, kana); }));
}

bool lacks_kana(View line, View other) {
  return line.size() > short_line && width(line) > hardly_ascii && count_kana(line) == 0 && count_kana(other) > 0;
}

bool is_half(View line, View other) {
  return !line.empty() && 2 * line.size() < other.size() && other.size() > long_text;
}

std::u32string affix(View line, bool at_end) {
  std::u32string key;
  if (at_end) {
    key = last(line, end_affix);
  } else if (line.empty() || is_ascii_digit(line.front())) {
    const std::size_t end = line.find_first_not_of(U"0123456789");
    key = U'0';
    if (end != View::npos) key += line[end];
  } else {
    key = line.substr(0, begin_affix);
  }
  for (char32_t& point : key) point = is_ascii_digit(point) ? U'0' : point;
  return key;
}

// Whether many lines begin or end alike, and hardly any of the references do so.
bool have_own_affix(std::span<const View> lines, std::span<const View> references, bool at_end) {
  std::vector<std::u32string> keys;
  for (const View line : lines) keys.push_back(affix(line, at_end));
  std::ranges::sort(keys);
  const double most = share(lines.size(), affixed, few_lines);
  for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
    while (end < keys.size() && keys[end] == keys[begin]) ++end;
    const auto count = static_cast<double>(end - begin);
    if (count <= most) continue;
    const auto known =
        std::ranges::count_if(references, [&](View line) { return affix(line, at_end) == keys[begin]; });
    if (static_cast<double>(known) <= tenth * count) return true;
  }
  return false;
}

// Characters and bytes of lines.
struct Size {
  std::size_t characters = 0, bytes = 0;

  [[nodiscard]] double width() const {
    return characters == 0 ? 1 : static_cast<double>(bytes) / static_cast<double>(characters);
  }
};

Size size_of(std::span<const View> lines) {
  Size size;
  for (const View line : lines) size = {size.characters + line.size(), size.bytes + bytes(line)};
  return size;
}

bool are_unlike(const Lines& all_lines, const Lines& all_references, const Shares& own) {
  std::vector<View> lines, references;
  for (std::size_t at = 0; at < all_lines.size(); ++at) {
    if (all_references[at].empty()) continue;
    lines.emplace_back(all_lines[at]);
    references.emplace_back(all_references[at]);
  }
  const Size size = size_of(lines), other = size_of(references);
  if (lines.size() < fewest_unmatched || size.characters == 0 || other.characters == 0) return false;
  const auto length = static_cast<double>(size.characters),
             length_of_other = static_cast<double>(other.characters);
  if (shortest * length_of_other > length || length > length_of_other / shortest) return true;
  const bool has_kana = std::ranges::any_of(references, [](View line) { return contains(line, U'の'); });
  std::size_t cut = 0, long_ones = 0, wide = 0, without_kana = 0;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    cut += is_half(lines[at], references[at]);
    long_ones += is_half(references[at], lines[at]);
    without_kana += has_kana && lacks_kana(lines[at], references[at]);
  }
  if (static_cast<double>(std::max(cut, long_ones)) > share(lines.size(), many_cut, few_lines)) return true;
  if (have_own_affix(lines, references, false) || have_own_affix(lines, references, true)) return true;
  const double one = size.width(), two = other.width();
  if (std::max(one, two) > mostly_ascii || std::max(one, two) - std::min(one, two) > rare) {
    for (std::size_t at = 0; at < lines.size(); ++at) wide += width_differs(lines[at], references[at]);
    if (static_cast<double>(wide) > share(lines.size(), tenth, few_lines)) return true;
  }
  if (static_cast<double>(without_kana) > share(lines.size(), tenth, few_lines)) return true;
  const auto [begin, end] = best_run(Shares(own.size(), rarely_shared), own);
  return end - begin >= fewest_unmatched;
}

bool are_same(const std::vector<Text>& one, const std::vector<Text>& other) {
  return std::ranges::equal(one, other, [](const Text& line, const Text& other_line) {
    return line.size == other_line.size && points_of(line) == points_of(other_line);
  });
}

bool has_equal_streams(const SampledLines& sample) {
  for (const auto& reference : sample.references) {
    if (std::ranges::all_of(reference, [](const Text& line) { return line.size == 0; })) continue;
    for (const auto& system : sample.systems) {
      if (are_same(system, reference)) return true;
    }
    for (const auto& other : sample.references) {
      if (&other != &reference && are_same(other, reference)) return true;
    }
  }
  return false;
}

// Whether lines are those of the source: most of them, or many long ones.
bool is_untranslated(const std::vector<Text>& lines, const std::vector<Text>& source) {
  std::size_t equal = 0, long_ones = 0, known = 0;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (lines[at].size == 0) continue;
    ++known;
    if (lines[at].size != source[at].size || points_of(lines[at]) != points_of(source[at])) continue;
    ++equal;
    long_ones += lines[at].size >= copied_line;
  }
  return (2 * equal >= known && equal > 0) || static_cast<double>(long_ones) > share(known, tenth, few_lines);
}

bool has_repeated_lines(const Pairs& pairs, const std::vector<Text>& lines, const std::vector<Text>& references) {
  const auto is_repeated = [&](std::size_t at) {
    return lines[at].size > short_line && lines[at].size == lines[at + 1].size &&
           points_of(lines[at]) == points_of(lines[at + 1]) &&
           points_of(references[at]) != points_of(references[at + 1]);
  };
  return more_than(share(pairs.firsts.size(), tenth, few_lines), pairs.firsts, is_repeated);
}

// Whether lines have few words that any line of the references has; without blanks, single characters tell.
// Lines that are shifted have those of others, and are not doubtful.
bool may_be_foreign(Pairs pairs, std::span<const SharedWords> counts, const std::vector<Text>& lines,
                    const std::vector<Text>& references, const std::optional<Shift>& shift) {
  std::vector<SharedWords> of_characters;
  if (pairs.characters != 0) {
    pairs.longest = begin_of_line;
    pairs.characters = 1;
    of_characters = pairs.words(lines, references);
    counts = of_characters;
  }
  std::size_t doubtful = 0;
  for (std::size_t at = 0; at < counts.size(); ++at) {
    const SharedWords& words = counts[at];
    const bool is_shifted = shift && at >= shift->begin && at < shift->end;
    doubtful += !is_shifted && words.words >= static_cast<std::int32_t>(fewest_words) &&
                words.known < known_words * words.words;
  }
  return static_cast<double>(doubtful) >= share(counts.size(), tenth, fewest_foreign);
}

Pairs pairs_at(std::vector<std::size_t> firsts, bool has_blanks) {
  if (has_blanks) return {std::move(firsts), begin_of_line, 0};
  return {std::move(firsts), begin_of_line / 2, 2};
}

Pairs pairs_of(const SampledLines& sample) {
  const Stream lines = sample.references.front();
  std::u32string begin;
  for (const Text& line : lines.first(std::min(lines.size(), language_lines))) append(begin, line, 0, line.size);
  const std::string_view language = language_by_script(lines);
  return pairs_at(neighbours(sample),
                  share_of_blanks(begin) > unwritten && (language.empty() || language == "ko"));
}

// Of each pair of neighbouring words of a line a number, once, ascending; `turned`: as of the line the other way round.
std::vector<std::uint64_t> pairs_of_words(View line, bool turned) {
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;
  std::vector<std::uint64_t> pairs;
  std::uint64_t before = 0, word = 0;
  const auto end = [&] {
    if (word != 0 && before != 0) pairs.push_back(turned ? word * factor + before : before * factor + word);
    if (word != 0) before = std::exchange(word, 0);
  };
  for (const char32_t point : line) {
    if (is_space(point)) {
      end();
    } else {
      word = (std::rotl(word, 23) ^ (point + 1)) * factor;
    }
  }
  end();
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

std::size_t common_to(const std::vector<std::uint64_t>& some, const std::vector<std::uint64_t>& others) {
  return static_cast<std::size_t>(std::ranges::count_if(
      some, [&](std::uint64_t number) { return std::ranges::binary_search(others, number); }));
}

// Whether neighbouring words of most lines stand the other way round in their references. A few lines tell.
bool has_turned_words(const Lines& lines, const Lines& references) {
  std::size_t as_there = 0, turned = 0;
  for (std::size_t at = 0; at < lines.size(); at += 1 + lines.size() / turned_lines) {
    const auto known = pairs_of_words(references[at], false);
    as_there += common_to(pairs_of_words(lines[at], false), known);
    turned += common_to(pairs_of_words(lines[at], true), known);
  }
  return turned > std::max(fewest_turned, 2 * as_there);
}

// Whether an output may lack letters of the references.
bool may_lack_letters(const Lines& lines, const Lines& references) {
  std::map<char32_t, std::pair<std::size_t, std::size_t>> letters;  // how often each is in output and references
  std::size_t compared = 0;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    if (references[line].empty()) continue;
    ++compared;
    for (const char32_t point : last(lines[line], end_of_line)) {
      if (point > 0x7F && point <= last_letter) ++letters[point].first;
    }
    for (const char32_t point : last(references[line], end_of_line)) {
      if (point > 0x7F && point <= last_letter && !is_within(point, no_letters)) ++letters[point].second;
    }
  }
  std::size_t lacking = 0;
  for (const auto& [point, counts] : letters) {
    const auto [there, known] = counts;
    lacking += known >= frequent_letter && 10 * there <= known ? known : 0;
  }
  return static_cast<double>(lacking) >= share(compared, damaged_in_line, fewest_damaged);
}

// Signs that words are in the reverse order, or that letters are lost or read in a wrong encoding.
constexpr std::string_view of_damage[] = {"no-punct", "diacritics", "digraphs", "serbian",
                                          "mojibake", "nfc",        "quotes"};

template <class Names>
bool are_among(const std::vector<std::string_view>& some, const Names& names) {
  return std::ranges::any_of(
      some, [&](std::string_view name) { return std::ranges::find(names, name) != std::end(names); });
}

}  // namespace

std::size_t step_of(const SampledLines& sample) {
  const std::size_t most = sample.n_lines < long_corpus ? looked_at : few_looked_at;
  return (sample.places.size() + most - 1) / most / 2 * 2 + 1;
}

std::vector<std::size_t> neighbours(const SampledLines& sample) {
  const auto& places = sample.places;
  const std::size_t most = sample.n_lines < long_corpus ? compared_pairs : few_pairs;
  const std::size_t step = std::max<std::size_t>(1, (places.size() + most - 1) / most);
  std::vector<std::size_t> firsts;
  for (std::size_t at = 0; at + 1 < places.size(); at += step) {
    const std::size_t first = at + (places[at] + 1 != places[at + 1]);
    if (first + 1 < places.size() && places[first] + 1 == places[first + 1] &&
        (firsts.empty() || firsts.back() != first)) {
      firsts.push_back(first);
    }
  }
  return firsts;
}

bool looks_cut(std::span<const std::vector<Text>> streams) {
  std::vector<Lines> sides;
  for (const auto& stream : streams) sides.push_back(chosen(stream, 1));
  return looks_cut(sides);
}

std::optional<Shift> shift_of(Stream output, Stream reference, std::span<const std::size_t> firsts,
                              bool has_blanks) {
  const std::vector<Text> lines(output.begin(), output.end()), references(reference.begin(), reference.end());
  const Pairs pairs = pairs_at({firsts.begin(), firsts.end()}, has_blanks);
  return shift_of(pairs, shares_of(pairs.words(lines, references)), lines, references);
}

bool seems_unlike(const SampledLines& sample, std::size_t system) {
  if (sample.references.empty()) return false;
  const auto &lines = sample.systems.at(system), &references = sample.references.front();
  const Pairs pairs = pairs_of(sample);
  const std::size_t step = step_of(sample);
  return has_repeated_lines(pairs, lines, references) ||
         are_unlike(chosen(lines, step), chosen(references, step), shares_of(pairs.words(lines, references)));
}

bool seems_turned(const SampledLines& sample, std::size_t system) {
  if (sample.references.empty()) return false;
  const std::size_t step = step_of(sample);
  return has_turned_words(chosen(sample.systems.at(system), step), chosen(sample.references.front(), step));
}

std::string_view language_by_script(Stream lines) {
  std::array<std::size_t, std::size(languages)> counts{};
  std::size_t size = 0, blanks_there = 0, korean = 0;
  for (const Text& line : lines.first(std::min(lines.size(), language_lines))) {
    if (line.missing()) continue;
    visit(line, [&](auto units) {
      const auto end = units.last(std::min(units.size(), end_of_line));
      size += end.size();
      for (const char32_t point : end) {
        blanks_there += point == U' ';
        if (point < scripts_begin) continue;
        for (std::size_t script = 0; script < counts.size(); ++script)
          counts[script] += point >= without_blanks[script].first && point <= without_blanks[script].second;
        korean += is_within(point, hangul);
      }
    });
  }
  const auto length = static_cast<double>(size), blanks = static_cast<double>(blanks_there);
  const std::size_t known = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  if (known > 0 && blanks <= written * length && static_cast<double>(known) >= mostly * length) {
    std::size_t& of_japanese = counts[japanese];
    const std::size_t both = of_japanese + counts[chinese];
    if (static_cast<double>(of_japanese) > some_kana * static_cast<double>(both)) of_japanese = both;
    return languages[std::ranges::max_element(counts) - counts.begin()];
  }
  const bool is_korean = korean >= fewest_hangul && static_cast<double>(korean) > mostly * (length - blanks);
  return is_korean ? "ko" : "";
}

std::vector<double> shares_of_traditional(Stream output, Stream reference) {
  std::vector<double> shares;
  for (const Stream lines : {output, reference}) {
    std::size_t counts[2] = {};
    bool is_chinese = false;
    for (const Text& line : lines) {
      for (const char32_t point : points_of(line)) {
        if (point == U'の') return {};  // as Japanese has
        is_chinese |= point == U'的';
        counts[0] += contains(simplified, point);
        counts[1] += contains(traditional, point);
      }
    }
    if (!is_chinese || counts[0] + counts[1] < fewest_signs) return {};
    shares.push_back(static_cast<double>(counts[1]) / static_cast<double>(counts[0] + counts[1]));
  }
  return std::abs(shares[0] - shares[1]) > of_another_script ? shares : std::vector<double>();
}

bool seems_unlike_after(const SampledLines& sample, std::size_t system, std::span<const std::string_view> names,
                        const TextTables& tables) {
  SampledLines later{{sample.systems[system]}, {sample.references.front()}, {}, sample.places, sample.n_lines};
  auto &lines = later.systems.front(), &references = later.references.front();
  Arena arena;
  const auto normalize = [&](Text& line) {
    std::u32string points = points_of(line);
    for (const std::string_view name : names) points = normalized_text(std::move(points), name, tables);
    line = narrowed(points, arena);
  };
  std::vector<bool> of_output(lines.size()), of_references(lines.size());  // what is looked at
  const std::size_t step = step_of(sample);
  for (std::size_t at = 0; at < lines.size(); ++at) {
    of_output[at] = at % step == 0;
    of_references[at] = of_output[at] || at < language_lines;
  }
  const std::vector<std::size_t> firsts = neighbours(sample);
  for (const std::size_t at : firsts) of_output[at] = of_output[at + 1] = of_references[at] = true;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (of_output[at]) normalize(lines[at]);
  }
  for (const std::size_t at : firsts) {
    if (lines[at].size == lines[at + 1].size) of_references[at + 1] = true;  // such lines may be repeated
  }
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (of_references[at]) normalize(references[at]);
  }
  return seems_unlike(later, 0);
}

std::optional<std::vector<LookAtOutput>> first_look_at(const SampledLines& sample) {
  std::vector<LookAtOutput> looks(sample.systems.size());
  const std::size_t size = sample.places.size();
  if (size == 0 || sample.systems.empty() || sample.references.empty()) return looks;
  for (const auto* side : {&sample.systems, &sample.references}) {
    for (const auto& stream : *side) {
      if (holds(stream.front(), 0xFEFF)) return {};
      for (const auto& source : sample.sources) {
        if (is_untranslated(stream, source)) return {};
      }
    }
  }
  if (std::ranges::any_of(sample.systems, has_strange_lines)) return {};
  const auto& reference = sample.references.front();
  const auto is_empty = [](const Text& line) { return line.size == 0; };
  if (std::ranges::all_of(reference, is_empty) || has_equal_streams(sample)) return {};

  const std::size_t step = step_of(sample);
  std::vector<Lines> sides;
  for (const auto* side : {&sample.systems, &sample.references}) {
    for (const auto& stream : *side) sides.push_back(chosen(stream, step));
  }
  const Lines& expected = sides[sample.systems.size()];
  const bool is_cut = looks_cut(sides);
  double blanks_of_references = 1;
  for (std::size_t side = sample.systems.size(); side < sides.size(); ++side)
    blanks_of_references = std::min(blanks_of_references, share_of_blanks(joined(sides[side])));
  std::vector<std::vector<Text>> outputs;
  for (const auto& stream : sample.systems) outputs.push_back(every(step, stream));
  const auto chosen_references = every(step, reference);
  const auto suspects = writing_suspects(std::vector<Stream>(outputs.begin(), outputs.end()), chosen_references);
  const Pairs pairs = pairs_of(sample);
  const std::vector<SharedWords> all_words = pairs.words(sample.systems, reference);
  for (std::size_t system = 0; system < sample.systems.size(); ++system) {
    const Lines& lines = sides[system];
    const std::u32string text = joined(lines);
    if (has_odd_lines(lines, text)) return {};
    if (lines.size() > few_lines && share_of_spaces(text) < no_blanks && blanks_of_references > written) {
      return {};
    }
    const auto& stream = sample.systems[system];
    auto& found = looks[system];
    for (const Normalization& how : normalizations()) {
      if (std::ranges::count(suspects[system], how.name) > 0) found.names.push_back(how.name);
    }
    if (contains(text, U'的') && !shares_of_traditional(outputs[system], chosen_references).empty()) return {};
    const auto words = std::span(all_words).subspan(system * pairs.firsts.size(), pairs.firsts.size());
    const Shares own = shares_of(words);
    found.shift = shift_of(pairs, own, stream, reference);
    const bool may_be_damaged = has_turned_words(lines, expected) ||
                                (are_among(suspects[system], of_damage) && may_lack_letters(lines, expected));
    found.is_cut = is_cut;
    found.may_be_other = !is_cut && ((!found.shift && may_be_damaged) ||
                                     may_be_foreign(pairs, words, stream, reference, found.shift));
    found.may_be_unlike =
        !found.shift && (has_repeated_lines(pairs, stream, reference) || are_unlike(lines, expected, own));
    if (found.names.empty() && !is_cut && (found.may_be_other || found.may_be_unlike)) return {};
  }
  return looks;
}

}  // namespace parbleu
