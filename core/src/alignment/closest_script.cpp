#include "alignment/closest_script.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "parbleu/alignment/alignment.hpp"
#include "parbleu/base/hash_table.hpp"
#include "parbleu/unicode/unicode.hpp"

namespace parbleu {
namespace {

std::int64_t count_edits(std::span<const EditRun> runs) {
  std::int64_t sum = 0;
  for (const EditRun& run : runs) {
    if (run.edit == Edit::equal) continue;
    sum += std::max(run.left_end - run.left_begin, run.right_end - run.right_begin);
  }
  return sum;
}

// edits / length is less than that of another; a text without words counts as next to nothing.
bool closer(std::int64_t edits, std::size_t length, std::int64_t other_edits, std::size_t other_length) {
  const auto rate = [](std::int64_t count, std::size_t size) {
    return static_cast<double>(count) / (size == 0 ? 1e-8 : static_cast<double>(size));
  };
  return rate(edits, length) < rate(other_edits, other_length);
}

}  // namespace

void ClosestScript::find(std::span<const Stream> references, Stream hypotheses, std::size_t segment, Unit unit) {
  chosen = -1;
  edits = 0;
  exact = true;
  runs.clear();
  reference.clear();
  hypothesis.clear();
  symbols.reset(unit);
  if (hypotheses[segment].missing()) return;
  symbols.add(hypotheses[segment], hypothesis);
  for (std::size_t k = 0; k < references.size(); ++k) {
    if (references[k][segment].missing()) continue;
    symbols.add(references[k][segment], next_reference_);
    next_runs_.clear();
    const bool next_exact = aligner.align(next_reference_, hypothesis, symbols.distinct(), next_runs_);
    const std::int64_t next_edits = count_edits(next_runs_);
    if (chosen >= 0 && !closer(next_edits, next_reference_.size(), edits, reference.size())) continue;
    chosen = static_cast<std::int32_t>(k);
    edits = next_edits;
    exact = next_exact;
    reference.swap(next_reference_);
    runs.swap(next_runs_);
  }
}

EditScripts edit_scripts(std::span<const Stream> references, Stream hypotheses, Unit unit,
                         const Execution& execution) {
  const Execution use = for_streams(references, hypotheses, execution);
  RaggedCollector<EditRun> collector(hypotheses.size(), use.threads);
  EditScripts result;
  result.chosen = std::make_unique_for_overwrite<std::int32_t[]>(hypotheses.size());
  result.coarse = std::make_unique_for_overwrite<std::uint8_t[]>(hypotheses.size());
  for_each_segment<ClosestScript>(hypotheses.size(), use,
                                  [&](std::size_t segment, ClosestScript& closest, unsigned worker) {
                                    closest.find(references, hypotheses, segment, unit);
                                    auto& rows = collector.rows(worker);
                                    rows.insert(rows.end(), closest.runs.begin(), closest.runs.end());
                                    collector.close(segment, worker);
                                    result.chosen[segment] = closest.chosen;
                                    result.coarse[segment] = closest.exact ? 0 : 1;
                                  });
  result.runs = collector.collect();
  return result;
}

// Numbers the n-grams of each order from those of the order before, so that equal numbers mean equal n-grams.
namespace {

constexpr unsigned highest_order = 16;

struct Ngram {
  std::uint64_t key = 0;     // number of its beginning, and its last symbol
  std::uint32_t number = 0;  // 0: a free place
  std::uint32_t most = 0;    // occurrences in the reference that has most
  std::uint32_t here = 0;    // in the reference at hand
  std::uint32_t reference = 0;
  std::uint32_t used = 0;
  [[nodiscard]] bool empty() const { return number == 0; }
};

class NgramMatcher {
 public:
  void match(std::span<const Stream> references, Stream hypotheses, std::size_t segment, Unit unit,
             unsigned max_order, std::vector<std::uint16_t>& masks) {
    if (hypotheses[segment].missing()) return;
    symbols_.reset(unit);
    const std::size_t places = load(hypotheses[segment], unit, hypothesis_, places_);
    const std::size_t begin = masks.size();
    masks.resize(begin + places, 0);
    std::size_t size = hypothesis_.size();
    std::size_t used = 0;
    for (const Stream& stream : references) {
      if (stream[segment].missing()) continue;
      if (references_.size() == used) references_.emplace_back();
      load(stream[segment], unit, references_[used].symbols, reference_places_);
      references_[used].numbers = references_[used].symbols;
      size += references_[used++].symbols.size();
    }
    numbers_ = hypothesis_;
    for (unsigned order = 1; order <= max_order; ++order) {
      table_.reset(size);
      distinct_ = 0;
      for (std::uint32_t k = 0; k < used; ++k) count(references_[k], order, k + 1);
      take(order, masks.data() + begin);
    }
  }

