#include "writing/beside_references.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "parbleu/unicode/unicode.hpp"
#include "parbleu/writing/limits.hpp"

namespace parbleu {
namespace {

using namespace writing_limits;

constexpr std::pair<char32_t, char32_t> kana[] = {{0x3040, 0x30FF}};
constexpr std::size_t turned_lines = 12, fewest_turned = 10;  // of words that stand the other way round
constexpr std::size_t shown_numbers = 3;                      // numbers of lines

std::vector<Text> at_places(Stream lines, std::span<const std::size_t> places, std::size_t further) {
  std::vector<Text> result;
  for (const std::size_t at : places) result.push_back(lines[at + further]);
  return result;
}

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

double width(View text) {
  return text.empty() ? 1 : static_cast<double>(bytes(text)) / static_cast<double>(text.size());
}

std::size_t count_kana(View text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char32_t point) { return is_within(point, kana); }));
}

// A number for each pair of neighbouring words of a line, as they stand and the other way round.
struct WordPairs {
  explicit WordPairs(View line) {
    constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;
    std::uint64_t before = 0;
    each_word(line, [&](std::uint64_t word) {
      if (before != 0) {
        as_there.push_back(before * factor + word);
        turned.push_back(word * factor + before);
      }
      before = word;
    });
  }

  WordSet as_there, turned;
};

}  // namespace

std::vector<View> parted_words(View text) {
  std::vector<View> words;
  for (auto at = std::ranges::find_if_not(text, is_space); at != text.end();) {
    const auto end = std::find_if(at, text.end(), is_space);
    words.emplace_back(at, end);
    at = std::find_if_not(end, text.end(), is_space);
  }
  return words;
}

std::size_t bytes(View text) {
  constexpr std::size_t block = 1 << 20;
  std::size_t sum = text.size();
  for (; !text.empty(); text.remove_prefix(std::min(block, text.size()))) {
    std::uint32_t more = 0;  // compiles to vector instructions
    for (const char32_t point : text.substr(0, block)) more += (point > 0x7F) + (point > 0x7FF) + (point > 0xFFFF);
    sum += more;
  }
  return sum;
}

std::vector<Text> every(std::size_t step, Stream stream) {
  std::vector<Text> texts;
  for (std::size_t at = 0; at < stream.size(); at += step) texts.push_back(stream[at]);
  return texts;
}

Lines chosen(Stream stream, std::size_t step) {
  Lines lines;
  for (std::size_t at = 0; at < stream.size(); at += step) lines.push_back(points_of(stream[at]));
  return lines;
}

double share_of_blanks(View text) {
  return static_cast<double>(std::ranges::count(text, U' ')) /
         static_cast<double>(std::max<std::size_t>(1, text.size()));
}

Compared compared(const Lines& lines, const Lines& references) {
  Compared both;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (references[at].empty()) continue;
    both.lines.emplace_back(lines[at]);
    both.references.emplace_back(references[at]);
  }
  return both;
}

SampledLines beside_first_reference(const SampledLines& sample, std::size_t system) {
  return {{sample.systems[system]}, {sample.references.front()}, {}, sample.places, sample.n_lines};
}

std::function<void(Text&)> normalizer(std::span<const std::string_view> names, const TextTables& tables,
                                      Arena& arena) {
  std::vector<const Normalization*> ways;
  for (const std::string_view name : names) ways.push_back(normalization(name));
  return [ways, &tables, &arena](Text& line) {
    std::u32string points = points_of(line);
    for (const Normalization* way : ways) points = way->apply(std::move(points), tables);
    line = narrowed(points, arena);
  };
}

Shares shares_of(std::span<const SharedWords> counts) {
  Shares shares;
  for (const SharedWords& words : counts)
    shares.push_back(static_cast<double>(words.shared) / std::max(1, std::max(words.words, words.others)));
  return shares;
}

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

std::vector<SharedWords> Pairs::words(Stream lines, Stream references, std::size_t of_output,
                                      std::size_t of_reference) const {
  return shared_words(at_places(lines, firsts, of_output), at_places(references, firsts, of_reference), longest,
                      characters);
}

std::vector<SharedWords> Pairs::words(std::span<const std::vector<Text>> outputs, Stream references) const {
  std::vector<Text> lines;
  for (const auto& output : outputs) std::ranges::copy(at_places(output, firsts, 0), std::back_inserter(lines));
  return shared_words(lines, at_places(references, firsts, 0), longest, characters);
}

