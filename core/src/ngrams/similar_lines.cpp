#include "parbleu/ngrams/similar_lines.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace parbleu {
namespace {

constexpr std::size_t shortest = 3;
constexpr std::size_t longest = 5;
constexpr unsigned bits = 21;  // of a code point plus 1, so that a missing character is 0
constexpr std::size_t grain = 64;
constexpr std::size_t common_share = 32;  // an n-gram is common if more than one in so many rows has it
constexpr std::size_t least_common = 16;  // and at least so many
constexpr std::size_t planes = 8;
constexpr std::size_t most_counted = 248;  // bitmaps, whose sums fit 8 planes

// The bits of a byte as eight bytes.
constexpr auto spread_bits = [] {
  std::array<std::uint64_t, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (unsigned bit = 0; bit < 8; ++bit) table[byte] |= std::uint64_t{(byte >> bit) & 1} << (8 * bit);
  }
  return table;
}();

struct Sum {
  std::uint64_t low;
  std::uint64_t carry;
};

Sum add_bits(std::uint64_t one, std::uint64_t two, std::uint64_t three) {
  const std::uint64_t half = one ^ two;
  return {half ^ three, (one & two) | (half & three)};
}

// Adds eight bitmaps to vertical counters: bit b of sums[p * words + w] is digit p of the counter of row 64 w + b.
void add_eight(const std::uint64_t* const* bitmaps, std::uint64_t* __restrict sums, std::size_t words) {
  for (std::size_t at = 0; at < words; ++at) {
    const Sum a = add_bits(sums[at], bitmaps[0][at], bitmaps[1][at]);
    const Sum b = add_bits(a.low, bitmaps[2][at], bitmaps[3][at]);
    const Sum c = add_bits(b.low, bitmaps[4][at], bitmaps[5][at]);
    const Sum d = add_bits(c.low, bitmaps[6][at], bitmaps[7][at]);
    sums[at] = d.low;
    const Sum e = add_bits(sums[words + at], a.carry, b.carry);
    const Sum f = add_bits(e.low, c.carry, d.carry);
    sums[words + at] = f.low;
    const Sum g = add_bits(sums[2 * words + at], e.carry, f.carry);
    sums[2 * words + at] = g.low;
    std::uint64_t carry = g.carry;
    for (std::size_t plane = 3; plane < planes; ++plane) {
      std::uint64_t& digit = sums[plane * words + at];
      const std::uint64_t next = digit & carry;
      digit ^= carry;
      carry = next;
    }
  }
}

// Adds vertical counters to counts, which have room for 64 a word, and sets them to 0.
void add_counters(std::uint64_t* sums, std::uint32_t* counts, std::size_t words) {
  for (std::size_t at = 0; at < words; ++at) {
    for (unsigned byte = 0; byte < 8; ++byte) {
      std::uint64_t eight = 0;
      for (std::size_t plane = 0; plane < planes; ++plane) {
        eight += spread_bits[(sums[plane * words + at] >> (8 * byte)) & 0xFF] << plane;
      }
      std::uint32_t* const first = counts + 64 * at + 8 * byte;
      for (unsigned row = 0; row < 8; ++row) first[row] += static_cast<std::uint32_t>((eight >> (8 * row)) & 0xFF);
    }
  }
  std::fill(sums, sums + planes * words, 0);
}

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
      if (2 * (keys_.size() + 1) > numbers_.places()) {
        numbers_.grow_twofold([](const Entry& entry) { return entry.key.hash(); });
      }
      Entry& entry = numbers_.find(key.hash(), [&](const Entry& other) { return other.key == key; });
      if (entry.empty()) {
        entry = {key, static_cast<std::uint32_t>(keys_.size())};
        keys_.push_back(key);
      }
      ngrams_.push_back(entry.number);
    });
  }
  const auto begin = ngrams_.begin() + static_cast<std::ptrdiff_t>(starts_.back());
  std::sort(begin, ngrams_.end());
  ngrams_.erase(std::unique(begin, ngrams_.end()), ngrams_.end());
  sizes_.push_back(static_cast<std::uint32_t>(ngrams_.size() - starts_.back()));
  starts_.push_back(ngrams_.size());
}

// Gives low numbers to n-grams that many rows have: what is looked at often lies close together.
void NgramSets::number_by_frequency() {
  std::vector<std::uint32_t> frequencies(keys_.size(), 0);
  for (const std::uint32_t number : ngrams_) ++frequencies[number];
  std::vector<std::uint32_t> order(keys_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t one, std::uint32_t other) { return frequencies[one] > frequencies[other]; });
  std::vector<std::uint32_t> places(order.size());
  std::vector<Key> keys(order.size());
  numbers_.reset(order.size());
  for (std::uint32_t number = 0; number < order.size(); ++number) {
    const Key key = keys[number] = keys_[order[number]];
    places[order[number]] = number;
    numbers_.find(key.hash(), [](const Entry&) { return false; }) = {key, number};
    common_ += frequencies[order[number]] > std::max(least_common, rows() / common_share);
  }
  keys_ = std::move(keys);
  for (std::uint32_t& number : ngrams_) number = places[number];
}

