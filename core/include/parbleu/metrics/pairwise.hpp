// Scores texts in pairs: every hypothesis of a list against every reference of it, or against all of them together, for
// one list or many.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <vector>

#include "parbleu/metrics/corpus.hpp"
#include "parbleu/ngrams/ngram_list.hpp"

namespace parbleu {

// A metric that only counts n-grams that two texts share: NgramList counts them for all texts of a list together. Of any
// other metric, each pair is compared.
//
// `add_ngrams` adds a text with its n-grams of `ngram_orders()` orders, of which it has at most `ngrams(side)`; more than
// NgramList::most say that it cannot. `score_shared` is the score of two texts from their numbers of n-grams and those that
// they share, by order, which are means if one side is several texts; `room` holds three numbers for each order.
template <class M>
concept SharesNgrams =
    Metric<M> && requires(const M& metric, const typename M::Side& side, NgramList& list, ListUnits& units,
                          std::span<const double> numbers, std::span<double> room) {
      { metric.simd() } -> std::same_as<Simd>;
      { metric.ngram_orders() } -> std::same_as<std::size_t>;
      { metric.ngrams(side) } -> std::same_as<std::size_t>;
      { metric.add_ngrams(side, list, units) } -> std::same_as<void>;
      { metric.score_shared(numbers, numbers, numbers, room) } -> std::same_as<double>;
    };

// Where lists begin: list l has the hypotheses [hypotheses[l], hypotheses[l + 1]), and references likewise.
struct ListBounds {
  std::span<const std::size_t> hypotheses;
  std::span<const std::size_t> references;

  [[nodiscard]] std::size_t size() const { return hypotheses.size() - 1; }
  [[nodiscard]] std::size_t rows(std::size_t list) const { return hypotheses[list + 1] - hypotheses[list]; }
  [[nodiscard]] std::size_t columns(std::size_t list) const { return references[list + 1] - references[list]; }
  // Where each list's matrix begins, if they stand one after the other, and the end of the last.
  [[nodiscard]] std::vector<std::size_t> matrices() const {
    std::vector<std::size_t> starts(size() + 1, 0);
    for (std::size_t list = 0; list < size(); ++list) starts[list + 1] = starts[list] + rows(list) * columns(list);
    return starts;
  }
};

namespace detail {

// Numbering the n-grams of a text takes as long as comparing it with so many others.
inline constexpr std::size_t texts_worth = 14;

// Hypotheses and references of lists, prepared; `same` if they are the same texts.
template <Metric M>
struct PairedTexts {
  const M& metric;
  ListBounds bounds;
  bool same;
  Prepared<M> hypotheses;
  Prepared<M> references;

  PairedTexts(const M& with, Stream left, Stream right, const ListBounds& lists, const Execution& execution)
      : metric(with),
        bounds(lists),
        same(left.data() == right.data() && std::ranges::equal(lists.hypotheses, lists.references)),
        hypotheses(with, std::span(&left, 1), false, execution),
        references(with, std::span(&right, 1), true, execution) {}

