// Tells of a sample of texts at once that nothing is odd about them, which is so of most.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
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
bool looks_cut(std::span<const std::vector<Text>> streams);

// Whether an output may be unlike the first stream of references, which a closer look tells for certain.
bool seems_unlike(const SampledLines& sample, std::size_t system);

// Whether an output may have its words in the reverse order, which a closer look tells for certain.
bool seems_turned(const SampledLines& sample, std::size_t system);

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

// The shift of an output, of which `firsts` are its `neighbours`; nothing if there is none. Without blanks between words,
// pairs of characters tell.
std::optional<Shift> shift_of(Stream output, Stream reference, std::span<const std::size_t> firsts,
                              bool has_blanks);

// What may be so of an output.
struct LookAtOutput {
  std::vector<std::string_view> names;  // of the `normalizations` that may change its score, in their order
  bool may_be_other = false;            // whether something else may be told of it if they do not
  bool may_be_unlike = false;           // whether it may be unlike the references
  bool is_cut = false;                  // whether it, or another stream, looks tokenized or cut
  std::optional<Shift> shift;           // which is so of it for certain; then it need not be unlike
};

// What is seen at once of a sample; nothing if something else may be odd. No closer look would find more then, if metrics
// find words in the language of the references.
std::optional<std::vector<LookAtOutput>> first_look_at(const SampledLines& sample);

// Whether an output may be unlike the first stream of references once both are normalized.
bool seems_unlike_after(const SampledLines& sample, std::size_t system, std::span<const std::string_view> names,
                        const TextTables& tables);

}  // namespace parbleu
