#include "parbleu/writing/first_look.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include "parbleu/ngrams/shared_words.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "parbleu/writing/expected_language.hpp"
#include "parbleu/writing/limits.hpp"
#include "parbleu/writing/normalizations.hpp"
#include "parbleu/writing/odd_texts.hpp"
#include "parbleu/writing/writing_signs.hpp"
#include "parbleu/writing/written_differently.hpp"
#include "writing/beside_references.hpp"
#include "writing/lines.hpp"

namespace parbleu {
namespace {

using namespace writing_limits;

constexpr std::size_t compared_pairs = 160, few_pairs = 48;
constexpr double split = 0.4;  // the share of blanks in text that is cut into characters
constexpr View cut_marks[] = {U"@@ ", U"▁", U" ##", U"￭", U" Ġ"}, cut_marks_begin = U"@▁￭", behind_blanks = U"#Ġ";
constexpr View parted_stops = U".,،।。、，";  // which stand between blanks then

constexpr std::pair<char32_t, char32_t> without_blanks[] = {{0xE00, 0xE7F},   {0xE80, 0xEFF},   {0x1000, 0x109F},
                                                            {0x1780, 0x17FF}, {0x3040, 0x30FF}, {0x3400, 0x9FFF}};
constexpr std::string_view languages[] = {"th", "lo", "my", "km", "ja", "zh"};  // which are written in these
constexpr std::size_t japanese = 4, chinese = 5;
constexpr std::pair<char32_t, char32_t> hangul[] = {{0xAC00, 0xD7A3}};
constexpr std::size_t fewest_hangul = 20;
constexpr double some_kana = 0.1;
constexpr View simplified = U"这国个们来说时会对为学过还没发经见长开问",
               traditional = U"這國個們來說時會對為學過還沒發經見長開問";
constexpr std::size_t fewest_signs = 10;  // of these characters, in each text
constexpr double of_another_script = 0.2;

// Code points of lines with a line feed between them, blanks, and blanks between characters beyond ASCII, as text has in a
// script that needs none, once it is cut into words.
struct Blanks {
  std::size_t points = 0, all = 0, inner = 0;

  void add(const Text& line) {
    points += line.size;
    visit(line, [&](auto units) { add(units); });
  }
  [[nodiscard]] double share(std::size_t count) const {
    return static_cast<double>(count) / static_cast<double>(std::max<std::size_t>(1, points));
  }

 private:
  // Counts in numbers as wide as the code points, of so many that they fit, which compiles to short vector instructions.
  template <class Unit>
  void add(std::span<const Unit> units) {
    constexpr std::size_t block = 240;
    for (std::size_t from = 0; from < units.size(); from += block) {
      const std::size_t end = std::min(from + block, units.size());
      Unit blanks = 0, between = 0;
      for (std::size_t at = from; at < end; ++at) blanks = static_cast<Unit>(blanks + (units[at] == U' '));
      for (std::size_t at = std::max<std::size_t>(1, from); at < std::min(end, units.size() - 1); ++at) {
        const bool is_blank = units[at] == U' ', before = units[at - 1] > 0x7F, behind = units[at + 1] > 0x7F;
        between = static_cast<Unit>(between + (is_blank & before & behind));
      }
      all += blanks;
      inner += between;
    }
  }
};

// How often lines have each mark of cut text, and each stop between blanks.
class CutMarks {
 public:
  template <class Unit>
  void add(std::span<const Unit> line) {
    static constexpr Residues begins(cut_marks_begin), follow_blanks = [] {
      Residues points(behind_blanks);
      points.add(parted_stops);
      return points;
    }();
    for (std::size_t at = 0; at < line.size(); ++at) {
      const char32_t next = at + 1 < line.size() ? line[at + 1] : U'\0';
      const bool may_begin = begins.hold(line[at]), may_follow = follow_blanks.hold(next),
                 is_blank = line[at] == U' ';
      if (may_begin | (is_blank & may_follow)) count(line.subspan(at), next);  // no branch on each blank
    }
  }
  [[nodiscard]] std::size_t most() const { return std::ranges::max(counts_); }

 private:
  template <class Unit>
  void count(std::span<const Unit> part, char32_t next) {
    for (std::size_t mark = 0; mark < std::size(cut_marks); ++mark)
      counts_[mark] +=
          std::ranges::equal(part.first(std::min(part.size(), cut_marks[mark].size())), cut_marks[mark]);
    if (part[0] == U' ' && contains(parted_stops, next))
      counts_[std::size(cut_marks) + parted_stops.find(next)] += part.size() == 2 || is_space(part[2]);
  }