  [[nodiscard]] const typename M::Side& hypothesis(std::size_t list, std::size_t row) const {
    return hypotheses[bounds.hypotheses[list] + row].front();
  }
  [[nodiscard]] const typename M::Side& reference(std::size_t list, std::size_t column) const {
    return references[bounds.references[list] + column].front();
  }
};

// Makes `made` the list's n-grams; returns false if it has too many, or if pairs are compared sooner and `always` is false.
template <SharesNgrams M>
bool number_ngrams(const PairedTexts<M>& texts, std::size_t list, bool always, NgramList& made) {
  const std::size_t rows = texts.bounds.rows(list);
  const std::size_t columns = texts.bounds.columns(list);
  const std::size_t total = texts.same ? rows : rows + columns;
  if (!always && rows * columns < texts_worth * total) return false;
  std::size_t ngrams = 0;
  const auto each = [&](auto&& use) {
    for (std::size_t row = 0; row < rows; ++row) use(texts.hypothesis(list, row));
    for (std::size_t column = 0; column < columns && !texts.same; ++column) use(texts.reference(list, column));
  };
  each([&](const typename M::Side& side) { ngrams += texts.metric.ngrams(side); });
  if (ngrams > NgramList::most) return false;
  made.reset(texts.metric.ngram_orders());
  ListUnits units;
  units.words.reset(64);
  each([&](const typename M::Side& side) {
    check_interruption();
    texts.metric.add_ngrams(side, made, units);
  });
  made.close(texts.same ? 0 : rows);
  return true;
}

// Writes the scores of one hypothesis against the references of its list.
template <SharesNgrams M>
class RowScores {
 public:
  void write(const M& metric, const NgramList& list, std::size_t row, std::size_t first_column, double* scores) {
    const std::size_t orders = metric.ngram_orders();
    const std::size_t columns = list.columns();
    const auto counts = list.count(row, scratch_, metric.simd());
    if constexpr (requires { metric.scores_columns(); }) {
      if (metric.scores_columns()) return metric.score_columns(list.totals(row), list, counts, scores);
    }
    shared_.resize(orders);
    room_.resize(3 * orders);
    for (std::size_t column = 0; column < columns; ++column) {
      for (std::size_t order = 0; order < orders; ++order) shared_[order] = counts[order * columns + column];
      scores[column] = metric.score_shared(list.totals(row), list.totals(first_column + column), shared_, room_);
    }
  }

