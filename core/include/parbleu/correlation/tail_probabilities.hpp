// Tail probabilities of the tests of correlation, two-sided, to about 1e-13 of their size.
#pragma once

#include <cstddef>
#include <cstdint>

namespace parbleu {

// The regularised incomplete beta function I_x(a, b), a and b above 0, with 1 - x given too, as it may be tiny.
double incomplete_beta(double a, double b, double x, double one_minus_x);

// The probability that Student's t with `freedom` degrees of freedom is at least `t` away from 0.
double student_tails(double t, double freedom);

// That a Pearson correlation of `count` independent pairs of normal numbers is at least |r|.
double pearson_tails(double r, std::size_t count);

// That a standard normal number is at least `z` away from 0.
double normal_tails(double z);

// That Kendall's tau of `count` numbers without ties has as few discordant or concordant pairs; exact.
double kendall_tails(std::uint64_t count, std::uint64_t discordant);

}  // namespace parbleu
