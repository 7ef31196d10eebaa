#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "parbleu/unicode/unicode.hpp"
#include "parbleu/writing/limits.hpp"
#include "parbleu/writing/odd_texts.hpp"
#include "writing/beside_references.hpp"
#include "writing/lines.hpp"
#include "writing/normalizing.hpp"

namespace parbleu {
namespace {

using namespace writing_limits;
using namespace std::string_literals;

constexpr char32_t byte_order_mark = 0xFEFF, virama = 0x1039;
constexpr std::pair<char32_t, char32_t> leftwards[] = {{0x5D0, 0x8FF}, {0xFB1D, 0xFEFC}},
                                        burmese_consonants[] = {{0x1000, 0x1021}};
constexpr std::size_t searched = 4'000;  // characters of a line in which letters are sought that were lost
constexpr double most_lines = 0.8;       // that have a sign of no text, even if references have it

struct Sign {
  View sign;
  std::string_view meaning;
};
constexpr Sign no_text_signs[] = {
    {U"\ufffd", "the character U+FFFD: bytes that were no text in the encoding they were read in"},
    {U"⁇", "⁇, which SentencePiece writes for what its vocabulary lacks"},
    {U" ||| ", "' ||| ' as n-best lists and pairs of source and target have: cut out the translation"},
};

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

// How many lines are the same, at most.
std::size_t count_alike(const std::vector<Text>& lines) {
  std::vector<std::uint64_t> prints;
  prints.reserve(lines.size());
  for (const Text& line : lines) prints.push_back(line.size == 0 ? 0 : fingerprint(line));
  std::ranges::sort(prints);
  std::size_t same = 0, most = 0;
  for (std::size_t at = 0; at < prints.size(); ++at) {
    same = at > 0 && prints[at] == prints[at - 1] ? same + 1 : 1;
    if (prints[at] != 0) most = std::max(most, same);
  }
  return most;
}

// What occurs most often, the first one of several, and how often.
std::pair<View, std::size_t> most_frequent(const std::vector<View>& lines) {
  std::unordered_map<View, std::size_t> counts;
  for (const View line : lines) ++counts[line];
  std::pair<View, std::size_t> most;
  for (const View line : lines) {
    if (counts[line] > most.second) most = {line, counts[line]};
  }
  return most;
}

bool begins_with_reasoning(const Text& line) {
  if (line.size == 0) return false;
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

bool has_sign(const Text& line, View sign) {
  if (sign.size() == 1) return holds(line, sign.front());
  return holds(line, sign[1]) && contains(points_of(line), sign);
}

using IsOdd = bool(View, const TextTables&);

bool is_twice(View line, const TextTables& /*tables*/) {
  const std::size_t half = line.size() / 2;
  return half > 10 && line.front() == line[line.size() - half] &&
         same_text(line.substr(0, half), last(line, half));
}

bool goes_on(View line, const TextTables& /*tables*/) {
  return line.size() > long_line &&
         count(line, last(line, last_words)) >= static_cast<std::int64_t>(fewest_repeats);
}

// Whether one word can have two parts; in `Why?Because`, two sentences have them.
bool are_of_a_word(View part, View other, const TextTables& tables) {
  const char32_t letter = part.back(), after = other.front();
  return std::max(letter, after) < scripts_begin && tables.is_letter(letter) && tables.is_letter(after) &&
         (tables.is_small(after) || !tables.is_small(letter));
}

bool has_lost_letters(View line, const TextTables& tables) {
  if (!contains(slice(line, 1, line.size()), U'?')) return false;
  for (const View word : parted_words(line.substr(0, searched))) {
    if (!contains(word, U'?') || contains(word, U'/') || contains(word, U'=')) continue;  // no URLs
    View before;
    for (std::size_t begin = 0; begin < word.size();) {
      const std::size_t end = std::min(word.find(U'?', begin), word.size());
      const View part = word.substr(begin, end - begin);
      begin = end + 1;
      if (part.empty()) continue;
      if (!before.empty() && are_of_a_word(before, part, tables)) return true;
      before = part;
    }
  }
  return false;
}

bool is_reversed(View line, const TextTables& /*tables*/) {
  return line.size() > 1 && contains(U".!?", line[0]) && is_within(line[1], leftwards);
}

// Whether Burmese is in the encoding of Zawgyi; in Unicode, virama stands between consonants.
bool is_zawgyi(View line, const TextTables& /*tables*/) {
  if (!contains(line, virama)) return false;
  for (std::size_t at = line.find(virama); at != View::npos; at = line.find(virama, at + 1)) {
    if (at + 1 == line.size() || !is_within(line[at + 1], burmese_consonants)) return true;
  }
  return false;
}

constexpr std::pair<IsOdd*, std::string_view> odd_lines[] = {
    {is_twice, "are a text twice: score it once"},
    {goes_on, "repeat their last words again and again: the model found no end"},
    {has_lost_letters, "have '?' inside words: letters were lost that an encoding lacked"},
    {is_reversed, "begin with a full stop: characters in the order of display, from right to left"},
    {is_zawgyi, "are in the encoding of the font Zawgyi: convert them to Unicode"},
};

bool are_same(const std::vector<Text>& one, const std::vector<Text>& other) {
  return std::ranges::equal(one, other, [](const Text& line, const Text& other_line) {
    return line.size == other_line.size && points_of(line) == points_of(other_line);
  });
}

bool are_empty(const std::vector<Text>& lines) {
  return std::ranges::all_of(lines, [](const Text& line) { return line.size == 0; });
}

// Places of lines that are those of the source; none if it is usual that a few are. They are most of the lines; or many long
// ones that no reference keeps, and references keep hardly any.
std::vector<std::size_t> copied(const std::vector<Text>& lines, const std::vector<Text>& source,
                                const std::vector<const std::vector<Text>*>& references) {
  const auto is_copied = [&source](const std::vector<Text>& stream, std::size_t at) {
    return stream[at].size == source[at].size && points_of(stream[at]) == points_of(source[at]);
  };
  std::vector<std::size_t> equal;
  std::size_t n_lines = 0, unlike = 0, n_kept = 0;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    n_lines += lines[at].size != 0;
    if (lines[at].size != 0 && is_copied(lines, at)) equal.push_back(at);
  }
  if (n_lines < few_lines || equal.empty()) return {};
  if (static_cast<double>(equal.size()) >= mostly * static_cast<double>(n_lines)) return equal;
  std::vector<bool> is_kept(lines.size());
  for (std::size_t at = 0; at < lines.size(); ++at) {
    is_kept[at] = std::ranges::any_of(references, [&](const auto* stream) { return is_copied(*stream, at); });
    n_kept += is_kept[at];
  }
  for (const std::size_t at : equal) unlike += lines[at].size >= copied_line && !is_kept[at];
  const bool is_unusual = static_cast<double>(unlike) > share(n_lines, tenth, few_lines) &&
                          static_cast<double>(n_kept) < rare * static_cast<double>(n_lines);
  return is_unusual && !references.empty() ? equal : std::vector<std::size_t>();
}

std::string joined_names(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names) all += (&name == names.data() ? "" : " and ") + name;
  return all;
}

// Finds what does not fit.
class MismatchFinder {
 public:
  MismatchFinder(const SampledLines& sample, const TextNames& names, const TextTables& tables)
      : sample_(sample), names_(names), tables_(tables) {
    const std::size_t step = step_of(sample);
    for (const auto& stream : sample.references) references_.push_back(chosen(stream, step));
  }

