#include "parbleu/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
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
  std::mutex mutex;
  std::exception_ptr error;

  void fail(std::exception_ptr what) {
    next.store(count);  // the others find nothing more to do
    const std::lock_guard lock(mutex);
    if (!error) error = std::move(what);
  }

  // What one worker does; `poll` runs between chunks.
  template <class Poll>
  void run(unsigned worker, Poll&& poll) {
    try {
      for (;;) {
        const std::size_t begin = next.fetch_add(grain);
        if (begin >= count) return;
        body(begin, std::min(begin + grain, count), worker);
        poll();
      }
    } catch (...) {
      fail(std::current_exception());
    }
  }
};

}  // namespace

unsigned useful_threads(unsigned wanted, std::size_t bytes) {
  const std::size_t useful = std::max<std::size_t>(1, bytes / bytes_worth_a_thread);
  return static_cast<unsigned>(std::min<std::size_t>(std::max(1U, wanted), useful));
}

void parallel_for(std::size_t count, std::size_t grain, const Execution& execution,
                  const std::function<void(std::size_t, std::size_t, unsigned)>& body) {
  using Clock = std::chrono::steady_clock;
  Job job{.count = count, .grain = std::max<std::size_t>(1, grain), .body = body, .mutex = {}, .error = {}};
  const std::size_t chunks = (count + job.grain - 1) / job.grain;
  const auto threads = static_cast<unsigned>(std::min<std::size_t>(std::max(1U, execution.threads), chunks));

  std::vector<std::jthread> others;
  try {
    for (unsigned worker = 1; worker < threads; ++worker) {
      others.emplace_back([&job, worker] { job.run(worker, [] {}); });
    }
  } catch (const std::system_error&) {
    // The system gives no more threads: the existing ones do the work.
  }
  auto last = Clock::now();
  job.run(0, [&] {
    if (!execution.interrupted || Clock::now() - last < poll_interval) return;
    if (execution.interrupted()) throw Interrupted{};
    last = Clock::now();
  });
  others.clear();  // joins
  if (job.error) std::rethrow_exception(job.error);
}

}  // namespace parbleu
