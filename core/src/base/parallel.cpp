#include "parbleu/base/parallel.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace parbleu {
namespace {

constexpr std::size_t bytes_worth_a_thread = std::size_t{1} << 17;  // half a millisecond of BLEU
constexpr auto poll_interval = std::chrono::milliseconds(20);

// State that the workers of one call share.
struct Job {
  std::size_t count;
  std::size_t grain;
  const std::function<void(std::size_t, std::size_t, unsigned)>& body;
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stopped{false};
  std::mutex mutex;
  std::condition_variable finished;
  std::ptrdiff_t running = 0;  // threads other than the calling one; below 0 if one ends before it is counted
  std::exception_ptr error;

  void fail(std::exception_ptr what) {
    next.store(count);  // the others find nothing more to do
    const std::lock_guard lock(mutex);
    if (!error) error = std::move(what);
    stopped.store(true);  // and leave what they do
  }

  void run(unsigned worker) {
    try {
      for (;;) {
        const std::size_t begin = next.fetch_add(grain);
        if (begin >= count) return;
        body(begin, std::min(begin + grain, count), worker);
        check_interruption();
      }
    } catch (...) {
      fail(std::current_exception());
    }
  }

  void run_beside(unsigned worker) {
    {
      const std::function<bool()> nothing;
      const InterruptibleScope scope(nothing, &stopped);
      run(worker);
    }
    const std::lock_guard lock(mutex);
    --running;
    finished.notify_one();
  }

  // Waits for the others.
  void wait() {
    std::unique_lock lock(mutex);
    while (!finished.wait_for(lock, poll_interval, [this] { return running == 0; })) {
      if (stopped.load()) continue;
      lock.unlock();
      try {
        check_interruption();
      } catch (...) {
        fail(std::current_exception());
      }
      lock.lock();
    }
  }
};

// The job that each thread works for.
thread_local InterruptibleScope* current = nullptr;

}  // namespace

InterruptibleScope::InterruptibleScope(const std::function<bool()>& interrupted, const std::atomic<bool>* stopped)
    : interrupted_(interrupted), stopped_(stopped), last_(std::chrono::steady_clock::now()), outer_(current) {
  current = this;
}

InterruptibleScope::~InterruptibleScope() { current = outer_; }

void InterruptibleScope::check() {
  if (stopped_ != nullptr && stopped_->load(std::memory_order_relaxed)) throw Interrupted{};
  const auto now = std::chrono::steady_clock::now();
  if (interrupted_ && now - last_ >= poll_interval) {
    // A signal's handler may do work of its own, which this job's end must not stop.
    InterruptibleScope* const inner = std::exchange(current, nullptr);
    const bool stop = interrupted_();
    current = inner;
    if (stop) throw Interrupted{};
    last_ = std::chrono::steady_clock::now();
  }
  if (outer_ != nullptr) outer_->check();
}

void check_interruption() {
  if (current != nullptr) current->check();
}

unsigned useful_threads(unsigned wanted, std::size_t bytes) {
  const std::size_t useful = std::max<std::size_t>(1, bytes / bytes_worth_a_thread);
  return static_cast<unsigned>(std::min<std::size_t>(std::max(1U, wanted), useful));
}

void parallel_for(std::size_t count, std::size_t grain, const Execution& execution,
                  const std::function<void(std::size_t, std::size_t, unsigned)>& body) {
  Job job{.count = count,
          .grain = std::max<std::size_t>(1, grain),
          .body = body,
          .mutex = {},
          .finished = {},
          .error = {}};
  const std::size_t chunks = (count + job.grain - 1) / job.grain;
  const auto threads = static_cast<unsigned>(std::min<std::size_t>(std::max(1U, execution.threads), chunks));

  const InterruptibleScope scope(execution.interrupted, &job.stopped);
  std::vector<std::jthread> others;
  try {
    for (unsigned worker = 1; worker < threads; ++worker) {
      others.emplace_back([&job, worker] { job.run_beside(worker); });
      const std::lock_guard lock(job.mutex);
      ++job.running;
    }
  } catch (const std::system_error&) {  // NOLINT(bugprone-empty-catch)
    // The system gives no more threads: the existing ones do the work.
  }
  job.run(0);
  if (!others.empty()) job.wait();
  others.clear();  // joins
  if (job.error) std::rethrow_exception(job.error);
}

}  // namespace parbleu
