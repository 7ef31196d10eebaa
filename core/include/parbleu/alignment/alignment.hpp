// Edit scripts, matched n-grams, error classes and the places of tokens, for all segments of a corpus at once, on any
// number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "parbleu/alignment/edit_script.hpp"
#include "parbleu/base/parallel.hpp"
#include "parbleu/base/ragged.hpp"
#include "parbleu/base/text.hpp"

namespace parbleu {

// `chosen`: for each segment the reference that was used, -1 without any.
struct EditScripts {
  RaggedRows<EditRun> runs;  // positions count words or characters
  std::unique_ptr<std::int32_t[]> chosen;
  std::unique_ptr<std::uint8_t[]> coarse;  // 1 if a script need not be minimal
};

// Scripts from the closest reference to the hypothesis: that of the fewest edits for its length; of several the first.
// All streams are as long as the hypotheses. A missing text has no script.
EditScripts edit_scripts(std::span<const Stream> references, Stream hypotheses, Unit unit,
                         const Execution& execution);

// For each symbol of each hypothesis the orders at which an n-gram that begins there matches: bit n - 1 for order n, at
// most 16. An n-gram matches as often as the reference that has most of it, the leftmost occurrences first. Words end
// at white space; characters are matched without it, and have a place in the rows all the same.
RaggedRows<std::uint16_t> matched_ngrams(std::span<const Stream> references, Stream hypotheses, Unit unit,
                                         unsigned max_order, const Execution& execution);

// --- error classes
//
// Classes of the differing words of a hypothesis and its closest reference: inflection, order, missing, extra, lexical.
//
// Reference: Popovic, "Hjerson: An open source tool for automatic error classification of machine translation output",
// Prague Bulletin of Mathematical Linguistics 96, 2011.

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

// --- where the tokens of a line stand in the text that a tokenizer made it of

// Code points [begin, end) of a text.
struct TokenPlace {
  std::int32_t begin;
  std::int32_t end;
};

// A place for each token of each line; tokens end at white space. Places ascend and do not overlap. Where a tokenizer
// changed characters, the shortest edit script of characters, compared without letter case, tells what became of what;
// a token of which nothing is found has an empty place behind the one before.
RaggedRows<TokenPlace> token_places(Stream texts, Stream lines, const Execution& execution);

}  // namespace parbleu