  void tell(std::string words, std::vector<std::size_t> systems, bool is_copied = false) {
    told_.push_back({std::move(words), std::move(systems), is_copied});
  }

  [[nodiscard]] std::vector<ToldLine>& told() { return told_; }

  void byte_order_marks() {
    const auto look = [this](const std::vector<Text>& lines, const std::string& name,
                             std::vector<std::size_t> systems) {
      if (lines.empty() || lines.front().size == 0) return;
      const auto first = visit(lines.front(), [](auto units) { return static_cast<char32_t>(units.front()); });
      if (first == byte_order_mark)
        tell(name + " begins with a byte order mark, which is scored; the encoding utf-8-sig removes it",
             std::move(systems));
    };
    for (std::size_t at = 0; at < sample_.systems.size(); ++at)
      look(sample_.systems[at], names_.systems[at], {at});
    for (std::size_t at = 0; at < sample_.references.size(); ++at)
      look(sample_.references[at], names_.references[at], {});
  }

  void output(std::size_t system, const std::vector<bool>& cut) {
    const auto& lines = sample_.systems[system];
    const auto of_segments = [&](std::size_t count, std::size_t looked_at) {
      return percent(sample_, count, looked_at) + " % of the segments of " + names_.systems[system] + " ";
    };
    if (!cut.empty()) {
      const auto count = static_cast<std::size_t>(std::ranges::count(cut, true));
      tell(of_segments(count, cut.size()) +
               "are reasoning of a language model, which ends before a translation begins: the output was cut; "
               "translate these segments again with a higher limit of tokens, or without reasoning",
           {system});
      return;
    }
    const double most = share(lines.size(), rare, few_lines);
    const auto n_empty = static_cast<std::size_t>(std::ranges::count_if(lines, is_blank));
    if (static_cast<double>(n_empty) > most) tell(of_segments(n_empty, lines.size()) + "are empty", {system});
    if (static_cast<double>(count_alike(lines)) > most) same_text_of_many(system, most);
    for (const auto& [sign, meaning] : no_text_signs) {
      const auto has = [&sign = sign](const Text& line) { return has_sign(line, sign); };
      const auto count = static_cast<std::size_t>(std::ranges::count_if(lines, has));
      if (static_cast<double>(count) <= most) continue;
      const bool is_text =
          static_cast<double>(count) < most_lines * static_cast<double>(lines.size()) &&
          std::ranges::any_of(
              sample_.references, [&](const auto& stream) { return std::ranges::any_of(stream, has); });
      if (!is_text) tell(of_segments(count, lines.size()) + "have " + std::string(meaning), {system});
    }
    of_few_lines(system, of_segments);
  }