void NgramSets::index() {
  words_ = (rows() + 63) / 64;
  bitmaps_.assign(common_ * words_, 0);
  list_starts_.assign(keys_.size() + 1, 0);
  for (const std::uint32_t number : ngrams_) list_starts_[number + 1] += number >= common_;
  std::partial_sum(list_starts_.begin(), list_starts_.end(), list_starts_.begin());
  lists_.resize(list_starts_.back());
  std::vector<std::size_t> next(list_starts_.begin(), list_starts_.end() - 1);
  for (std::size_t row = 0; row < rows(); ++row) {
    for (std::size_t at = starts_[row]; at < starts_[row + 1]; ++at) {
      const std::uint32_t number = ngrams_[at];
      if (number < common_) {
        bitmaps_[number * words_ + row / 64] |= std::uint64_t{1} << (row % 64);
      } else {
        lists_[next[number]++] = static_cast<std::uint32_t>(row);
      }
    }
  }
}

// The set of n-grams of one line: which of the test set's n-grams it has, and how many distinct ones in all.
class LineNgrams {
 public:
  explicit LineNgrams(const NgramSets& sets) : sets_(&sets), stamps_(sets.vocabulary(), 0), others_(64) {}

  void load(const Text& text) {
    known_.clear();
    distinct_ = 0;
    if (++stamp_ == 0) {  // after 2^32 lines
      std::fill(stamps_.begin(), stamps_.end(), 0);
      std::fill(others_.begin(), others_.end(), Other{});
      stamp_ = 1;
    }
    reserve(3 * text.size);
    each_ngram(text, [&](const NgramSets::Key& key) {
      const std::uint64_t hash = key.hash();
      const auto& entry =
          sets_->numbers_.find(hash, [&](const NgramSets::Entry& other) { return other.key == key; });
      if (entry.empty()) {
        distinct_ += learn(key, hash);
      } else if (stamps_[entry.number] != stamp_) {
        stamps_[entry.number] = stamp_;
        known_.push_back(entry.number);
        ++distinct_;
      }
    });
  }

  [[nodiscard]] std::span<const std::uint32_t> known() const { return known_; }
  [[nodiscard]] std::size_t distinct() const { return distinct_; }

 private:
  struct Other {
    NgramSets::Key key;
    std::uint32_t stamp = 0;
  };

  void reserve(std::size_t count) {
    std::size_t places = others_.size();
    while (places < 2 * count) places *= 2;
    if (places == others_.size()) return;
    others_.assign(places, Other{});
  }

  // Whether the line has not had this n-gram, which the test set lacks.
  bool learn(const NgramSets::Key& key, std::uint64_t hash) {
    const std::size_t mask = others_.size() - 1;
    std::size_t at = ((hash * 0x9E3779B97F4A7C15ULL) >> 32) & mask;
    while (others_[at].stamp == stamp_) {
      if (others_[at].key == key) return false;
      at = (at + 1) & mask;
    }
    others_[at] = {key, stamp_};
    return true;
  }

  const NgramSets* sets_;
  std::vector<std::uint32_t> stamps_;
  std::vector<Other> others_;
  std::vector<std::uint32_t> known_;
  std::uint32_t stamp_ = 0;
  std::size_t distinct_ = 0;
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
      sums[side].resize(planes * sets.words_);
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
      const std::size_t end = sets.list_starts_[number + 1];
      for (std::size_t at = sets.list_starts_[number]; at < end; ++at) ++numbers[sets.lists_[at]];
    }
    while (bitmaps.size() % 8 != 0) bitmaps.push_back(zeros.data());
    for (std::size_t begin = 0; begin < bitmaps.size(); begin += most_counted) {
      const std::size_t end = std::min(begin + most_counted, bitmaps.size());
      for (std::size_t at = begin; at < end; at += 8) {
        add_eight(bitmaps.data() + at, sums[side].data(), sets.words_);
      }
      add_counters(sums[side].data(), numbers.data(), sets.words_);
    }
  }

  LineNgrams lines[2];
  std::vector<SimilarLine> best[3];  // [1]: of each row, a segment's references being rows of their own
  std::vector<std::uint32_t> counts[2];
  std::vector<std::uint64_t> sums[2];
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
