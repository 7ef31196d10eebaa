// From a Python object that scores sums of statistics to the native Scorer.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <memory>

#include "parbleu/metrics/scorer.hpp"

namespace parbleu::bindings {

// The Python class for MeanScorer, which has no state.
struct Mean {};

// The scorer of a native metric, which has to stay alive; or of a Python callable that takes a sum as a tuple of
// `width` floats.
std::unique_ptr<Scorer> make_scorer(nanobind::handle metric, std::size_t width);

}  // namespace parbleu::bindings