  void empty_references() {
    if (sample_.places.empty() || sample_.references.empty()) return;
    if (std::ranges::all_of(sample_.references, are_empty))
      tell("all segments of " + joined_names(names_.references) + " are empty: a score says nothing", {});
  }

  void equal_streams() {
    std::vector<std::size_t> distinct;
    for (std::size_t at = 0; at < sample_.references.size(); ++at) {
      const auto& lines = sample_.references[at];
      if (lines.size() < few_lines || are_empty(lines)) continue;
      const auto same = same_reference(lines, distinct);
      if (same == distinct.end()) {
        distinct.push_back(at);
      } else {
        tell(names_.references[at] + " and " + names_.references[*same] +
                 " are the same reference: a second one of its kind changes no score",
             {});
      }
    }
    for (std::size_t system = 0; system < sample_.systems.size(); ++system) {
      const auto same = same_reference(sample_.systems[system], distinct);
      if (same != distinct.end())
        tell(names_.systems[system] + " and the reference " + names_.references[*same] + " are the same text" +
                 (sample_.cut.empty() ? "" : " once normalized") + ": such a score says nothing",
             {system});
    }
  }

  void copied_lines() {
    if (sample_.sources.empty()) return;
    for (std::size_t at = 0; at < sample_.systems.size(); ++at)
      copied_lines_of(sample_.systems[at], names_.systems[at], {at});
    for (std::size_t at = 0; at < sample_.references.size(); ++at)
      copied_lines_of(sample_.references[at], names_.references[at], {});
  }

