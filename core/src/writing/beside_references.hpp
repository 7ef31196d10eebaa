// Lines of an output beside those of its references, and what is compared of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parbleu/base/arena.hpp"
#include "parbleu/ngrams/shared_words.hpp"
#include "parbleu/writing/first_look.hpp"
#include "parbleu/writing/line_sampler.hpp"
#include "parbleu/writing/normalizations.hpp"
#include "writing/lines.hpp"

namespace parbleu {

using Lines = std::vector<std::u32string>;

// So many of lines are more than usual: a share of them, and at least some.
inline double share(std::size_t count, double of, std::size_t at_least) {
  return std::max(static_cast<double>(at_least), of * static_cast<double>(count));
}

inline View last(View line, std::size_t count) { return line.substr(line.size() - std::min(count, line.size())); }

// As str.split of Python, of views of the text.
std::vector<View> parted_words(View text);

// Every so many lines, as they are and as code points.
std::vector<Text> every(std::size_t step, Stream stream);
Lines chosen(Stream stream, std::size_t step);

double share_of_blanks(View text);

// Of a text in UTF-8.
std::size_t bytes(View text);

// Lines of an output and of the first reference, but for those that the reference lacks.
struct Compared {
  std::vector<View> lines, references;
};
Compared compared(const Lines& lines, const Lines& references);

// A sample of an output and the first reference alone.
SampledLines beside_first_reference(const SampledLines& sample, std::size_t system);

// Normalizes lines by normalizations of the core; they stand in the arena then.
std::function<void(Text&)> normalizer(std::span<const std::string_view> names, const TextTables& tables,
                                      Arena& arena);

// The first code point of scripts that need no blanks between words.
inline constexpr char32_t scripts_begin = 0xE00;

// Shares of words that lines have in common with their references.
using Shares = std::vector<double>;
Shares shares_of(std::span<const SharedWords> counts);

// Where the run begins and ends in which the sum of `better` exceeds that of `worse` most.
std::pair<std::size_t, std::size_t> best_run(const Shares& better, const Shares& worse);

// The lines of an output and of the first reference that stand in pairs of neighbours.
struct Pairs {
  std::vector<std::size_t> firsts;
  bool has_blanks;                  // between words
  std::size_t longest, characters;  // of what is compared: words of a line, or pairs of characters

  [[nodiscard]] std::vector<SharedWords> words(Stream lines, Stream references, std::size_t of_output = 0,
                                               std::size_t of_reference = 0) const;
  // Those of several outputs, one behind the other.
  [[nodiscard]] std::vector<SharedWords> words(std::span<const std::vector<Text>> outputs,
                                               Stream references) const;
};
Pairs pairs_at(std::vector<std::size_t> firsts, bool has_blanks);
Pairs pairs_of(const SampledLines& sample);

std::optional<Shift> shift_of(const Pairs& pairs, const Shares& own, Stream lines, Stream references);

// How many lines are the same as the next one, while references differ. Short ones do not count: labels of programs, and
// what people say, are often the same.
std::size_t count_repeated(const Pairs& pairs, Stream lines, Stream references);

// Which lines of pairs have few words that any line of the references has; without blanks, single characters tell. Lines
// that are shifted have those of others. `counts`: the words of the pairs.
std::vector<std::size_t> foreign_lines(Pairs pairs, std::span<const SharedWords> counts, Stream lines,
                                       Stream references, const std::optional<Shift>& shift);

// Whether neighbouring words of most lines stand the other way round in their references, and so many do so at least. One of
// `step` lines is looked at.
bool has_turned_words(std::span<const View> lines, std::span<const View> references, std::size_t step,
                      std::size_t fewest);

// The same of a few lines, which tell of most texts that it is not so.
bool seems_turned(const Compared& sides);

// How many of a hundred so many of these lines are: "about 12" if they are a sample.
std::string percent(const SampledLines& sample, std::size_t count, std::size_t looked_at);

// In words which segments are at these places of the sample: the first few of them.
std::string numbers(const SampledLines& sample, std::span<const std::size_t> places);

// Whether one line has mostly characters of ASCII and the other hardly any.
bool width_differs(View line, View other);

// Whether a line of Chinese characters has no kana, and another one has some.
bool lacks_kana(View line, View other);

// Whether a line that is not empty has less than half of the characters of a long other one.
bool is_half(View line, View other);

// The first characters of a line, or the last ones, with numbers as 0.
std::u32string affix(View line, bool at_end);

}  // namespace parbleu
