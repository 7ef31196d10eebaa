// Words what is odd about the texts of a sample besides how they are spelled.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parbleu/writing/first_look.hpp"
#include "parbleu/writing/line_sampler.hpp"
#include "parbleu/writing/normalizations.hpp"

namespace parbleu {

// For each system whether a line is reasoning of a language model, with no text behind it; nothing of a system without
// such lines. Those of a normalized sample were there before.
std::vector<std::vector<bool>> cut_reasoning(const SampledLines& sample);

// The shift of each output beside the first stream of references; nothing without references.
std::vector<std::optional<Shift>> shifts_of(const SampledLines& sample);

// From where on lines are shifted, by these names of an output and of the reference.
std::string worded_shift(const SampledLines& sample, const Shift& shift, const std::string& name,
                         const std::string& reference);

// A line for each sign that the sides do not fit each other.
std::vector<ToldLine> mismatches(const SampledLines& sample, const TextNames& names,
                                 std::span<const std::optional<Shift>> shifts, bool tells_equal,
                                 const TextTables& tables);

// Places of lines of a system that may be in another language than the first stream of references; none if they are few.
std::vector<std::size_t> perhaps_foreign(const SampledLines& sample, std::size_t system);

// Lines of an output in another language than the references, and how many of a hundred lines they are.
struct ForeignPart {
  std::string language, expected;
  long percentage;
};

// The languages of such lines, which are perhaps foreign, as far as frequent words tell; empty ones where they do not.
ForeignPart evident_foreign_part(const SampledLines& sample, std::size_t system,
                                 std::span<const std::size_t> places);

// What is told of lines in another language, by these names of an output and of the reference.
std::string worded_foreign_part(const ForeignPart& part, const std::string& name, const std::string& reference);

// How an output was damaged: letters are lost or read in a wrong encoding, or words are turned round; "" if it is intact, or
// of another language. `reference` is the name of the first stream of references.
std::string how_damaged(const SampledLines& sample, std::size_t system, const std::string& reference,
                        const TextTables& tables);

// How an output is unlike its references; "" if it is not.
std::string how_unlike(const SampledLines& sample, std::size_t system, const TextNames& names,
                       const TextTables& tables);

// The same of an output once both sides are normalized by normalizations of the core.
std::string how_unlike_after(const SampledLines& sample, std::size_t system, const TextNames& names,
                             std::span<const std::string_view> normalizations, const TextTables& tables);

}  // namespace parbleu