 private:
  NgramList::Scratch scratch_;
  std::vector<double> shared_;
  std::vector<double> room_;
};

template <Metric M>
struct PairWorker : Worker<M> {};
template <SharesNgrams M>
struct PairWorker<M> : Worker<M> {
  NgramList list;
  RowScores<M> rows;
};

// Writes the scores of a list's hypotheses against one of its references.
template <Metric M>
void write_column(const PairedTexts<M>& texts, std::size_t list, std::size_t column, double* matrix,
                  Worker<M>& worker) {
  const M& metric = texts.metric;
  worker.row.resize(metric.width());
  metric.load(std::span(&texts.reference(list, column), 1), worker.scratch);
  for (std::size_t row = 0; row < texts.bounds.rows(list); ++row) {
    metric.compare(texts.hypothesis(list, row), worker.row.data(), worker.scratch);
    matrix[row * texts.bounds.columns(list) + column] = metric.score(worker.row.data());
  }
}

// Scores one list: `shared` is none of its n-grams or all. `each_line(lines, write)` calls write(line, worker) for every
// line, which is a row of the matrix or a column, as it is counted.
template <Metric M, class EachLine>
void write_matrix(const PairedTexts<M>& texts, std::size_t list, const NgramList* shared, double* matrix,
                  EachLine&& each_line) {
  if constexpr (SharesNgrams<M>) {
    if (shared != nullptr) {
      const std::size_t first = texts.same ? 0 : texts.bounds.rows(list);
      each_line(texts.bounds.rows(list), [&](std::size_t row, PairWorker<M>& worker) {
        worker.rows.write(texts.metric, *shared, row, first, matrix + row * texts.bounds.columns(list));
      });
      return;
    }
  }
  each_line(texts.bounds.columns(list),
            [&](std::size_t column, PairWorker<M>& worker) { write_column(texts, list, column, matrix, worker); });
}

template <Metric M>
const NgramList* list_ngrams(const PairedTexts<M>& texts, std::size_t list, PairWorker<M>& worker) {
  if constexpr (SharesNgrams<M>) {
    if (number_ngrams(texts, list, false, worker.list)) return &worker.list;
  }
  return nullptr;
}

}  // namespace detail

// Every hypothesis of each list against every single reference of it: the matrices of the lists, one after the other, each
// with a row for a hypothesis and a column for a reference.
template <Metric M>
void pairwise_scores(const M& metric, Stream hypotheses, Stream references, const ListBounds& bounds,
                     double* scores, const Execution& execution) {
  const detail::PairedTexts<M> texts(metric, hypotheses, references, bounds, execution);
  const std::vector<std::size_t> starts = bounds.matrices();
  std::vector<detail::PairWorker<M>> workers(std::max(1U, execution.threads));
  // Threads share the lists, or the lines of each list if there are few.
  if (bounds.size() >= std::size_t{4} * workers.size()) {
    parallel_for(bounds.size(), 1, execution, [&](std::size_t begin, std::size_t end, unsigned index) {
      detail::PairWorker<M>& worker = workers[index];
      for (std::size_t list = begin; list < end; ++list) {
        const NgramList* const shared = detail::list_ngrams(texts, list, worker);
        detail::write_matrix(texts, list, shared, scores + starts[list], [&](std::size_t lines, auto&& write) {
          for (std::size_t line = 0; line < lines; ++line) write(line, worker);
        });
      }
    });
    return;
  }
  const InterruptibleScope scope(execution.interrupted);
  for (std::size_t list = 0; list < bounds.size(); ++list) {
    const NgramList* const shared = detail::list_ngrams(texts, list, workers.front());
    detail::write_matrix(texts, list, shared, scores + starts[list], [&](std::size_t lines, auto&& write) {
      parallel_for(lines, 8, execution, [&](std::size_t begin, std::size_t end, unsigned index) {
        for (std::size_t line = begin; line < end; ++line) write(line, workers[index]);
      });
    });
  }
}

// The same for one list: matrix[i * references.size() + j].
template <Metric M>
void pairwise_scores(const M& metric, Stream hypotheses, Stream references, double* matrix,
                     const Execution& execution) {
  const std::size_t left[] = {0, hypotheses.size()};
  const std::size_t right[] = {0, references.size()};
  pairwise_scores(metric, hypotheses, references, {left, right}, matrix, execution);
}

// The mean of every row of the lists' matrices, the scores that pairwise_scores writes; with `weights`, one for each
// reference that add up to 1 in every list, the weighted mean. Sums run from the first reference to the last.
inline void expected_scores(const double* scores, const ListBounds& bounds, std::span<const double> weights,
                            double* expected) {
  for (std::size_t list = 0; list < bounds.size(); ++list) {
    const std::size_t columns = bounds.columns(list);
    const double* const own = weights.empty() ? nullptr : weights.data() + bounds.references[list];
    for (std::size_t row = 0; row < bounds.rows(list); ++row, scores += columns) {
      double sum = 0;
      for (std::size_t column = 0; column < columns; ++column) {
        sum += own == nullptr ? scores[column] : own[column] * scores[column];
      }
      *expected++ = own == nullptr ? sum / static_cast<double>(columns) : sum;
    }
  }
}

// Every hypothesis of each list against all references of it together: n-grams are matched with their mean counts in the
// references, and lengths are means, too (DeNero et al. 2009; Vamvas and Sennrich 2024). `weights`, one for each reference,
// add up to 1 in every list; none means the same for all.
template <SharesNgrams M>
void aggregate_scores(const M& metric, Stream hypotheses, Stream references, const ListBounds& bounds,
                      std::span<const double> weights, double* scores, const Execution& execution) {
  const detail::PairedTexts<M> texts(metric, hypotheses, references, bounds, execution);
  const std::size_t orders = metric.ngram_orders();
  std::vector<NgramList> lists(std::max(1U, execution.threads));
  parallel_for(bounds.size(), 1, execution, [&](std::size_t begin, std::size_t end, unsigned index) {
    NgramList& ngrams = lists[index];
    std::vector<double> totals(orders);
    std::vector<double> shared(orders);
    std::vector<double> room(3 * orders);
    NgramList::Counts counts;
    for (std::size_t list = begin; list < end; ++list) {
      detail::with_segment(bounds.hypotheses[list], [&] {
        if (!detail::number_ngrams(texts, list, true, ngrams))
          throw std::length_error("the texts of its list have more n-grams than can be aggregated");
        const auto own =
            weights.empty() ? weights : weights.subspan(bounds.references[list], bounds.columns(list));
        const std::vector<double> means = ngrams.mean_counts(own, totals);
        for (std::size_t row = 0; row < bounds.rows(list); ++row) {
          ngrams.count_means(row, means, shared, counts);
          scores[bounds.hypotheses[list] + row] = metric.score_shared(ngrams.totals(row), totals, shared, room);
        }
      });
    }
  });
}

}  // namespace parbleu
