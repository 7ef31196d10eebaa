#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parbleu/ngrams/shared_words.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "parbleu/writing/limits.hpp"
#include "parbleu/writing/odd_texts.hpp"
#include "writing/beside_references.hpp"
#include "writing/lines.hpp"

namespace parbleu {
namespace {

using namespace writing_limits;

// How many times as many words, or pairs of characters, lines have in common with their references as with others, at
// least; the mean share of words that they have in common with others, at least.
constexpr double chance = 2.0, alike_by_characters = 1.15, rarely = 0.01;
constexpr double nearly_whole = 0.8;  // the share of lines without a match from which on it is said of all of them
constexpr double away[] = {0.25, 0.5, 0.75};  // from a line those that it is compared with, as shares of a part
constexpr double matching = 0.25;  // words in common with their references that lines have in the right order
constexpr std::size_t most_backwards = 16;  // lines that are read backwards, as perhaps not in another language
constexpr View marks_of_affixes = U":[]()<>{}|/*#_=~-–—•.!?：！？。0123456789", ascii_digits = U"0123456789";
// How many lines, and which share of them, begin or end with words that have none of these marks, at least: translators may
// choose one word where the reference has another.
constexpr std::size_t evident = 20;
constexpr double nearly_all = 0.9;
constexpr std::size_t near_affix = 8, one_of = 20;
constexpr std::size_t shown_characters = 40;  // characters of what lines begin or end with, at most

bool is_much(std::size_t count, std::size_t looked_at) {
  return static_cast<double>(count) > share(looked_at, tenth, few_lines);
}

// Of the begin of each line the words, or else the pairs of characters, each once as a number, ascending.
std::vector<WordSet> parts_of(const Lines& lines, bool are_words) {
  std::vector<WordSet> all;
  for (const View line : lines) {
    auto& parts = all.emplace_back();
    const View begin = line.substr(0, are_words ? begin_of_line : begin_of_line / 2);
    if (are_words) each_word(begin, [&parts](std::uint64_t word) { parts.push_back(word); });
    for (std::size_t at = 1; !are_words && at < begin.size(); ++at)
      parts.push_back((std::uint64_t{begin[at - 1]} << 32) + begin[at]);
    make_set(parts);
  }
  return all;
}

// The mean share of parts that lines share with the references that stand further on by each of these numbers.
double mean_shared(const std::vector<WordSet>& lines, const std::vector<WordSet>& references,
                   std::span<const std::size_t> further) {
  double sum = 0;
  for (const std::size_t by : further) {
    for (std::size_t at = 0; at < lines.size(); ++at) {
      const auto &line = lines[at], &other = references[(at + by) % references.size()];
      sum += static_cast<double>(count_common(line, other)) /
             static_cast<double>(std::max<std::size_t>({1, line.size(), other.size()}));
    }
  }
  return sum / static_cast<double>(lines.size() * further.size());
}

constexpr std::size_t beside[] = {0};

// Whether lines have no more in common with their references than with those of other lines.
bool are_alike_by_chance(const Lines& lines, const Lines& references, bool has_blanks) {
  std::vector<std::size_t> moved;
  for (const double by : away) moved.push_back(static_cast<std::size_t>(by * static_cast<double>(lines.size())));
  for (const bool are_words : {true, false}) {  // pairs of characters tell synonyms, names and Chinese, too
    const auto own = parts_of(lines, are_words), others = parts_of(references, are_words);
    const double by_chance = std::max(mean_shared(own, others, moved), rarely);
    double most = (are_words ? chance : alike_by_characters) * by_chance;
    if (are_words == has_blanks) most = std::min(rarely_shared, most);
    if (mean_shared(own, others, beside) > most) return false;
  }
  return true;
}

std::u32string turned(View line) { return {line.rbegin(), line.rend()}; }

View without_digits(View line) {
  const std::size_t begin = line.find_first_not_of(ascii_digits);
  return begin == View::npos ? View() : line.substr(begin);
}

// What nearly all lines begin with, behind numbers.
std::u32string common(const Lines& lines) {
  std::vector<View> bare;
  for (const auto& line : lines) bare.push_back(without_digits(line));
  std::ranges::sort(bare);
  const std::size_t left = bare.size() / one_of;
  const View first = bare[left], last_one = bare[bare.size() - 1 - left];
  return {first.begin(), std::ranges::mismatch(first, last_one).in1};
}

// Which `affix` most lines have and hardly any others do, and how many; nothing if few.
std::pair<std::u32string, std::size_t> own_affix(const std::vector<std::u32string>& keys,
                                                 const std::vector<std::u32string>& known) {
  std::pair<std::u32string, std::size_t> most;
  std::set<View> seen;
  for (const auto& key : keys) {
    if (!seen.insert(key).second) continue;
    const auto count = static_cast<std::size_t>(std::ranges::count(keys, key));
    if (count <= most.second || static_cast<double>(count) <= share(keys.size(), affixed, few_lines)) continue;
    if (static_cast<double>(std::ranges::count(known, key)) <= tenth * static_cast<double>(count))
      most = {key, count};
  }
  return most;
}

// Whether an affix has marks, as what programs add has, that few of the references have there. Sentences begin or end with
// words where those of a reference do with synonyms, too.
bool is_added(View affix, bool is_numbered, const std::vector<View>& references, bool at_end) {
  std::u32string there;
  for (const char32_t point : at_end ? affix.substr(0, affix.size() - !affix.empty()) : affix) {
    if (contains(marks_of_affixes, point)) there += point;
  }
  if (is_numbered && !affix.empty() && !is_space(affix.front())) there += affix.front();
  if (there.empty()) return false;
  const std::size_t reach = 2 * affix.size() + near_affix;
  const auto known = std::ranges::count_if(references, [&](View line) {
    View part = line.substr(0, reach);
    if (at_end) {
      part = last(line, reach);
      part.remove_suffix(!part.empty());
    }
    return part.find_first_of(there) != View::npos;
  });
  return 2 * static_cast<std::size_t>(known) < references.size();
}

bool are_backwards(const Lines& lines, const Lines& references, bool has_blanks) {
  Lines other_way;
  for (const auto& line : lines) other_way.push_back(turned(line));
  return mean_shared(parts_of(other_way, has_blanks), parts_of(references, has_blanks), beside) > matching;
}

// Looks at an output beside its references.
class BesideReferences {
 public:
  BesideReferences(const SampledLines& sample, std::size_t system, const TextNames& names,
                   const TextTables& tables)
      : sample_(sample),
        system_(system),
        name_(names.systems[system]),
        reference_(names.references.front()),
        tables_(tables),
        all_lines_(chosen(sample.systems[system], step_of(sample))),
        all_references_(chosen(sample.references.front(), step_of(sample))),
        compared_(compared(all_lines_, all_references_)) {}

