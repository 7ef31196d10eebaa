// Random number generators as Python objects, which threads may share: each has its turn.
#pragma once

#include <mutex>

#include "parbleu/correlation/permutation_test.hpp"
#include "parbleu/random_numbers/mersenne.hpp"

namespace parbleu::bindings {

template <class Random>
class Turns {
 public:
  explicit Turns(const Random& random) : random_(random) {}

  // Runs `work` with the generator. The GIL must not be held: whoever has the turn may need it.
  template <class Work>
  auto with(Work&& work) {
    const std::lock_guard lock(mutex_);
    return work(random_);
  }

 private:
  std::mutex mutex_;
  Random random_;
};

using LegacyGenerator = Turns<Mersenne>;
using OwnGenerator = Turns<SplitMix>;

}  // namespace parbleu::bindings
