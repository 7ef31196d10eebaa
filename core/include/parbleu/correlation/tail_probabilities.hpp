// Computes two-sided tail probabilities for tests of correlation.
//
// Student's and Pearson's are the nearest double, or its neighbour if a tail is so thin that a logarithm of it loses
// digits, where `long double` is wider than double; to about 1e-13 of their size elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>

namespace parbleu {

// The probability that Student's t with `freedom` degrees of freedom is at least `t` away from 0.
double student_tails(double t, double freedom);

// That a Pearson correlation of `count` independent pairs of normal numbers is at least |r|.
double pearson_tails(double r, std::size_t count);

// That a standard normal number is at least `z` away from 0.
double normal_tails(double z);

// That Kendall's tau of `count` numbers without ties has as few discordant or concordant pairs; exact.
double kendall_tails(std::uint64_t count, std::uint64_t discordant);

}  // namespace parbleu