  [[nodiscard]] std::string told() const {
    const auto is_empty = [](View line) { return line.empty(); };
    if (lines().size() < fewest_unmatched || std::ranges::all_of(lines(), is_empty)) return {};
    for (const auto look : {&BesideReferences::in_other_script, &BesideReferences::repeated,
                            &BesideReferences::unmatched, &BesideReferences::affixed_lines,
                            &BesideReferences::of_other_length, &BesideReferences::some_of_other_length}) {
      if (std::string line = (this->*look)(); !line.empty()) return line;
    }
    return {};
  }

 private:
  [[nodiscard]] const std::vector<View>& lines() const { return compared_.lines; }
  [[nodiscard]] const std::vector<View>& references() const { return compared_.references; }

  [[nodiscard]] std::string of_segments(std::size_t count, std::size_t looked_at) const {
    return percent(sample_, count, looked_at) + " % of the segments of " + name_ + " ";
  }

  [[nodiscard]] std::string in_other_script() const {
    const auto count_if = [this](bool (*differs)(View, View)) {
      std::size_t count = 0;
      for (std::size_t at = 0; at < lines().size(); ++at) count += differs(lines()[at], references()[at]);
      return count;
    };
    if (const std::size_t count = count_if(width_differs); is_much(count, lines().size()))
      return of_segments(count, lines().size()) + "are in letters of another script than those of " + reference_;
    if (const std::size_t count = count_if(lacks_kana); is_much(count, lines().size()))
      return of_segments(count, lines().size()) + "are without kana, unlike those of " + reference_ +
             ": are they Chinese?";
    return {};
  }

