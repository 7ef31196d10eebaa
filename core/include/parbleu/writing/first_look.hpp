// Tells of a sample of texts at once what is odd about them, mostly nothing.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parbleu/base/text.hpp"
#include "parbleu/writing/line_sampler.hpp"
#include "parbleu/writing/normalizations.hpp"

namespace parbleu {

// The step that leaves the lines that are searched for signs of another writing; it is odd, as lines stand in pairs.
std::size_t step_of(const SampledLines& sample);

// Where lines are in the sample behind which stand those that follow them in the corpus.
std::vector<std::size_t> neighbours(const SampledLines& sample);

// Whether streams look tokenized, cut into pieces or characters, so that they need a closer look.
bool looks_cut(const SampledLines& sample);

// Whether an output may be unlike the first stream of references, which a closer look tells for certain.
bool seems_unlike(const SampledLines& sample, std::size_t system);

// Whether an output may have its words in the reverse order, which a closer look tells for certain.
bool seems_turned(const SampledLines& sample, std::size_t system);

// Whether the first of these lines of an output, from the last character to the first, have many words in common with
// their references.
bool stand_backwards(const SampledLines& sample, std::size_t system, std::span<const std::size_t> places);

// The code of the language without blanks between words that most of the first lines are in, or of Korean; "" of others,
// and of text that is cut into words.
std::string_view language_by_script(Stream lines);

// The shares of traditional characters in two Chinese texts, if they are far apart; else nothing.
std::vector<double> shares_of_traditional(Stream output, Stream reference);

// Pairs of neighbours in the sample, from `begin` to `end`, of which each line belongs to the reference of the line behind
// it, or before it.
struct Shift {
  std::size_t begin, end;
  bool is_later;
};

// What texts are called in what is told of them, in UTF-8.
struct TextNames {
  std::vector<std::string> systems, references;
};

// A line about texts, and the places of the systems that it is about.
struct ToldLine {
  std::string words;
  std::vector<std::size_t> systems;
  bool is_copied = false;  // whether it says that lines are those of the source
};

// What may be so of an output.
struct LookAtOutput {
  std::vector<std::string_view> names;  // of the `normalizations` that may change its score, in their order
  bool may_be_damaged = false;          // whether `how_damaged` may tell something of it
  // Places of lines that may be in another language, unless they stand backwards.
  std::vector<std::size_t> perhaps_foreign;
  bool may_be_unlike = false;  // whether `how_unlike` may tell something of it
};

struct FirstLook {
  std::vector<ToldLine> told;  // the signs that the sides do not fit each other
  bool is_cut = false;         // whether a stream looks tokenized or cut
  std::vector<LookAtOutput> outputs;
};

// What is seen at once of a sample, if metrics find words in the language of the references. `tells_equal`: whether texts
// that are the same are such a sign.
FirstLook first_look_at(const SampledLines& sample, const TextNames& names, bool tells_equal,
                        const TextTables& tables);

// Whether an output may be unlike the first stream of references once both are normalized.
bool seems_unlike_after(const SampledLines& sample, std::size_t system, std::span<const std::string_view> names,
                        const TextTables& tables);

}  // namespace parbleu