 private:
  struct Reference {
    std::vector<std::uint32_t> symbols;
    std::vector<std::uint32_t> numbers;  // of the n-grams of the order before
  };

  // Writes the symbols that count, and their places; returns how many places there are.
  std::size_t load(const Text& text, Unit unit, std::vector<std::uint32_t>& symbols,
                   std::vector<std::uint32_t>& places_of) {
    symbols_.add(text, symbols);
    const std::size_t places = symbols.size();
    places_of.clear();
    if (unit == Unit::word) {
      for (std::uint32_t at = 0; at < places; ++at) places_of.push_back(at);
      return places;
    }
    visit(text, [&](auto units) {
      for (std::uint32_t at = 0; at < places; ++at) {
        if (!is_space(units[at])) places_of.push_back(at);
      }
    });
    for (std::size_t k = 0; k < places_of.size(); ++k) symbols[k] = symbols[places_of[k]];
    symbols.resize(places_of.size());
    return places;
  }

  Ngram& find(std::uint32_t beginning, std::uint32_t last, unsigned order) {
    const std::uint64_t key = order == 1 ? last : (std::uint64_t{beginning} << 32) | last;
    Ngram& ngram = table_.find(key, [key](const Ngram& other) { return other.key == key; });
    if (ngram.empty()) ngram = {.key = key, .number = ++distinct_};
    return ngram;
  }

  void count(Reference& reference, unsigned order, std::uint32_t number) {
    for (std::size_t at = 0; at + order <= reference.symbols.size(); ++at) {
      Ngram& ngram = find(reference.numbers[at], reference.symbols[at + order - 1], order);
      if (ngram.reference != number) {
        ngram.reference = number;
        ngram.here = 0;
      }
      ngram.most = std::max(ngram.most, ++ngram.here);
      reference.numbers[at] = ngram.number;
    }
  }

  void take(unsigned order, std::uint16_t* masks) {
    for (std::size_t at = 0; at + order <= hypothesis_.size(); ++at) {
      Ngram& ngram = find(numbers_[at], hypothesis_[at + order - 1], order);
      numbers_[at] = ngram.number;
      if (ngram.used == ngram.most) continue;
      ++ngram.used;
      masks[places_[at]] = static_cast<std::uint16_t>(masks[places_[at]] | (1U << (order - 1)));
    }
  }

  Symbols symbols_;
  std::vector<std::uint32_t> hypothesis_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint32_t> places_;
  std::vector<std::uint32_t> reference_places_;
  std::vector<Reference> references_;
  HashTable<Ngram> table_;
  std::uint32_t distinct_ = 0;
};

}  // namespace

RaggedRows<std::uint16_t> matched_ngrams(std::span<const Stream> references, Stream hypotheses, Unit unit,
                                         unsigned max_order, const Execution& execution) {
  if (max_order < 1 || max_order > highest_order) throw std::invalid_argument("orders of n-grams are 1 to 16");
  const Execution use = for_streams(references, hypotheses, execution);
  RaggedCollector<std::uint16_t> collector(hypotheses.size(), use.threads);
  for_each_segment<NgramMatcher>(
      hypotheses.size(), use, [&](std::size_t segment, NgramMatcher& matcher, unsigned worker) {
        matcher.match(references, hypotheses, segment, unit, max_order, collector.rows(worker));
        collector.close(segment, worker);
      });
  return collector.collect();
}

}  // namespace parbleu