  [[nodiscard]] std::string repeated() const {
    const Pairs pairs = pairs_at(neighbours(sample_), true);
    const std::size_t count = count_repeated(pairs, sample_.systems[system_], sample_.references.front());
    if (!is_much(count, pairs.firsts.size())) return {};
    return of_segments(count, pairs.firsts.size()) +
           "are the same as the segment before, and their references are not: were results written twice?";
  }

  [[nodiscard]] std::string unmatched() const {
    const Pairs pairs = pairs_of(sample_);
    const auto &stream = sample_.systems[system_], &reference = sample_.references.front();
    const Shares own = shares_of(pairs.words(stream, reference));
    const Shares by_chance(own.size(), rarely_shared);
    const auto [begin, end] = best_run(by_chance, own);
    std::vector<std::size_t> places;
    for (std::size_t pair = begin; pair < end; ++pair) {
      if (reference[pairs.firsts[pair]].size != 0) places.push_back(pairs.firsts[pair]);
    }
    if (places.size() < fewest_unmatched) return {};
    // Blanks of an output do not count where references have none.
    const auto bare = [&pairs](const Text& text) {
      std::u32string line = points_of(text);
      if (!pairs.has_blanks) std::erase(line, U' ');
      return line;
    };
    Lines output, own_references;
    for (const std::size_t at : places) {
      output.push_back(bare(stream[at]));
      own_references.push_back(points_of(reference[at]));
    }
    const bool is_backwards = are_backwards(output, own_references, pairs.has_blanks);
    if (!is_backwards && !are_alike_by_chance(output, own_references, pairs.has_blanks)) return {};
    std::string part;
    if (static_cast<double>(places.size()) < nearly_whole * static_cast<double>(own.size()))
      part = " from about line " + std::to_string(sample_.places[places.front()] + 1) + " to " +
             std::to_string(sample_.places[places.back()] + 1);
    Lines all;
    for (const Text& text : stream) all.push_back(bare(text));
    std::string why = "are they of another text, or in another order?";
    const auto has_columns = [](const std::string& name) { return name.find(", column '") != std::string::npos; };
    if (is_backwards) {
      why = "their characters are in the reverse order";
    } else if (std::ranges::is_sorted(all)) {
      why = "they are sorted";
    } else if (has_columns(name_) && has_columns(reference_)) {
      why += " --segment-id COLUMN joins the rows of two tables";
    }
    return "the segments of " + name_ + part +
           " have no more words in common with their references than with those of other segments: " + why;
  }