 private:
  [[nodiscard]] std::vector<std::size_t>::const_iterator same_reference(
      const std::vector<Text>& lines, const std::vector<std::size_t>& distinct) const {
    return std::ranges::find_if(distinct, [&](std::size_t at) { return are_same(lines, sample_.references[at]); });
  }

  void copied_lines_of(const std::vector<Text>& lines, const std::string& name,
                       const std::vector<std::size_t>& systems) {
    std::vector<const std::vector<Text>*> others;
    for (const auto& stream : sample_.references) {
      if (&stream != &lines) others.push_back(&stream);
    }
    for (const auto& source : sample_.sources) {
      const auto places = copied(lines, source, others);
      if (places.empty()) continue;
      const auto n_lines =
          static_cast<std::size_t>(std::ranges::count_if(lines, [](const Text& line) { return line.size != 0; }));
      tell(percent(sample_, places.size(), n_lines) + " % of the segments of " + name +
               " are the source itself (" + numbers(sample_, places) + "): not translated?",
           systems, true);
    }
  }

  // One text that many lines of an output are, and no lines of the references.
  void same_text_of_many(std::size_t system, double most) {
    const auto& lines = sample_.systems[system];
    const Lines texts = chosen(lines, 1);
    std::vector<Lines> streams;
    std::unordered_set<View> known;
    std::size_t usual = 0;
    for (const auto& stream : sample_.references) {
      const Lines& others = streams.emplace_back(chosen(stream, 1));
      known.insert(others.begin(), others.end());
      usual = std::max(usual, most_frequent({others.begin(), others.end()}).second);
    }
    std::vector<View> unknown;
    for (std::size_t at = 0; at < texts.size(); ++at) {
      if (!is_blank(lines[at]) && !known.contains(texts[at])) unknown.emplace_back(texts[at]);
    }
    const auto [line, count] = most_frequent(unknown);
    if (static_cast<double>(count) > most + static_cast<double>(usual))
      tell(percent(sample_, count, lines.size()) + " % of the segments of " + names_.systems[system] +
               " are the same text: " + tables_.quoted(line.substr(0, end_of_line)),
           {system});
  }

  // What a few lines tell.
  template <class OfSegments>
  void of_few_lines(std::size_t system, OfSegments&& of_segments) {
    const Lines lines = chosen(sample_.systems[system], step_of(sample_));
    const double most = share(lines.size(), rare, few_lines);
    for (const auto& [is_odd, meaning] : odd_lines) {
      const auto count_in = [&, is_odd = is_odd](const Lines& side) {
        return static_cast<std::size_t>(
            std::ranges::count_if(side, [&](View line) { return is_odd(line, tables_); }));
      };
      const std::size_t count = count_in(lines);
      if (static_cast<double>(count) <= most) continue;
      const bool is_usual = std::ranges::any_of(
          references_, [&](const Lines& side) { return static_cast<double>(count_in(side)) > most / 2; });
      if (!is_usual) tell(of_segments(count, lines.size()) + std::string(meaning), {system});
    }
    const std::u32string text = joined(lines);
    lacking_blanks(system, lines, text);
    if (references_.empty() || !contains(text, U'的')) return;
    const std::size_t step = step_of(sample_);
    const auto shares =
        shares_of_traditional(every(step, sample_.systems[system]), every(step, sample_.references.front()));
    if (shares.empty()) return;
    const auto about = [](double share) { return "about " + std::to_string(std::lrint(100 * share)) + " %"; };
    tell(about(shares[0]) + " of the Chinese characters of " + names_.systems[system] +
             " that differ are traditional, and " + about(shares[1]) + " of " + names_.references.front() +
             "'s: convert both to traditional or both to simplified ones, as with OpenCC",
         {system});
  }

