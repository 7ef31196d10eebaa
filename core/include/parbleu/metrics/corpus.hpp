// Computes what is common to all metrics: from a comparison of one segment to tables, totals, segment scores and
// matrices over a corpus, on any number of threads, with the same result for all of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "parbleu/base/arena.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/base/parallel.hpp"
#include "parbleu/base/text.hpp"
#include "parbleu/metrics/metric.hpp"

namespace parbleu {

// Thrown for a segment that has no reference at all.
struct NoReference {
  std::size_t segment;
};

// Reference streams (or any streams) prepared once, to be compared with many hypotheses.
template <Metric M>
class Prepared {
 public:
  Prepared(const M& metric, std::span<const Stream> streams, bool as_reference, const Execution& execution);
  Prepared(Prepared&&) noexcept = default;
  Prepared(const Prepared&) = delete;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t streams() const { return streams_; }
  // The sides of one segment that are not missing.
  [[nodiscard]] std::span<const typename M::Side> operator[](std::size_t segment) const {
    return {sides_.data() + segment * streams_, present_[segment]};
  }

 private:
  std::size_t size_;
  std::size_t streams_;
  std::vector<typename M::Side> sides_;  // size x streams, present ones first
  std::vector<std::size_t> present_;
  std::vector<Arena> arenas_;
};

// Thrown for a segment that is too long for its metric; `problem` says why.
struct SegmentTooLong {
  std::size_t segment;
  std::string problem;
};

namespace detail {

// Calls work, and says which segment is too long.
template <class Work>
decltype(auto) with_segment(std::size_t segment, Work&& work) {
  try {
    return work();
  } catch (const std::length_error& error) {
    throw SegmentTooLong{segment, error.what()};
  }
}

inline constexpr std::size_t grain = 64;
inline constexpr std::size_t grain_bytes = std::size_t{1} << 15;

// Segments a chunk: fewer if they are long, so that threads share them evenly and Ctrl-C need not wait.
inline std::size_t chunk_size(std::size_t segments, std::size_t bytes) {
  return std::clamp<std::size_t>(segments * grain_bytes / std::max<std::size_t>(1, bytes), 1, grain);
}

// Threads that are worth starting for so many bytes of text.
template <Metric M>
unsigned threads_for(const M& metric, unsigned wanted, std::size_t bytes) {
  if constexpr (requires { metric.work(); }) bytes *= metric.work();
  return useful_threads(wanted, bytes);
}

template <Metric M>
struct Worker {
  Arena arena;
  Arena own;  // what one hypothesis needs
  typename M::Scratch scratch;
  std::vector<typename M::Side> sides;
  std::vector<typename M::Number> row;
};

inline std::size_t stream_bytes(Stream stream) {
  std::size_t sum = 0;
  for (const Text& text : stream) sum += text.bytes();
  return sum;
}

// Strings lie scattered, so the processor cannot guess what is next. A byte of every line of a segment's text is read
// before any of it is counted, so that the lines come at the same time; those of the next segment are only asked for,
// which alone was found not to help. Of a long text, the beginning.
inline void fetch(Stream stream, std::size_t segment) {
  constexpr std::size_t most = 16 * cache_line;
  const auto* const bytes = static_cast<const volatile char*>(stream[segment].data);
  const std::size_t size = std::min(stream[segment].bytes(), most);
  for (std::size_t at = 0; at < size; at += cache_line) static_cast<void>(bytes[at]);
  if (size > 0) static_cast<void>(bytes[size - 1]);
  if (segment + 1 == stream.size()) return;
  const auto* const next = static_cast<const char*>(stream[segment + 1].data);
  const std::size_t more = std::min(stream[segment + 1].bytes(), most);
  for (std::size_t at = 0; at < more; at += cache_line) prefetch(next + at);
}

// References as they come: prepared segment by segment, used once, forgotten.
template <Metric M>
struct StreamedReferences {
  std::span<const Stream> streams;

  void load(const M& metric, std::size_t segment, Worker<M>& worker) const {
    worker.sides.clear();
    for (const Stream& stream : streams) {
      fetch(stream, segment);
      if (stream[segment].missing()) continue;
      worker.sides.push_back(metric.prepare_reference(stream[segment], worker.arena, worker.scratch));
    }
    if (worker.sides.empty()) throw NoReference{segment};
    metric.load(worker.sides, worker.scratch);
  }
};

template <Metric M>
struct StoredReferences {
  const Prepared<M>& prepared;