  [[nodiscard]] std::string affixed_lines() const {
    for (const bool at_end : {false, true}) {
      const auto keys_of = [at_end](const std::vector<View>& side) {
        std::vector<std::u32string> keys;
        for (const View line : side) keys.push_back(affix(line, at_end));
        return keys;
      };
      const auto keys = keys_of(lines()), known = keys_of(references());
      const auto [key, count] = own_affix(keys, known);
      if (key.empty() || 2 * own_affix(known, keys).second > count) continue;  // sentences of one pattern
      Lines same;
      std::vector<View> own;
      for (std::size_t at = 0; at < keys.size(); ++at) {
        if (keys[at] != key) continue;
        same.push_back(at_end ? turned(lines()[at]) : std::u32string(lines()[at]));
        own.push_back(references()[at]);
      }
      const std::u32string text = at_end ? turned(common(same)) : common(same);
      const bool is_numbered = key.front() == U'0';
      if (!is_added(text, is_numbered, own, at_end) &&
          static_cast<double>(same.size()) < share(lines().size(), nearly_all, evident))
        continue;
      const std::string what = is_numbered ? "a number and " + tables_.quoted(text)
                                           : tables_.quoted(at_end ? last(text, shown_characters)
                                                                   : View(text).substr(0, shown_characters));
      return of_segments(same.size(), lines().size()) + (at_end ? "end" : "begin") + " with " + what +
             ", and hardly any of " + reference_ + " do: take it off";
    }
    return {};
  }

  [[nodiscard]] std::string of_other_length() const {
    const auto length_of = [](const std::vector<View>& side) {
      std::size_t length = 0;
      for (const View line : side)
        length += line.size() - static_cast<std::size_t>(std::ranges::count(line, U' '));
      return static_cast<double>(length);
    };
    const double length = length_of(lines()), other = length_of(references());
    if (shortest * other <= length && length <= other / shortest) return {};
    return "the segments of " + name_ + " have about " + tables_.rounded(length / other) +
           " times as many characters as those of " + reference_ + ": " + why_other_length(length < other);
  }

  [[nodiscard]] std::string some_of_other_length() const {
    for (const bool is_shorter : {true, false}) {
      std::vector<std::size_t> odd;
      for (std::size_t at = 0; at < all_lines_.size(); ++at) {
        const View line = all_lines_[at], reference = all_references_[at];
        if (reference.empty()) continue;
        if (is_shorter ? is_half(line, reference) : is_half(reference, line)) odd.push_back(at * step_of(sample_));
      }
      if (static_cast<double>(odd.size()) > share(lines().size(), many_cut, few_lines))
        return percent(sample_, odd.size(), lines().size()) + " % of the segments of " + name_ + " (" +
               numbers(sample_, odd) + ") are " + (is_shorter ? "less than half" : "more than twice") +
               " as long as those of " + reference_ + ": " + why_other_length(is_shorter);
    }
    return {};
  }

  static std::string why_other_length(bool is_shorter) {
    return is_shorter ? "were they cut?" : "what do they have besides the translation?";
  }

  const SampledLines& sample_;
  std::size_t system_;
  const std::string &name_, &reference_;
  const TextTables& tables_;
  Lines all_lines_, all_references_;
  Compared compared_;  // views of these
};

}  // namespace

bool stand_backwards(const SampledLines& sample, std::size_t system, std::span<const std::size_t> places) {
  if (places.empty()) return false;
  Lines lines, references;
  for (const std::size_t at : places.first(std::min(places.size(), most_backwards))) {
    lines.push_back(points_of(sample.systems[system][at]));
    references.push_back(points_of(sample.references.front()[at]));
  }
  return are_backwards(lines, references, pairs_of(sample).has_blanks);
}

std::string how_unlike(const SampledLines& sample, std::size_t system, const TextNames& names,
                       const TextTables& tables) {
  if (sample.references.empty()) return {};
  return BesideReferences(sample, system, names, tables).told();
}

std::string how_unlike_after(const SampledLines& sample, std::size_t system, const TextNames& names,
                             std::span<const std::string_view> normalizations, const TextTables& tables) {
  if (!seems_unlike_after(sample, system, normalizations, tables)) return {};  // which looks at few lines
  SampledLines later = beside_first_reference(sample, system);
  Arena arena;
  const auto normalize = normalizer(normalizations, tables, arena);
  for (auto* lines : {&later.systems.front(), &later.references.front()}) std::ranges::for_each(*lines, normalize);
  return how_unlike(later, 0, {{names.systems[system]}, names.references}, tables);
}

}  // namespace parbleu
