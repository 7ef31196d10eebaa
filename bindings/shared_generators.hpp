// Wraps random number generators for Python threads: one thread uses a generator at a time.
#pragma once

#include <mutex>

#include "parbleu/correlation/permutation_test.hpp"
#include "parbleu/random_numbers/mersenne.hpp"

namespace parbleu::bindings {

template <class Random>
class Shared {
 public:
  explicit Shared(const Random& random) : random_(random) {}

  // Runs `work` with the generator. The GIL must not be held: the thread that uses the generator may need it.
  template <class Work>
  auto with(Work&& work) {
    const std::lock_guard lock(mutex_);
    return work(random_);
  }

 private:
  std::mutex mutex_;
  Random random_;
};

using LegacyGenerator = Shared<Mersenne>;
using OwnGenerator = Shared<SplitMix>;

}  // namespace parbleu::bindings
