// Distributes a range of segments over several threads.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace parbleu {

struct Execution {
  unsigned threads = 1;
  // Called on the calling thread now and then, but not more often than every few milliseconds; true stops the job with
  // Interrupted, as soon as all workers have come to the end of a chunk or to check_interruption.
  std::function<bool()> interrupted;
  // If given, work that takes long adds to it what is done, in units that its header states.
  std::atomic<std::uint64_t>* done = nullptr;
};

struct Interrupted {};

// To be called now and then in loops that can be long, such as over the characters of a segment. Throws Interrupted if
// the job of this thread is to stop: it is interrupted, or has failed elsewhere. Does nothing outside of a job.
void check_interruption();

// The same before work on `size` characters, if they are many: looking at the clock takes as long as splitting a short
// line, and a chunk of short lines looks at its end.
inline void check_interruption(std::size_t size) {
  constexpr std::size_t many = std::size_t{1} << 14;
  if (size >= many) check_interruption();
}

// Makes what the calling thread does, until the end of its life, a job that stops when `interrupted` says so.
class InterruptibleScope {
 public:
  // `interrupted` may be empty and is asked as Execution's is; `stopped` may be null. Both must outlive this object.
  explicit InterruptibleScope(const std::function<bool()>& interrupted,
                              const std::atomic<bool>* stopped = nullptr);
  ~InterruptibleScope();
  InterruptibleScope(const InterruptibleScope&) = delete;
  InterruptibleScope& operator=(const InterruptibleScope&) = delete;

 private:
  friend void check_interruption();
  void check();

  const std::function<bool()>& interrupted_;
  const std::atomic<bool>* stopped_;
  std::chrono::steady_clock::time_point last_;
  InterruptibleScope* outer_;
};

// Threads worth starting for a job of `bytes` bytes of text: starting one costs some ten microseconds.
unsigned useful_threads(unsigned wanted, std::size_t bytes);

// Runs body(begin, end, worker) over [0, count) in chunks of at most `grain`; `worker` < threads is constant in a
// call, so per-worker scratch needs no lock. Fewer threads run if the system has no more. Chunks are handed out as workers come for them. The first exception
// of any worker is thrown again here, after all have stopped.
void parallel_for(std::size_t count, std::size_t grain, const Execution& execution,
                  const std::function<void(std::size_t, std::size_t, unsigned)>& body);

}  // namespace parbleu
