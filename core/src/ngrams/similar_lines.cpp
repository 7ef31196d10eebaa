#include "parbleu/ngrams/similar_lines.hpp"

#include <algorithm>
#include <numeric>

#include "ngrams/kernels.hpp"
#include "parbleu/base/cpu.hpp"

namespace parbleu {
namespace {

constexpr std::size_t shortest = 3;
constexpr std::size_t longest = 5;
constexpr unsigned bits = 21;  // of a code point plus 1, so that a missing character is 0
constexpr std::size_t grain = 64;
constexpr std::size_t looked = 1 << 16;    // n-grams between two looks at an interruption
constexpr std::size_t common_share = 128;  // an n-gram is common if more than one in so many rows has it
constexpr std::size_t least_common = 8;    // and at least so many
// Calls visit(key) for each n-gram of the text, repeated ones included.
template <class Visit>
void each_ngram(const Text& text, Visit&& visit) {
  parbleu::visit(text, [&](auto units) {
    const std::size_t size = units.size();
    const auto unit = [&](std::size_t at) { return static_cast<std::uint64_t>(units[at]) + 1; };
    if (size < shortest) {
      if (size == 0) return;
      visit(NgramSets::Key{unit(0) | (size > 1 ? unit(1) << bits : 0), 0});
      return;
    }
    for (std::size_t at = 0; at + shortest <= size; ++at) {
      if (at % (std::size_t{1} << 16) == 0) check_interruption();
      const std::uint64_t low = unit(at) | unit(at + 1) << bits | unit(at + 2) << (2 * bits);
      visit(NgramSets::Key{low, 0});
      if (at + 4 > size) continue;
      const std::uint64_t fourth = unit(at + 3);
      visit(NgramSets::Key{low, fourth});
      if (at + longest <= size) visit(NgramSets::Key{low, fourth | unit(at + 4) << bits});
    }
  });
}

double similarity(std::size_t shared, std::size_t one, std::size_t other) {
  if (one + other == 0) return 1;
  return static_cast<double>(shared) / static_cast<double>(one + other - shared);
}

}  // namespace

NgramSets::NgramSets(std::span<const Stream> streams) {
  numbers_.reset(1024);
  for (const Stream& stream : streams) {
    for (const Text& text : stream) add(text);
  }
  number_by_frequency();
  index();
}

void NgramSets::add(const Text& text) {
  missing_.push_back(text.missing());
  if (!text.missing()) {
    each_ngram(text, [&](const Key& key) {
      if (2 * (ngrams_.size() + 1) > numbers_.places()) {
        numbers_.grow_twofold([this](const Entry& entry) { return ngrams_[entry.place - 1].key.hash(); });
      }
      Entry& entry = find(key);
      if (entry.empty()) {
        ngrams_.push_back({key});
        entry = {tag_of(key.hash()), static_cast<std::uint32_t>(ngrams_.size())};
      }
      sets_.push_back(entry.place - 1);
    });
  }
  const auto begin = sets_.begin() + static_cast<std::ptrdiff_t>(starts_.back());
  std::sort(begin, sets_.end());
  sets_.erase(std::unique(begin, sets_.end()), sets_.end());
  for (std::size_t at = starts_.back(); at < sets_.size(); ++at) ++ngrams_[sets_[at]].size;
  sizes_.push_back(static_cast<std::uint32_t>(sets_.size() - starts_.back()));
  starts_.push_back(sets_.size());
}

// Gives low numbers to n-grams that many rows have: what is looked at often lies close together.
void NgramSets::number_by_frequency() {
  std::vector<std::uint32_t> order(ngrams_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
    return ngrams_[one].size > ngrams_[other].size;
  });
  std::vector<std::uint32_t> places(order.size());
  std::vector<Ngram> ngrams(order.size());
  numbers_.reset(order.size());
  for (std::uint32_t number = 0; number < order.size(); ++number) {
    if (number % looked == 0) check_interruption();
    const Ngram& ngram = ngrams[number] = ngrams_[order[number]];
    places[order[number]] = number;
    const std::uint64_t hash = ngram.key.hash();
    numbers_.find(hash, [](const Entry&) { return false; }) = {tag_of(hash), number + 1};
    common_ += ngram.size > std::max(least_common, rows() / common_share);
  }
  ngrams_ = std::move(ngrams);
  for (std::uint32_t& number : sets_) number = places[number];
}

void NgramSets::index() {
  words_ = (rows() + ngrams::row_bits - 1) / ngrams::row_bits * (ngrams::row_bits / 64);
  bitmaps_.assign(common_ * words_, 0);
  std::uint32_t end = 0;
  for (std::size_t number = common_; number < ngrams_.size(); ++number) {
    ngrams_[number].begin = end;
    end += ngrams_[number].size;
  }
  lists_.resize(end);
  std::vector<std::uint32_t> done(ngrams_.size(), 0);
  for (std::size_t row = 0; row < rows(); ++row) {
    check_interruption();
    for (std::size_t at = starts_[row]; at < starts_[row + 1]; ++at) {
      const std::uint32_t number = sets_[at];
      if (number < common_) {
        bitmaps_[number * words_ + row / 64] |= std::uint64_t{1} << (row % 64);
      } else {
        lists_[ngrams_[number].begin + done[number]++] = static_cast<std::uint32_t>(row);
      }
    }
  }
}

