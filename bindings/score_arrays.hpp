// Converts Python's numbers to the arrays of the correlation measures.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <memory>

#include "parbleu/correlation/measure.hpp"

namespace parbleu::bindings {

using Reals = nanobind::ndarray<const double, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using Places = nanobind::ndarray<const std::int64_t, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

// Gold scores and where their rows begin, the end of the last one included; raises InputShapeError.
Rows make_rows(const Reals& gold, const Places& starts);

// The scores of a metric; raises InputShapeError if they are not as many as the gold scores.
const double* scores_for(const Measure& measure, const Reals& metric);

// A difference below which scores tie; raises OptionError for what is none.
double checked_epsilon(double epsilon);

}  // namespace parbleu::bindings