  std::array<std::size_t, std::size(cut_marks) + parted_stops.size()> counts_{};
};

// Whether there are many such marks in lines, or at their ends if the lines are long.
bool has_marks(Stream lines, std::size_t points) {
  const std::size_t longest = points > end_of_line * lines.size() ? end_of_line : points;
  CutMarks marks;
  for (const Text& line : lines)
    visit(line, [&](auto units) { marks.add(units.last(std::min(units.size(), longest))); });
  return static_cast<double>(marks.most()) > share(lines.size(), rare, few_lines);
}

bool looks_cut(std::span<const std::vector<Text>> streams) {
  std::vector<Blanks> blanks;
  double least = 1, most = 0, inner = 0;
  for (Stream lines : streams) {
    Blanks& found = blanks.emplace_back(Blanks{std::max<std::size_t>(1, lines.size()) - 1});
    for (const Text& line : lines) found.add(line);
    least = std::min(least, found.share(found.all));
    most = std::max(most, found.share(found.all));
    inner = std::max(inner, found.share(found.inner));
  }
  if (most > split || (2 * inner > written && least < unwritten)) return true;
  for (std::size_t side = 0; side < streams.size(); ++side) {
    if (has_marks(streams[side], blanks[side].points)) return true;
  }
  return false;
}

// Whether many lines begin or end alike, and hardly any of the references do so.
bool have_own_affix(std::span<const View> lines, std::span<const View> references, bool at_end) {
  std::vector<std::u32string> keys;
  for (const View line : lines) keys.push_back(affix(line, at_end));
  std::ranges::sort(keys);
  const double most = share(lines.size(), affixed, few_lines);
  Lines known;
  for (std::size_t begin = 0, end = 0; begin < keys.size(); begin = end) {
    while (end < keys.size() && keys[end] == keys[begin]) ++end;
    const auto count = static_cast<double>(end - begin);
    if (count <= most) continue;
    for (std::size_t at = known.size(); at < references.size(); ++at)
      known.push_back(affix(references[at], at_end));
    if (static_cast<double>(std::ranges::count(known, keys[begin])) <= tenth * count) return true;
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
  const auto [lines, references] = compared(all_lines, all_references);
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

// Signs that words are in the reverse order, or that letters are lost or read in a wrong encoding.
constexpr std::string_view of_damage[] = {"no-punct", "diacritics", "digraphs", "serbian",
                                          "mojibake", "nfc",        "quotes"};

template <class Names>
bool are_among(const std::vector<std::string_view>& some, const Names& names) {
  return std::ranges::any_of(
      some, [&](std::string_view name) { return std::ranges::find(names, name) != std::end(names); });
}

bool has_repeated(const Pairs& pairs, Stream lines, Stream references) {
  return static_cast<double>(count_repeated(pairs, lines, references)) >
         share(pairs.firsts.size(), tenth, few_lines);
}

// Of lines that may be in another language those that are no reasoning; none if they are few.
std::vector<std::size_t> many_foreign(std::vector<std::size_t> places, const std::vector<bool>& cut,
                                      std::size_t looked_at) {
  if (!cut.empty()) std::erase_if(places, [&](std::size_t at) { return cut[at]; });
  if (static_cast<double>(places.size()) < share(looked_at, tenth, fewest_foreign)) places.clear();
  return places;
}

}  // namespace

std::vector<std::size_t> perhaps_foreign(const SampledLines& sample, std::size_t system) {
  const Pairs pairs = pairs_of(sample);
  const auto &lines = sample.systems[system], &references = sample.references.front();
  const std::vector<SharedWords> words = pairs.words(lines, references);
  const auto shift = shift_of(pairs, shares_of(words), lines, references);
  auto places = many_foreign(foreign_lines(pairs, words, lines, references, shift), cut_reasoning(sample)[system],
                             pairs.firsts.size());
  return stand_backwards(sample, system, places) ? std::vector<std::size_t>() : places;
}

ForeignPart evident_foreign_part(const SampledLines& sample, std::size_t system,
                                 std::span<const std::size_t> places) {
  const std::string_view expected = evident_language(sample.references.front());
  std::vector<Text> lines;
  for (const std::size_t at : places) lines.push_back(sample.systems[system][at]);
  const std::string_view language = expected.empty() ? "" : evident_language(lines);
  const double share = static_cast<double>(places.size()) / static_cast<double>(neighbours(sample).size());
  return ForeignPart{std::string(language), std::string(expected), std::lrint(100 * share)};
}

std::string worded_foreign_part(const ForeignPart& part, const std::string& name, const std::string& reference) {
  return "about " + std::to_string(part.percentage) + " % of the segments of " + name +
         " seem to be in the language " + part.language + ", and " + reference + " in " + part.expected +
         "; `parbleu analyze data REF -i HYP --language " + part.expected + " --checks wrong_language` lists them";
}

std::vector<std::optional<Shift>> shifts_of(const SampledLines& sample) {
  std::vector<std::optional<Shift>> shifts;
  if (sample.references.empty()) return shifts;
  const Pairs pairs = pairs_of(sample);
  const auto& references = sample.references.front();
  for (const auto& lines : sample.systems)
    shifts.push_back(shift_of(pairs, shares_of(pairs.words(lines, references)), lines, references));
  return shifts;
}

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

bool looks_cut(const SampledLines& sample) {
  std::vector<std::vector<Text>> streams;
  for (const auto* side : {&sample.systems, &sample.references}) {
    for (const auto& stream : *side) streams.push_back(every(step_of(sample), stream));
  }
  return looks_cut(streams);
}

bool seems_unlike(const SampledLines& sample, std::size_t system) {
  if (sample.references.empty()) return false;
  const auto &lines = sample.systems.at(system), &references = sample.references.front();
  const Pairs pairs = pairs_of(sample);
  const std::size_t step = step_of(sample);
  return has_repeated(pairs, lines, references) ||
         are_unlike(chosen(lines, step), chosen(references, step), shares_of(pairs.words(lines, references)));
}

bool seems_turned(const SampledLines& sample, std::size_t system) {
  if (sample.references.empty()) return false;
  const std::size_t step = step_of(sample);
  const Lines lines = chosen(sample.systems.at(system), step),
              references = chosen(sample.references.front(), step);
  return seems_turned(compared(lines, references));
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
  SampledLines later = beside_first_reference(sample, system);
  auto &lines = later.systems.front(), &references = later.references.front();
  Arena arena;
  const auto normalize = normalizer(names, tables, arena);
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

FirstLook first_look_at(const SampledLines& sample, const TextNames& names, bool tells_equal,
                        const TextTables& tables) {
  FirstLook look{{}, false, std::vector<LookAtOutput>(sample.systems.size())};
  if (sample.places.empty() || sample.systems.empty() || sample.references.empty()) return look;
  const std::size_t step = step_of(sample);
  const auto& reference = sample.references.front();
  look.is_cut = looks_cut(sample);
  std::vector<std::vector<Text>> outputs;
  std::vector<Lines> sides;
  for (const auto& stream : sample.systems) {
    outputs.push_back(every(step, stream));
    sides.push_back(chosen(stream, step));
  }
  const Lines expected = chosen(reference, step);
  const auto suspects =
      writing_suspects(std::vector<Stream>(outputs.begin(), outputs.end()), every(step, reference));
  const Pairs pairs = pairs_of(sample);
  const std::vector<SharedWords> all_words = pairs.words(sample.systems, reference);
  const auto words_of_system = [&](std::size_t system) {
    return std::span(all_words).subspan(system * pairs.firsts.size(), pairs.firsts.size());
  };
  std::vector<std::optional<Shift>> shifts;
  for (std::size_t system = 0; system < outputs.size(); ++system)
    shifts.push_back(shift_of(pairs, shares_of(words_of_system(system)), sample.systems[system], reference));
  look.told = mismatches(sample, names, shifts, tells_equal, tables);
  const auto cut = cut_reasoning(sample);
  for (std::size_t system = 0; system < outputs.size(); ++system) {
    const auto& stream = sample.systems[system];
    auto& found = look.outputs[system];
    for (const Normalization& how : normalizations()) {
      if (std::ranges::count(suspects[system], how.name) > 0) found.names.push_back(how.name);
    }
    const auto words = words_of_system(system);
    const Lines& lines = sides[system];
    found.may_be_damaged = are_among(suspects[system], of_damage) || seems_turned(compared(lines, expected));
    found.perhaps_foreign = many_foreign(foreign_lines(pairs, words, stream, reference, shifts[system]),
                                         cut[system], pairs.firsts.size());
    found.may_be_unlike = has_repeated(pairs, stream, reference) || are_unlike(lines, expected, shares_of(words));
  }
  return look;
}

}  // namespace parbleu