// The set of n-grams of one line: which of the test set's n-grams it has, and how many distinct ones in all.
class LineNgrams {
 public:
  explicit LineNgrams(const NgramSets& sets) : sets_(&sets), places_(64) {}

  void load(const Text& text) {
    gather(text);
    const auto& numbers = sets_->numbers_;
    for (const NgramSets::Key& key : keys_) {
      const NgramSets::Entry& entry = numbers.first(key.hash());
      if (!entry.empty()) parbleu::prefetch(&sets_->ngrams_[entry.place - 1]);
    }
    known_.clear();
    for (const NgramSets::Key& key : keys_) {
      const NgramSets::Entry& entry = sets_->find(key);
      if (entry.empty()) continue;
      const std::uint32_t number = entry.place - 1;
      if (number >= sets_->common_) parbleu::prefetch(&sets_->lists_[sets_->ngrams_[number].begin]);
      known_.push_back(number);
    }
  }

  [[nodiscard]] std::span<const std::uint32_t> known() const { return known_; }
  [[nodiscard]] std::size_t distinct() const { return keys_.size(); }

 private:
  struct Place {
    std::uint32_t stamp = 0;
    std::uint32_t key = 0;
  };

  // Collects the distinct n-grams of a line and asks the memory for where the index would have them.
  void gather(const Text& text) {
    keys_.clear();
    reserve(3 * text.size);
    if (++stamp_ == 0) {  // after 2^32 lines
      std::fill(places_.begin(), places_.end(), Place{});
      stamp_ = 1;
    }
    const std::size_t mask = places_.size() - 1;
    each_ngram(text, [&](const NgramSets::Key& key) {
      const std::uint64_t hash = key.hash();
      std::size_t at = ((hash * 0x9E3779B97F4A7C15ULL) >> 32) & mask;
      while (places_[at].stamp == stamp_) {
        if (keys_[places_[at].key] == key) return;
        at = (at + 1) & mask;
      }
      places_[at] = {stamp_, static_cast<std::uint32_t>(keys_.size())};
      keys_.push_back(key);
      sets_->numbers_.prefetch(hash);
    });
  }

  void reserve(std::size_t count) {
    std::size_t places = places_.size();
    while (places < 2 * count) places *= 2;
    if (places == places_.size()) return;
    places_.assign(places, Place{});
  }

  const NgramSets* sets_;
  std::vector<Place> places_;
  std::vector<NgramSets::Key> keys_;
  std::vector<std::uint32_t> known_;
  std::uint32_t stamp_ = 0;
};

// What one thread knows: the best lines so far, and from when on a counter makes a line worth a look.
struct SimilarLines::Worker {
  explicit Worker(const SimilarLines& all)
      : lines{LineNgrams(all.sets_[0]), LineNgrams(all.sets_[1])},
        best{all.best_[0], std::vector<SimilarLine>(all.sets_[1].rows()), all.best_[2]} {
    for (std::size_t row = 0; row < best[1].size(); ++row) best[1][row] = all.best_[1][row % all.segments_];
    for (std::size_t side = 0; side < 2; ++side) {
      const NgramSets& sets = all.sets_[side];
      counts[side].resize(64 * sets.words_);
      zeros.resize(std::max(zeros.size(), sets.words_));
      slope[side].resize(sets.rows());
      level[side].resize(sets.rows());
      for (std::size_t row = 0; row < sets.rows(); ++row) narrow(all, side, row);
    }
    worth.resize(std::max(all.sets_[0].rows(), all.sets_[1].rows()));
  }

  // More similar than `limit` is a line of U n-grams only if the counter exceeds slope U + level: the part
  // limit / (1 + limit) of the n-grams of both. It is rounded so that no such line is missed.
  void narrow(const SimilarLines& all, std::size_t side, std::size_t row) {
    const double limit = side == 0 && all.paired_ ? best[2][row].similarity : best[side][row].similarity;
    const double part = limit / (1 + limit) * (1 - 1e-5);
    slope[side][row] = static_cast<float>(part);
    level[side][row] = static_cast<float>(part * all.sets_[side].sizes_[row] - 1e-3);
  }

  // Counts for each row how many of its n-grams the line has.
  void count(const NgramSets& sets, std::size_t side) {
    std::vector<std::uint32_t>& numbers = counts[side];
    std::fill(numbers.begin(), numbers.end(), 0);
    bitmaps.clear();
    for (const std::uint32_t number : lines[side].known()) {
      if (number < sets.common_) {
        bitmaps.push_back(sets.bitmaps_.data() + number * sets.words_);
        continue;
      }
      const NgramSets::Ngram& ngram = sets.ngrams_[number];
      for (const std::uint32_t row : std::span(sets.lists_).subspan(ngram.begin, ngram.size)) ++numbers[row];
    }
    while (bitmaps.size() % 8 != 0) bitmaps.push_back(zeros.data());
    for (std::size_t begin = 0; begin < bitmaps.size(); begin += ngrams::most_bitmaps) {
      const std::size_t end = std::min(begin + ngrams::most_bitmaps, bitmaps.size());
      ngrams::kernels().count_bits(bitmaps.data() + begin, end - begin, sets.words_, numbers.data());
    }
  }

