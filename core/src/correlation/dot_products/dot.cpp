#include <array>

#include "correlation/dot_products/kernels.hpp"

namespace parbleu::dot_products {

double dot(const double* one, const double* other, std::size_t count, const Kernels& level) {
  double sum = 0;
  if (count >= lanes) {
    std::array<double, lanes> sums{};
    level.add(one, other, count / lanes, sums.data());
    std::array<double, 8> halves;  // of the four vectors
    for (std::size_t at = 0; at < halves.size(); ++at) {
      const std::size_t lane = at / 2 * 4 + at % 2;
      halves[at] = sums[lane] + sums[lane + 2];
    }
    const auto column = [&](std::size_t at) {
      return (halves[at] + halves[at + 2]) + (halves[at + 4] + halves[at + 6]);
    };
    sum = column(0) + column(1);
  }
  for (std::size_t at = count / lanes * lanes; at < count; ++at) sum += one[at] * other[at];
  return sum;
}

}  // namespace parbleu::dot_products
