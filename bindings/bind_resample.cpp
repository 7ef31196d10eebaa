#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstring>
#include <memory>
#include <vector>

#include "execution.hpp"
#include "parbleu/random.hpp"
#include "rooms.hpp"

namespace parbleu::bindings {
namespace {

// The words of a Python integer.
std::vector<std::uint32_t> seed_words(const nb::int_& seed) {
  const auto bits = nb::cast<std::size_t>(seed.attr("bit_length")());
  const std::size_t count = std::max<std::size_t>(1, (bits + 31) / 32);
  const nb::object bytes = seed.attr("to_bytes")(4 * count, "little");  // refuses what is negative
  std::vector<std::uint32_t> words(count);
  std::memcpy(words.data(), PyBytes_AsString(bytes.ptr()), 4 * count);
  return words;
}

// An array that becomes a memoryview: whoever wants NumPy wraps it, and nobody else loads it.
template <class Number>
using View = nb::ndarray<nb::memview, Number>;

template <class Number>
View<Number> own_view(std::unique_ptr<Number[]> data, std::initializer_list<std::size_t> shape) {
  Number* raw = data.release();
  const nb::capsule owner(raw, [](void* pointer) noexcept { delete[] static_cast<Number*>(pointer); });
  return View<Number>(raw, shape, owner);
}

void check_bound(std::uint64_t bound) {
  if (bound < 1 || bound > (std::uint64_t{1} << 32)) throw nb::value_error("the bound must be from 1 to 2**32");
}

}  // namespace

void bind_resample(nb::module_& module) {
  module.def(
      "draw_indices",
      [](const nb::int_& seed, std::uint64_t bound, std::uint64_t start, std::size_t count) {
        check_bound(bound);
        const auto words = seed_words(seed);
        auto indices = std::make_unique_for_overwrite<std::uint32_t[]>(count);
        without_gil([&] {
          Indices stream(words, bound);
          stream.skip(start);
          stream.fill({indices.get(), count});
        });
        return own_view<std::uint32_t>(std::move(indices), {count});
      },
      nb::arg("seed"), nb::arg("bound"), nb::arg("start"), nb::arg("count"),
      nb::sig("def draw_indices(seed: int, bound: int, start: int, count: int) -> memoryview"),
      "The numbers [start, start + count) of `numpy.random.default_rng(seed).integers(0, bound)`, 32 bits each.");
  module.def(
      "draw_bits",
      [](const nb::int_& seed, std::uint64_t start, std::size_t count) {
        const auto words = seed_words(seed);
        auto bits = std::make_unique_for_overwrite<std::uint8_t[]>(count);
        without_gil([&] {
          Draws stream(words, start / 32);
          std::uint32_t draw = 0;
          if (start % 32 != 0) stream.fill({&draw, 1});
          for (std::size_t at = 0; at < count; ++at) {
            const auto bit = static_cast<unsigned>((start + at) % 32);
            if (bit == 0) stream.fill({&draw, 1});
            bits[at] = (draw >> bit) & 1;
          }
        });
        return own_view<std::uint8_t>(std::move(bits), {count});
      },
      nb::arg("seed"), nb::arg("start"), nb::arg("count"),
      nb::sig("def draw_bits(seed: int, start: int, count: int) -> memoryview"),
      "The numbers [start, start + count) of `numpy.random.default_rng(seed).integers(2, dtype=bool)`, a byte each.");
}

}  // namespace parbleu::bindings