  void lacking_blanks(std::size_t system, const Lines& lines, View text) {
    const double least = no_blanks * static_cast<double>(text.size());
    if (lines.size() <= few_lines || references_.empty()) return;
    if (static_cast<double>(std::ranges::count(text, U' ')) >= least) return;  // of most texts, with vectors
    const auto n_blanks = std::ranges::count_if(text, [](char32_t point) { return is_space(point); });
    if (static_cast<double>(n_blanks + count(text, View(U"%20"))) >= least) return;  // which is a blank, encoded
    double share = 1;
    std::size_t shortest_text = View::npos;
    for (const Lines& side : references_) {
      const std::u32string other = joined(side);
      share = std::min(share, share_of_blanks(other));
      shortest_text = std::min(shortest_text, other.size());
    }
    if (share <= written || 2 * text.size() <= shortest_text) return;  // single words have no blanks either
    const std::string_view language = language_by_script(every(step_of(sample_), sample_.systems[system]));
    if (!language.empty() && language != "ko") return;
    const bool is_form =
        static_cast<double>(std::ranges::count(text, U'+')) > unwritten * static_cast<double>(text.size());
    tell(names_.systems[system] +
             (is_form ? " has + in place of blanks, as forms of the web are encoded: decode it, as with "
                        "urllib.parse.unquote_plus"
                      : " has no blanks between words: every word counts as wrong"),
         {system});
  }

  const SampledLines& sample_;
  const TextNames& names_;
  const TextTables& tables_;
  std::vector<Lines> references_;  // lines that are searched for signs
  std::vector<ToldLine> told_;
};

}  // namespace

std::vector<std::vector<bool>> cut_reasoning(const SampledLines& sample) {
  if (!sample.cut.empty()) return sample.cut;
  std::vector<std::vector<bool>> cut;
  for (const auto& lines : sample.systems) {
    std::vector<bool>& of_system = cut.emplace_back();
    if (std::ranges::none_of(lines, begins_with_reasoning)) continue;
    for (const Text& line : lines) of_system.push_back(is_reasoning_alone(line));
    if (std::ranges::count(of_system, true) == 0) of_system.clear();
  }
  return cut;
}

std::string worded_shift(const SampledLines& sample, const Shift& shift, const std::string& name,
                         const std::string& reference) {
  const auto firsts = neighbours(sample);
  const auto number = [&](std::size_t pair) { return std::to_string(sample.places[firsts[pair]] + 1); };
  const std::string first = shift.begin > 0 ? "about line " + number(shift.begin) : "line 1";
  const bool is_part = shift.end + run < firsts.size();
  const std::string part = first + (is_part ? " to " + number(shift.end) : " on");
  const std::string cause = shift.is_later
                                ? "a line is missing in " + name + ", or one too many is in " + reference
                                : "one line too many is in " + name + ", or one is missing in " + reference;
  return name + " and " + reference + " do not match line by line: from " + part +
         ", each line of the output belongs to the reference one line " + (shift.is_later ? "later" : "earlier") +
         ". Most likely " + cause + ", at " + first;
}

std::vector<ToldLine> mismatches(const SampledLines& sample, const TextNames& names,
                                 std::span<const std::optional<Shift>> shifts, bool tells_equal,
                                 const TextTables& tables) {
  MismatchFinder finder(sample, names, tables);
  finder.byte_order_marks();
  const auto cut = cut_reasoning(sample);
  for (std::size_t system = 0; system < sample.systems.size(); ++system) finder.output(system, cut[system]);
  finder.empty_references();
  if (tells_equal) finder.equal_streams();
  finder.copied_lines();
  for (std::size_t system = 0; system < shifts.size(); ++system) {
    if (shifts[system])
      finder.tell(worded_shift(sample, *shifts[system], names.systems[system], names.references.front()),
                  {system});
  }
  return std::move(finder.told());
}

}  // namespace parbleu
