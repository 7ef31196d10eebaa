// Classifies the differing words of a hypothesis and its closest reference: inflection, order, missing, extra, lexical.
//
// Reference: Popovic, "Hjerson: An open source tool for automatic error classification of machine translation output",
// Prague Bulletin of Mathematical Linguistics 96, 2011.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "parbleu/base/parallel.hpp"
#include "parbleu/base/ragged.hpp"
#include "parbleu/base/text.hpp"

namespace parbleu {

// The class of a word; `gap` is missing in the hypothesis for a word of the reference, and extra for one of the
// hypothesis. `other`: the alignment has it wrong, but none of the classes fits.
enum class WordClass : std::uint8_t { right = 0, inflection = 1, order = 2, gap = 3, lexical = 4, other = 5 };

inline constexpr std::size_t error_classes = 5;

// One side of a segment. Hjerson assigns `order` last, without lowering the count of the class that a word had before;
// but no word has one: a word that is left over without position is one of the last of its kind, and those that
// `order` takes are the first.
struct ErrorSide {
  std::int32_t words = 0;
  std::int32_t position_free_errors = 0;
  std::array<std::int32_t, error_classes> classes{};  // words whose class is 1, 2, ...
  std::array<std::int32_t, error_classes> blocks{};   // longest runs of words of one class
};

struct ErrorRow {
  std::int32_t edits = 0;
  ErrorSide reference;
  ErrorSide hypothesis;
};

struct ClassifiedErrors {
  std::unique_ptr<ErrorRow[]> rows;
  std::unique_ptr<std::int32_t[]> chosen;
  RaggedRows<WordClass> reference;  // words of the chosen reference
  RaggedRows<WordClass> hypothesis;
};

// A segment whose base forms are not as many as its words.
struct BaseFormMismatch {
  std::size_t segment;
  std::size_t words;
  std::size_t base_forms;
};

// Words and base forms end at white space; there is a stream of base forms for each stream of words. Throws
// BaseFormMismatch.
ClassifiedErrors classify_errors(std::span<const Stream> references, std::span<const Stream> reference_bases,
                                 Stream hypotheses, Stream hypothesis_bases, const Execution& execution);

}  // namespace parbleu
