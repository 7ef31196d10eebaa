// What the bindings of correlations share: Python's numbers as arrays, and random number generators.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>
#include <mutex>

#include "parbleu/correlation/measure.hpp"
#include "parbleu/correlation/permutation_test.hpp"
#include "parbleu/random_numbers/random_numbers.hpp"

namespace parbleu::bindings {

using Reals = nanobind::ndarray<const double, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using Places = nanobind::ndarray<const std::int64_t, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

// Gold scores and where their rows begin, the end of the last one included; raises InputShapeError.
Rows make_rows(const Reals& gold, const Places& starts);

// The scores of a metric; raises InputShapeError if they are not as many as the gold scores.
const double* scores_for(const Measure& measure, const Reals& metric);

// A difference below which scores tie; raises OptionError for what is none.
double checked_epsilon(double epsilon);

// --- random number generators for Python threads: one thread uses a generator at a time.

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
