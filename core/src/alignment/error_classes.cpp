#include <vector>

#include "alignment/closest_script.hpp"
#include "parbleu/alignment/alignment.hpp"

namespace parbleu {
namespace {

using Numbers = std::vector<std::uint32_t>;

struct Side {
  const Numbers* words = nullptr;
  Numbers bases;
  std::vector<Edit> alignment;        // of each word
  std::vector<std::uint8_t> unknown;  // position-free: 1 if no word of the other side is left that equals it
  std::vector<WordClass> classes;
};

class Classifier {
 public:
  ClosestScript closest;

  void classify(std::span<const Stream> reference_bases, Stream hypothesis_bases, std::size_t segment,
                ErrorRow& row) {
    reference_.words = &closest.reference;
    hypothesis_.words = &closest.hypothesis;
    bases_.reset(Unit::word);
    bases_.add(reference_bases[static_cast<std::size_t>(closest.chosen)][segment], reference_.bases);
    bases_.add(hypothesis_bases[segment], hypothesis_.bases);
    check(segment, reference_);
    check(segment, hypothesis_);
    align();
    row.edits = static_cast<std::int32_t>(closest.edits);
    find_free_errors(reference_, hypothesis_, row.reference);
    find_free_errors(hypothesis_, reference_, row.hypothesis);
    assign(reference_, Edit::remove);
    assign(hypothesis_, Edit::insert);
    find_moved(reference_, hypothesis_);
    find_moved(hypothesis_, reference_);
    count(reference_, row.reference);
    count(hypothesis_, row.hypothesis);
  }

  [[nodiscard]] const std::vector<WordClass>& reference() const { return reference_.classes; }
  [[nodiscard]] const std::vector<WordClass>& hypothesis() const { return hypothesis_.classes; }

 private:
  static void check(std::size_t segment, const Side& side) {
    if (side.words->size() == side.bases.size()) return;
    throw BaseFormMismatch{segment, side.words->size(), side.bases.size()};
  }

  void align() {
    reference_.alignment.clear();
    hypothesis_.alignment.clear();
    for (const EditRun& run : closest.runs) {
      reference_.alignment.resize(static_cast<std::size_t>(run.left_end), run.edit);
      hypothesis_.alignment.resize(static_cast<std::size_t>(run.right_end), run.edit);
    }
  }

  // Each word uses up the first equal word of the other side that is left, together with its base form. A word without
  // one can use up a base form that is left, and is then one of inflection.
  void find_free_errors(Side& side, const Side& other, ErrorSide& counts) {
    left_words_.assign(closest.symbols.distinct() + std::size_t{2}, 0);
    left_bases_.assign(bases_.distinct() + std::size_t{1}, 0);
    for (const std::uint32_t word : *other.words) ++left_words_[word + 1];
    for (std::size_t k = 1; k < left_words_.size(); ++k) left_words_[k] += left_words_[k - 1];
    const Numbers ends(left_words_.begin() + 1, left_words_.end());
    order_.resize(other.words->size());
    next_ = left_words_;
    for (std::uint32_t at = 0; at < order_.size(); ++at) order_[next_[(*other.words)[at]]++] = at;
    next_ = left_words_;
    for (const std::uint32_t base : other.bases) ++left_bases_[base];

    side.unknown.assign(side.words->size(), 0);
    side.classes.assign(side.words->size(), WordClass::right);
    for (std::size_t at = 0; at < side.words->size(); ++at) {
      const std::uint32_t word = (*side.words)[at];
      if (next_[word] < ends[word]) {
        --left_bases_[other.bases[order_[next_[word]++]]];
      } else {
        side.unknown[at] = 1;
        ++counts.position_free_errors;
      }
    }
    for (std::size_t at = 0; at < side.words->size(); ++at) {
      if (side.unknown[at] == 0 || left_bases_[side.bases[at]] == 0) continue;
      --left_bases_[side.bases[at]];
      side.classes[at] = WordClass::inflection;
    }
  }

  static void assign(Side& side, Edit gap) {
    for (std::size_t at = 0; at < side.classes.size(); ++at) {
      WordClass& found = side.classes[at];
      if (found != WordClass::inflection && side.unknown[at] != 0) {
        if (side.alignment[at] == gap) found = WordClass::gap;
        if (side.alignment[at] == Edit::substitute) found = WordClass::lexical;
      }
    }
  }

  // A word that the alignment has wrong moved if the other side has an equal one that is wrong too.
  void find_moved(Side& side, const Side& other) {
    left_words_.assign(closest.symbols.distinct() + std::size_t{1}, 0);
    for (std::size_t at = 0; at < other.words->size(); ++at) {
      if (other.alignment[at] != Edit::equal) ++left_words_[(*other.words)[at]];
    }
    for (std::size_t at = 0; at < side.words->size(); ++at) {
      if (side.alignment[at] == Edit::equal) continue;
      if (std::uint32_t& left = left_words_[(*side.words)[at]]; left > 0) {
        --left;
        side.classes[at] = WordClass::order;
      } else if (side.classes[at] == WordClass::right) {
        side.classes[at] = WordClass::other;
      }
    }
  }

  static void count(const Side& side, ErrorSide& counts) {
    counts.words = static_cast<std::int32_t>(side.classes.size());
    WordClass before = WordClass::right;
    for (const WordClass found : side.classes) {
      if (found != WordClass::right) {
        const std::size_t at = static_cast<std::size_t>(found) - 1;
        ++counts.classes[at];
        if (found != before) ++counts.blocks[at];
      }
      before = found;
    }
  }

  Side reference_;
  Side hypothesis_;
  Symbols bases_;
  Numbers left_words_;
  Numbers left_bases_;
  Numbers order_;
  Numbers next_;
};

}  // namespace

ClassifiedErrors classify_errors(std::span<const Stream> references, std::span<const Stream> reference_bases,
                                 Stream hypotheses, Stream hypothesis_bases, const Execution& execution) {
  const Execution use = for_streams(references, hypotheses, execution);
  const std::size_t size = hypotheses.size();
  RaggedCollector<WordClass> reference(size, use.threads);
  RaggedCollector<WordClass> hypothesis(size, use.threads);
  ClassifiedErrors result;
  result.rows = std::make_unique<ErrorRow[]>(size);
  result.chosen = std::make_unique_for_overwrite<std::int32_t[]>(size);
  for_each_segment<Classifier>(size, use, [&](std::size_t segment, Classifier& classifier, unsigned worker) {
    classifier.closest.find(references, hypotheses, segment, Unit::word);
    result.chosen[segment] = classifier.closest.chosen;
    if (classifier.closest.chosen >= 0) {
      classifier.classify(reference_bases, hypothesis_bases, segment, result.rows[segment]);
      auto& left = reference.rows(worker);
      left.insert(left.end(), classifier.reference().begin(), classifier.reference().end());
      auto& right = hypothesis.rows(worker);
      right.insert(right.end(), classifier.hypothesis().begin(), classifier.hypothesis().end());
    }
    reference.close(segment, worker);
    hypothesis.close(segment, worker);
  });
  result.reference = reference.collect();
  result.hypothesis = hypothesis.collect();
  return result;
}

}  // namespace parbleu
