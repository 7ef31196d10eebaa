// Sums of the columns of a table over samples of its rows, for formulas that are not a scorer's.
#pragma once

#include <cstddef>

#include "parbleu/base/parallel.hpp"
#include "parbleu/random_numbers/mersenne.hpp"
#include "parbleu/resampling/resampling.hpp"

namespace parbleu {

// The sums of a table's columns over samples of `size` rows, at most as many as there are, drawn with replacement:
// sums[sample * width + column]. Numbers are integers below 2^52 / rows in magnitude, so that sums are exact.
void resampled_sums(const Table& table, std::size_t width, std::size_t rows, std::size_t size,
                    const Sampling& sampling, double* sums, const Execution& execution);
// The same with the draws of NumPy's legacy generator, on one thread.
void resampled_sums(const Table& table, std::size_t width, std::size_t rows, std::size_t size, Mersenne& generator,
                    std::size_t samples, double* sums, const Execution& execution);
// The sums over the rows that coins choose: draw sampling.from + sample * rows + row of `integers(0, 2)`. Numbers may
// be negative, and reals, whose chosen rows are added in groups of eight.
void chosen_sums(const Table& table, std::size_t width, std::size_t rows, const Sampling& sampling, double* sums,
                 const Execution& execution);

}  // namespace parbleu
