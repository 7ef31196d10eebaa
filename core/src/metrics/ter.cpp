#include "parbleu/metrics/ter.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "metrics/ter/shift_search.hpp"
#include "metrics/ter/word_positions.hpp"
#include "parbleu/ngrams/word_numbers.hpp"
#include "parbleu/unicode/white_space.hpp"

namespace parbleu {

struct Ter::Work {
  struct Reference {
    WordNumbers word_numbers;
    ter::WordPositions positions;
  };
  std::vector<Reference> references;  // of the segment at hand come first
  std::size_t count = 0;
  std::vector<std::uint32_t> numbers;
  ter::ShiftSearch search;
};

Ter::Scratch::Scratch() : work_(std::make_unique<Work>()) {}
Ter::Scratch::~Scratch() = default;
Ter::Scratch::Scratch(Scratch&&) noexcept = default;
Ter::Scratch& Ter::Scratch::operator=(Scratch&&) noexcept = default;

namespace {

template <class Real>
Real rate(Real edits, Real length) {
  if (length > 0) return edits / length * Real{100};
  return edits > 0 ? Real{100} : Real{0};
}

// In single precision, but for the scores of an empty reference.
class TerScorer final : public MetricScorer<Ter> {
 public:
  explicit TerScorer(const Ter& metric) : MetricScorer(metric) {}
  [[nodiscard]] bool single(const float* sum, double) const override { return sum[1] > 0; }
};

}  // namespace

Ter::Side Ter::prepare_hypothesis(const Text& text, Arena& arena, Scratch&) const {
  return prepare(strip_right(text), arena);
}

Ter::Side Ter::prepare_reference(const Text& text, Arena& arena, Scratch&) const {
  Text line = strip_right(text);
  if (!tokenizer_.idempotent()) line = tokenizer_.join(line, arena, simd_);
  return prepare(line, arena);
}

Ter::Side Ter::prepare(const Text& line, Arena& arena) const {
  const Tokens tokens = tokenizer_.tokenize(line, arena, simd_);
  if (tokens.spans.size() > most_words) {
    throw std::length_error("a text has " + std::to_string(tokens.spans.size()) +
                            " words, and TER takes no more than " + std::to_string(most_words) +
                            ": split it into segments, such as sentences");
  }
  return make_words(tokens, arena);
}

void Ter::load(std::span<const Side> references, Scratch& scratch) const {
  Work& work = *scratch;
  work.count = references.size();
  if (work.references.size() < work.count) work.references.resize(work.count);
  for (std::size_t k = 0; k < work.count; ++k) {
    work.numbers.resize(references[k].size());
    WordNumbers& word_numbers = work.references[k].word_numbers;
    word_numbers.reset(references[k].size());
    word_numbers.add(references[k], work.numbers.data());
    work.references[k].positions.build(work.numbers, word_numbers.size());
  }
}

void Ter::compare(const Side& hypothesis, Number* row, Scratch& scratch) const {
  Work& work = *scratch;
  work.search.use(simd_);
  std::int64_t fewest = 0;
  std::size_t length = 0;
  work.numbers.resize(hypothesis.size());
  for (std::size_t k = 0; k < work.count; ++k) {
    const auto& [word_numbers, positions] = work.references[k];
    word_numbers.find(hypothesis, work.numbers.data());
    const std::int64_t edits = work.search.edits(work.numbers, positions);
    fewest = k == 0 ? edits : std::min(fewest, edits);
    length += positions.size();
  }
  row[0] = static_cast<double>(fewest);
  row[1] = static_cast<double>(length) / static_cast<double>(work.count);
}

double Ter::score(const Number* row) const { return rate(row[0], row[1]); }

double Ter::score(const float* row) const { return rate(row[0], row[1]); }

std::unique_ptr<Scorer> Ter::scorer() const { return std::make_unique<TerScorer>(*this); }

}  // namespace parbleu