  LineNgrams lines[2];
  std::vector<SimilarLine> best[3];  // [1]: of each row, a segment's references being rows of their own
  std::vector<std::uint32_t> counts[2];
  std::vector<std::uint64_t> zeros;
  std::vector<const std::uint64_t*> bitmaps;
  std::vector<float> slope[2];
  std::vector<float> level[2];
  std::vector<std::uint32_t> worth;
  struct Candidate {
    std::uint32_t segment;
    double similarity;
  };
  std::vector<Candidate> candidates;
};

SimilarLines::SimilarLines(std::span<const Stream> sources, std::span<const Stream> references)
    : sets_{NgramSets(sources), NgramSets(references)} {
  segments_ = sources.empty() ? (references.empty() ? 0 : references[0].size()) : sources[0].size();
  paired_ = !sources.empty() && !references.empty();
  best_[0].resize(sources.empty() ? 0 : segments_);
  best_[1].resize(references.empty() ? 0 : segments_);
  best_[2].resize(paired_ ? segments_ : 0);
}

void SimilarLines::add(Stream sources, Stream targets, const Execution& execution) {
  const std::size_t count = std::max(sources.size(), targets.size());
  std::vector<Worker> workers;
  const unsigned threads = std::max(1U, execution.threads);
  workers.reserve(threads);
  for (unsigned worker = 0; worker < threads; ++worker) workers.emplace_back(*this);
  parallel_for(count, grain, execution, [&](std::size_t begin, std::size_t end, unsigned worker) {
    for (std::size_t at = begin; at < end; ++at) {
      compare(workers[worker], sources.empty() ? nullptr : &sources[at], targets.empty() ? nullptr : &targets[at],
              lines_ + static_cast<std::int64_t>(at));
    }
  });
  for (const Worker& worker : workers) merge(worker);
  lines_ += static_cast<std::int64_t>(count);
}

void SimilarLines::compare(Worker& worker, const Text* source, const Text* target, std::int64_t line) const {
  const Text* const texts[2] = {source, target};
  worker.candidates.clear();
  for (std::size_t side = 0; side < 2; ++side) {
    if (texts[side] == nullptr || texts[side]->missing() || sets_[side].rows() == 0) continue;
    worker.lines[side].load(*texts[side]);
    compare_side(worker, side, line);
  }
  if (target != nullptr && !target->missing()) compare_pairs(worker, line);
}

void SimilarLines::compare_side(Worker& worker, std::size_t side, std::int64_t line) const {
  const NgramSets& sets = sets_[side];
  worker.count(sets, side);
  const std::size_t distinct = worker.lines[side].distinct();
  const auto size = static_cast<float>(distinct);
  const std::uint32_t* const counts = worker.counts[side].data();
  const float* const slope = worker.slope[side].data();
  const float* const level = worker.level[side].data();
  std::size_t worth = 0;
  for (std::size_t row = 0; row < sets.rows(); ++row) {
    worker.worth[worth] = static_cast<std::uint32_t>(row);
    worth += static_cast<float>(static_cast<std::int32_t>(counts[row])) > slope[row] * size + level[row];
  }
  for (std::size_t place = 0; place < worth; ++place) {
    const std::uint32_t row = worker.worth[place];
    if (sets.missing_[row]) continue;
    const double found = similarity(counts[row], sets.sizes_[row], distinct);
    if (found > worker.best[side][row].similarity) {
      worker.best[side][row] = {found, line};
      if (side == 1 || !paired_) worker.narrow(*this, side, row);
    }
    if (side == 0 && paired_ && found > worker.best[2][row].similarity) {
      worker.candidates.push_back({row, found});
    }
  }
}

void SimilarLines::compare_pairs(Worker& worker, std::int64_t line) const {
  const NgramSets& sets = sets_[1];
  for (const auto& [segment, of_source] : worker.candidates) {
    SimilarLine& best = worker.best[2][segment];
    for (std::size_t row = segment; row < sets.rows(); row += segments_) {
      if (sets.missing_[row]) continue;
      const double of_target = similarity(worker.counts[1][row], sets.sizes_[row], worker.lines[1].distinct());
      const double found = std::min(of_target, of_source);
      if (found > best.similarity) best = {found, line};
    }
    worker.narrow(*this, 0, segment);
  }
}

// The best of all threads; of equally similar lines the first one.
void SimilarLines::merge(const Worker& worker) {
  for (std::size_t kind = 0; kind < 3; ++kind) {
    for (std::size_t row = 0; row < worker.best[kind].size(); ++row) {
      const SimilarLine& one = worker.best[kind][row];
      SimilarLine& best = best_[kind][row % segments_];
      const bool tie = one.similarity == best.similarity && one.line >= 0 && one.line < best.line;
      if (one.similarity > best.similarity || tie) best = one;
    }
  }
}

}  // namespace parbleu
