#include <atomic>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "parbleu/base/parallel.hpp"

namespace parbleu {
namespace {

void every_index_once() {
  for (const unsigned threads : {0U, 1U, 2U, 5U}) {
    for (const std::size_t count : {0U, 1U, 63U, 64U, 65U, 1000U}) {
      for (const std::size_t grain : {0U, 1U, 64U, 5000U}) {
        std::vector<std::atomic<int>> visits(count);
        std::atomic<bool> sane{true};
        parallel_for(count, grain, {.threads = threads, .interrupted = {}},
                     [&](std::size_t begin, std::size_t end, unsigned worker) {
                       if (begin >= end || end > count || worker >= std::max(1U, threads)) sane = false;
                       for (std::size_t at = begin; at < end; ++at) ++visits[at];
                     });
        CHECK(sane);
        for (const auto& visit : visits) CHECK(visit == 1);
      }
    }
  }
}

// A worker is one thread at a time: what it counts needs no lock.
void workers_do_not_share() {
  std::vector<std::size_t> counts(4);
  parallel_for(10'000, 10, {.threads = 4, .interrupted = {}},
               [&](std::size_t begin, std::size_t end, unsigned worker) { counts[worker] += end - begin; });
  CHECK(counts[0] + counts[1] + counts[2] + counts[3] == 10'000);
}

void errors_come_back() {
  for (const unsigned threads : {1U, 3U}) {
    bool caught = false;
    try {
      parallel_for(1000, 1, {.threads = threads, .interrupted = {}}, [](std::size_t begin, std::size_t, unsigned) {
        if (begin == 500) throw std::runtime_error("here");
      });
    } catch (const std::runtime_error&) {
      caught = true;
    }
    CHECK(caught);
  }
}

void interruption_stops() {
  std::atomic<std::size_t> done{0};
  bool caught = false;
  try {
    parallel_for(std::size_t{1} << 40, 1, {.threads = 2, .interrupted = [&] { return done > 0; }},
                 [&](std::size_t, std::size_t, unsigned) { ++done; });
  } catch (const Interrupted&) {
    caught = true;
  }
  CHECK(caught);
}

// A chunk that would not end is left, by the calling thread and by others.
void interruption_stops_within_a_chunk() {
  for (const unsigned threads : {1U, 3U}) {
    std::atomic<unsigned> begun{0};
    std::atomic<unsigned> left{0};
    bool caught = false;
    try {
      parallel_for(threads, 1, {.threads = threads, .interrupted = [&] { return begun == threads; }},
                   [&](std::size_t, std::size_t, unsigned) {
                     ++begun;
                     try {
                       for (;;) check_interruption();
                     } catch (const Interrupted&) {
                       ++left;
                       throw;
                     }
                   });
    } catch (const Interrupted&) {
      caught = true;
    }
    CHECK(caught);
    CHECK(left == threads);
  }
}

// The calling thread, which has nothing more to do, still looks.
void interruption_stops_other_threads() {
  std::atomic<bool> other{false};
  bool caught = false;
  try {
    parallel_for(2, 1, {.threads = 2, .interrupted = [&] { return other.load(); }},
                 [&](std::size_t, std::size_t, unsigned worker) {
                   if (worker == 0) {
                     while (!other) check_interruption();
                     return;
                   }
                   other = true;
                   for (;;) check_interruption();
                 });
  } catch (const Interrupted&) {
    caught = true;
  }
  CHECK(caught);
}

void failure_stops_other_threads() {
  std::atomic<bool> other{false};
  bool caught = false;
  try {
    parallel_for(2, 1, {.threads = 2, .interrupted = {}}, [&](std::size_t, std::size_t, unsigned worker) {
      if (worker == 1) {
        other = true;
        for (;;) check_interruption();
      }
      while (!other) check_interruption();
      throw std::runtime_error("here");
    });
  } catch (const std::runtime_error&) {
    caught = true;
  }
  CHECK(caught);
}

void outside_of_a_job_nothing_stops() {
  check_interruption();
  const std::function<bool()> always = [] { return true; };
  bool caught = false;
  try {
    const InterruptibleScope scope(always);
    for (;;) check_interruption();
  } catch (const Interrupted&) {
    caught = true;
  }
  CHECK(caught);
  check_interruption();
}

void work_of_a_handler_is_no_part_of_the_job() {
  std::atomic<bool> stopped{false};
  bool done = false;
  const std::function<bool()> handler = [&] {
    stopped = true;  // the job fails in another thread meanwhile
    parallel_for(2, 1, {.threads = 1, .interrupted = {}},
                 [](std::size_t, std::size_t, unsigned) { check_interruption(); });
    done = true;
    return true;
  };
  bool caught = false;
  try {
    const InterruptibleScope scope(handler, &stopped);
    for (;;) check_interruption();
  } catch (const Interrupted&) {
    caught = true;
  }
  CHECK(caught);
  CHECK(done);
}

void small_jobs_stay_alone() {
  CHECK(useful_threads(8, 100) == 1);
  CHECK(useful_threads(0, 1'000'000'000) == 1);
  CHECK(useful_threads(8, 1'000'000'000) == 8);
}

}  // namespace
}  // namespace parbleu

int main() {
  parbleu::every_index_once();
  parbleu::workers_do_not_share();
  parbleu::errors_come_back();
  parbleu::interruption_stops();
  parbleu::interruption_stops_within_a_chunk();
  parbleu::interruption_stops_other_threads();
  parbleu::failure_stops_other_threads();
  parbleu::outside_of_a_job_nothing_stops();
  parbleu::work_of_a_handler_is_no_part_of_the_job();
  parbleu::small_jobs_stay_alone();
  return parbleu::test::failed();
}
