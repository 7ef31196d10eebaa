#include "parbleu/metrics/id_bleu.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "metrics/closest_size.hpp"
#include "ngrams/kernels.hpp"
#include "parbleu/metrics/corpus.hpp"

namespace parbleu {
namespace {

constexpr std::size_t pad_to = 8;
constexpr std::size_t first_block = 128;
constexpr std::size_t most_doublings = 10;  // to a megabyte
constexpr std::size_t bytes_of_an_id = 5;   // of text that costs as much

// Rows are those of `full_statistics`. In double precision: no tool resamples these. Where sacRebleu has NaN, as for a
// sample without any token, this has 0 like the other variants, since NaN could not be compared.
class IdBleuScorer final : public Scorer {
 public:
  explicit IdBleuScorer(const IdBleu& metric) : metric_(metric) {}
  [[nodiscard]] std::size_t width() const override { return metric_.full_width(); }
  [[nodiscard]] double corpus(const double* sum) const override {
    const double found = score(BleuSums(sum, metric_.rules().orders), metric_.rules()).score;
    return std::isnan(found) ? 0 : found;
  }

 private:
  const IdBleu& metric_;
};

}  // namespace

void IdLists::end() {
  const auto size = static_cast<std::size_t>(next_ - begin_);
  for (std::size_t at = size; at % pad_to != 0; ++at) push(padding);
  lists_.push_back({begin_, size});
  ids_ += size;
  begin_ = next_;
}

// A new block, with what the sequence has so far.
void IdLists::grow() {
  const auto begun = static_cast<std::size_t>(next_ - begin_);
  const std::size_t wanted = first_block << std::min(blocks_.size(), most_doublings);
  const std::size_t size = std::max(wanted, (2 * begun + pad_to) / pad_to * pad_to);
  auto& block = blocks_.emplace_back(std::make_unique_for_overwrite<std::uint64_t[]>(size));
  std::copy_n(begin_, begun, block.get());
  begin_ = block.get();
  next_ = begin_ + begun;
  end_ = begin_ + size;
}

void IdLists::miss() {
  lists_.push_back({begin_, absent});
  ++missing_;
}

IdReferences::IdReferences(std::span<const IdLists* const> streams, std::size_t segments) {
  all_.reserve(segments * streams.size());
  starts_.reserve(segments + 1);
  starts_.push_back(0);
  for (std::size_t segment = 0; segment < segments; ++segment) {
    for (const IdLists* stream : streams) {
      if (!stream->is_missing(segment)) all_.push_back((*stream)[segment]);
    }
    starts_.push_back(all_.size());
  }
}

IdReferences::IdReferences(const IdLists& grouped) {
  all_.reserve(grouped.size());
  starts_.reserve(grouped.groups() + 1);
  starts_.push_back(0);
  for (std::size_t group = 0; group < grouped.groups(); ++group) {
    for (std::size_t at = grouped.group_begin(group); at < grouped.group_end(group); ++at) {
      if (!grouped.is_missing(at)) all_.push_back(grouped[at]);
    }
    starts_.push_back(all_.size());
  }
}

void IdCounter::count(Ids hypothesis, std::span<const Ids> references, std::span<std::int64_t> shared,
                      const ngrams::Kernels& kernels) {
  std::size_t longest = 0;
  for (const Ids& reference : references) longest = std::max(longest, reference.size());
  if (longest == 0 || hypothesis.empty() || shared.empty()) {
    std::ranges::fill(shared, 0);
    return;
  }
  if (!rows_.begin(hypothesis.size(), longest, references.size(), shared.size(), kernels)) {
    return count_hashed(hypothesis, references, shared);
  }
  for (std::size_t k = 0; k < references.size(); ++k) {
    kernels.match_keys(hypothesis.data(), hypothesis.size(), references[k].data(), references[k].size(),
                       rows_.stride(), rows_.rows(k));
  }
  rows_.count(shared, kernels);
}

void IdCounter::count_hashed(Ids hypothesis, std::span<const Ids> references, std::span<std::int64_t> shared) {
  std::size_t tokens = 0;
  for (const Ids& reference : references) tokens += reference.size();
  table_.reset(tokens);
  counter_.begin(references.size());
  for (std::size_t k = 0; k < references.size(); ++k) {
    counter_.reference(k).resize(references[k].size());
    std::ranges::transform(references[k], counter_.reference(k).begin(),
                           [&](std::uint64_t id) { return table_.find_or_add(id); });
  }
  counter_.hypothesis().resize(hypothesis.size());
  std::ranges::transform(hypothesis, counter_.hypothesis().begin(),
                         [&](std::uint64_t id) { return table_.find(id); });
  counter_.count(shared);
}

IdBleu::IdBleu(const BleuRules& rules, Simd simd) : rules_(rules), kernels_(&ngrams::kernels(simd)) {
  if (!rules.weights.empty() && rules.weights.size() != rules.orders) {
    throw std::invalid_argument("there must be one weight for each order, or none");
  }
}

void IdBleu::compare(Ids hypothesis, std::span<const Ids> references, std::int64_t* row,
                     IdCounter& counter) const {
  const std::size_t orders = rules_.orders;
  const std::size_t length = hypothesis.size();
  row[0] = static_cast<std::int64_t>(length);
  row[1] = static_cast<std::int64_t>(closest_size(references, length, rules_.variant == BleuVariant::sacrebleu_r));
  counter.count(hypothesis, references, {row + 2, orders}, *kernels_);
  for (std::size_t n = 0; n < orders; ++n) {
    row[2 + orders + n] = static_cast<std::int64_t>(length > n ? length - n : 0);
  }
}

// Calls done(segment, row, worker) for every segment.
template <class Done>
void IdBleu::for_each_row(const IdLists& hypotheses, const IdReferences& references, const Execution& execution,
                          Done&& done) const {
  Execution use = execution;
  const std::size_t bytes = hypotheses.ids() * bytes_of_an_id;
  use.threads = useful_threads(execution.threads, bytes);
  std::vector<IdCounter> counters(use.threads);
  std::vector<std::vector<std::int64_t>> rows(use.threads, std::vector<std::int64_t>(width() + pad_to));
  const std::size_t chunk = detail::chunk_size(hypotheses.size(), bytes);
  parallel_for(hypotheses.size(), chunk, use, [&](std::size_t begin, std::size_t end, unsigned worker) {
    for (std::size_t segment = begin; segment < end; ++segment) {
      if (references[segment].empty()) throw NoReference{segment};
      compare(hypotheses[segment], references[segment], rows[worker].data(), counters[worker]);
      done(segment, rows[worker].data(), worker);
    }
  });
}

void IdBleu::statistics(const IdLists& hypotheses, const IdReferences& references, std::int64_t* table,
                        const Execution& execution) const {
  for_each_row(hypotheses, references, execution, [&](std::size_t segment, const std::int64_t* row, unsigned) {
    std::copy_n(row, width(), table + segment * width());
  });
}

void IdBleu::full_statistics(const IdLists& hypotheses, const IdReferences& references, std::int64_t* table,
                             const Execution& execution) const {
  for_each_row(hypotheses, references, execution, [&](std::size_t segment, const std::int64_t* row, unsigned) {
    BleuSums sums(rules_.orders);
    sums.add(row);
    sums.write(table + segment * full_width());
  });
}

BleuSums IdBleu::total(const IdLists& hypotheses, const IdReferences& references,
                       const Execution& execution) const {
  std::vector<BleuSums> sums(std::max(1U, execution.threads), BleuSums(rules_.orders));
  for_each_row(hypotheses, references, execution,
               [&](std::size_t, const std::int64_t* row, unsigned worker) { sums[worker].add(row); });
  for (std::size_t worker = 1; worker < sums.size(); ++worker) sums[0].add(sums[worker]);
  return sums[0];
}

void IdBleu::segment_scores(const IdLists& hypotheses, const IdReferences& references, double* scores,
                            const Execution& execution) const {
  for_each_row(hypotheses, references, execution, [&](std::size_t segment, const std::int64_t* row, unsigned) {
    BleuSums sums(rules_.orders);
    sums.add(row);
    scores[segment] = score(sums, rules_).score;
  });
}

std::unique_ptr<Scorer> IdBleu::scorer() const { return std::make_unique<IdBleuScorer>(*this); }

}  // namespace parbleu
