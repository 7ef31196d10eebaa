// Distributes a range of segments over several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace parbleu {

struct Execution {
  unsigned threads = 1;
  // Called on the calling thread between chunks of a long job, but not more often than every few milliseconds; true
  // stops the job with Interrupted, as soon as all workers have done their chunks.
  std::function<bool()> interrupted;
};

struct Interrupted {};

// Threads worth starting for a job of `bytes` bytes of text: starting one costs some ten microseconds.
unsigned useful_threads(unsigned wanted, std::size_t bytes);

// Runs body(begin, end, worker) over [0, count) in chunks of at most `grain`; `worker` < threads is constant in a
// call, so per-worker scratch needs no lock. Fewer threads run if the system has no more. Chunks are handed out as workers come for them. The first exception
// of any worker is thrown again here, after all have stopped.
void parallel_for(std::size_t count, std::size_t grain, const Execution& execution,
                  const std::function<void(std::size_t, std::size_t, unsigned)>& body);

}  // namespace parbleu