  void load(const M& metric, std::size_t segment, Worker<M>& worker) const {
    if (prepared[segment].empty()) throw NoReference{segment};
    metric.load(prepared[segment], worker.scratch);
  }
};

inline bool same_text(const Text& one, const Text& other) {
  if (one.size != other.size || one.width != other.width) return false;
  return one.size == 0 || std::memcmp(one.data, other.data, one.bytes()) == 0;
}

// Calls done(system, segment, row, worker) for every segment of every system. Systems often agree: a text that another
// system has, too, is counted once.
template <Metric M, class References, class Done>
void for_each_row(const M& metric, std::span<const Stream> systems, const References& references,
                  const Execution& execution, Done&& done) {
  const std::size_t segments = systems.front().size();
  const std::size_t width = metric.width();
  Execution use = execution;
  std::size_t bytes = 0;
  for (const Stream& system : systems) bytes += stream_bytes(system);
  use.threads = threads_for(metric, execution.threads, bytes);
  std::vector<Worker<M>> workers(use.threads);
  const std::size_t chunk = chunk_size(segments, bytes);
  parallel_for(segments, chunk, use, [&](std::size_t begin, std::size_t end, unsigned index) {
    Worker<M>& worker = workers[index];
    worker.row.resize(width * systems.size());
    for (std::size_t segment = begin; segment < end; ++segment) {
      worker.arena.clear();
      for (const Stream& system : systems) fetch(system, segment);
      with_segment(segment, [&] { references.load(metric, segment, worker); });
      for (std::size_t k = 0; k < systems.size(); ++k) {
        const Text& text = systems[k][segment];
        std::size_t first = 0;
        while (first < k && !same_text(systems[first][segment], text)) ++first;
        auto* const row = worker.row.data() + first * width;
        if (first == k) {
          worker.own.clear();
          with_segment(segment, [&] {
            const auto side = metric.prepare_hypothesis(text, worker.own, worker.scratch);
            metric.compare(side, row, worker.scratch);
          });
        }
        done(k, segment, row, index);
      }
    }
  });
}

}  // namespace detail

template <Metric M>
detail::StreamedReferences<M> references_from(std::span<const Stream> streams) {
  return {streams};
}

template <Metric M>
detail::StoredReferences<M> references_from(const Prepared<M>& prepared) {
  return {prepared};
}

template <Metric M>
Prepared<M>::Prepared(const M& metric, std::span<const Stream> streams, bool as_reference,
                      const Execution& execution)
    : size_(streams.empty() ? 0 : streams.front().size()),
      streams_(streams.size()),
      sides_(size_ * streams_),
      present_(size_, 0) {
  std::size_t bytes = 0;
  for (const Stream& stream : streams) bytes += detail::stream_bytes(stream);
  Execution use = execution;
  use.threads = detail::threads_for(metric, execution.threads, bytes);
  arenas_.resize(use.threads);
  std::vector<typename M::Scratch> scratch(use.threads);
  const std::size_t chunk = detail::chunk_size(size_ * streams_, bytes);
  parallel_for(size_, chunk, use, [&](std::size_t begin, std::size_t end, unsigned index) {
    for (std::size_t segment = begin; segment < end; ++segment) {
      for (const Stream& stream : streams) {
        const Text& text = stream[segment];
        if (text.missing()) continue;
        detail::fetch(stream, segment);
        sides_[segment * streams_ + present_[segment]++] = detail::with_segment(segment, [&] {
          return as_reference ? metric.prepare_reference(text, arenas_[index], scratch[index])
                              : metric.prepare_hypothesis(text, arenas_[index], scratch[index]);
        });
      }
    }
  });
}

// The tables of segment statistics of several systems, each hypotheses.size() rows of metric.width() numbers, row-major.
// What the references need is made once for all of them.
template <Metric M, class References>
void statistics(const M& metric, std::span<const Stream> systems, const References& references,
                std::span<typename M::Number* const> tables, const Execution& execution) {
  if (systems.empty()) return;
  const std::size_t width = metric.width();
  detail::for_each_row<M>(metric, systems, references, execution,
                          [&](std::size_t system, std::size_t segment, const typename M::Number* row, unsigned) {
                            std::copy_n(row, width, tables[system] + segment * width);
                          });
}

// The same for one system.
template <Metric M, class References>
void statistics(const M& metric, Stream hypotheses, const References& references, typename M::Number* table,
                const Execution& execution) {
  statistics(metric, std::span(&hypotheses, 1), references, std::span(&table, 1), execution);
}

// Adds every segment's statistics to `sum`, segment by segment in corpus order: floating-point sums depend on it.
template <Metric M, class References>
void total(const M& metric, Stream hypotheses, const References& references, typename M::Number* sum,
           const Execution& execution) {
  const std::size_t width = metric.width();
  if constexpr (std::is_integral_v<typename M::Number>) {
    std::vector<std::vector<typename M::Number>> sums(std::max(1U, execution.threads),
                                                      std::vector<typename M::Number>(width + 8));
    detail::for_each_row<M>(metric, {&hypotheses, 1}, references, execution,
                            [&](std::size_t, std::size_t, const typename M::Number* row, unsigned index) {
                              for (std::size_t k = 0; k < width; ++k) sums[index][k] += row[k];
                            });
    for (const auto& part : sums) {
      for (std::size_t k = 0; k < width; ++k) sum[k] += part[k];
    }
  } else {
    std::vector<typename M::Number> table(hypotheses.size() * width);
    statistics(metric, hypotheses, references, table.data(), execution);
    for (std::size_t at = 0; at < table.size(); ++at) sum[at % width] += table[at];
  }
}

// One score per segment.
template <Metric M, class References>
void segment_scores(const M& metric, Stream hypotheses, const References& references, double* scores,
                    const Execution& execution) {
  detail::for_each_row<M>(metric, {&hypotheses, 1}, references, execution,
                          [&](std::size_t, std::size_t segment, const typename M::Number* row, unsigned) {
                            scores[segment] = metric.score(row);
                          });
}

}  // namespace parbleu