Pairs pairs_at(std::vector<std::size_t> firsts, bool has_blanks) {
  if (has_blanks) return {std::move(firsts), true, begin_of_line, 0};
  return {std::move(firsts), false, begin_of_line / 2, 2};
}

Pairs pairs_of(const SampledLines& sample) {
  const Stream lines = sample.references.front();
  std::u32string begin;
  for (const Text& line : lines.first(std::min(lines.size(), language_lines))) append(begin, line, 0, line.size);
  const std::string_view language = language_by_script(lines);
  return pairs_at(neighbours(sample),
                  share_of_blanks(begin) > unwritten && (language.empty() || language == "ko"));
}

std::optional<Shift> shift_of(const Pairs& pairs, const Shares& own, Stream lines, Stream references) {
  Pairs doubtful{{}, pairs.has_blanks, pairs.longest, pairs.characters};
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

std::size_t count_repeated(const Pairs& pairs, Stream lines, Stream references) {
  return static_cast<std::size_t>(std::ranges::count_if(pairs.firsts, [&](std::size_t at) {
    return lines[at].size > short_line && lines[at].size == lines[at + 1].size &&
           points_of(lines[at]) == points_of(lines[at + 1]) &&
           points_of(references[at]) != points_of(references[at + 1]);
  }));
}

std::vector<std::size_t> foreign_lines(Pairs pairs, std::span<const SharedWords> counts, Stream lines,
                                       Stream references, const std::optional<Shift>& shift) {
  std::vector<SharedWords> of_characters;
  if (pairs.characters != 0) {
    pairs.longest = begin_of_line;
    pairs.characters = 1;
    of_characters = pairs.words(lines, references);
    counts = of_characters;
  }
  std::vector<std::size_t> doubtful;
  for (std::size_t at = 0; at < counts.size(); ++at) {
    const SharedWords& words = counts[at];
    if ((!shift || at < shift->begin || at >= shift->end) &&
        words.words >= static_cast<std::int32_t>(fewest_words) && words.known < known_words * words.words)
      doubtful.push_back(pairs.firsts[at]);
  }
  return doubtful;
}

bool has_turned_words(std::span<const View> lines, std::span<const View> references, std::size_t step,
                      std::size_t fewest) {
  std::size_t as_there = 0, turned = 0, left = 0;  // pairs that may be left at most
  const auto count_spaces = [](View line) {
    return static_cast<std::size_t>(std::ranges::count_if(line, IsSpace()));
  };
  for (std::size_t at = 0; at < lines.size(); at += step) left += count_spaces(lines[at]);
  for (std::size_t at = 0; at < lines.size(); at += step) {
    WordPairs own(lines[at]), known(references[at]);
    for (WordSet* pairs : {&own.as_there, &own.turned, &known.as_there}) make_set(*pairs);
    as_there += count_common(own.as_there, known.as_there);
    turned += count_common(own.turned, known.as_there);
    left -= count_spaces(lines[at]);
    if (turned + left <= std::max(fewest, 2 * as_there)) return false;
  }
  return turned > std::max(fewest, 2 * as_there);
}

bool seems_turned(const Compared& sides) {
  return has_turned_words(sides.lines, sides.references, 1 + sides.lines.size() / turned_lines, fewest_turned);
}

std::string percent(const SampledLines& sample, std::size_t count, std::size_t of) {
  const long in_hundred = std::lrint(100 * static_cast<double>(count) / static_cast<double>(of));
  return (sample.n_lines > of ? "about " : "") + std::to_string(std::max(1L, in_hundred));
}

std::string numbers(const SampledLines& sample, std::span<const std::size_t> places) {
  std::string all = "segments ";
  for (std::size_t at = 0; at < std::min(places.size(), shown_numbers); ++at)
    all += (at == 0 ? "" : ", ") + std::to_string(sample.places[places[at]] + 1);
  return all + (places.size() > shown_numbers ? ", ..." : "");
}

bool width_differs(View line, View other) {
  if (line.size() <= short_line || other.size() <= short_line) return false;
  const auto [least, most] = std::minmax({width(line), width(other)});
  return least < mostly_ascii && most > hardly_ascii;
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

}  // namespace parbleu
