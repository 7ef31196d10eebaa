// Binds the random number generators.
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <vector>

#include "execution.hpp"
#include "python_values.hpp"
#include "score_arrays.hpp"

namespace parbleu::bindings {
namespace {

using State = nb::ndarray<const std::uint32_t, nb::shape<Mersenne::words>, nb::c_contig, nb::device::cpu>;

double uniform(LegacyGenerator& self) {
  double drawn = 0;
  without_gil([&] { drawn = self.with([](Mersenne& random) { return random.uniform(); }); });
  return drawn;
}

View<std::uint8_t> coins(LegacyGenerator& self, std::size_t count) {
  auto bytes = std::make_unique_for_overwrite<std::uint8_t[]>(count);
  without_gil([&] {
    std::vector<std::uint64_t> packed((count + 63) / 64);
    self.with([&](Mersenne& random) { random.coins(packed.data(), count); });
    for (std::size_t at = 0; at < count; ++at) bytes[at] = (packed[at / 64] >> (at % 64)) & 1;
  });
  return own_view(std::move(bytes), {count});
}

nb::object state(LegacyGenerator& self) {
  auto words = std::make_unique_for_overwrite<std::uint32_t[]>(Mersenne::words);
  std::size_t used = 0;
  without_gil([&] {
    self.with([&](const Mersenne& random) {
      std::ranges::copy(random.state(), words.get());
      used = random.used();
    });
  });
  return nb::make_tuple(own_view(std::move(words), {Mersenne::words}), used);
}

void skip(OwnGenerator& self, std::uint64_t tests) {
  without_gil([&] { self.with([&](SplitMix& random) { random.skip(tests); }); });
}

std::uint64_t own_state(OwnGenerator& self) {
  std::uint64_t state = 0;
  without_gil([&] { state = self.with([](const SplitMix& random) { return random.state(); }); });
  return state;
}

}  // namespace

void bind_random_numbers(nb::module_& module) {
  nb::class_<LegacyGenerator>(module, "Mersenne",
                              "NumPy's legacy random numbers, after `numpy.random.seed(seed)`.")
      .def(
          "__init__",
          [](LegacyGenerator* self, std::uint32_t seed) { new (self) LegacyGenerator(Mersenne(seed)); },
          nb::arg("seed"))
      .def("uniform", &uniform, "As `numpy.random.random()`.")
      .def("coins", &coins, nb::arg("count"), nb::sig("def coins(self, count: int) -> memoryview"),
           "As `numpy.random.binomial(1, 0.5, count)`, a byte each.")
      .def_prop_ro("state", &state, nb::sig("def state(self) -> tuple[memoryview, int]"),
                   "The numbers of the state, and how many of them are used up.");
  module.def(
      "mersenne_from_state",
      [](const State& words, std::size_t used) {
        const std::span<const std::uint32_t, Mersenne::words> state(words.data(), Mersenne::words);
        return std::make_unique<LegacyGenerator>(Mersenne(state, used));
      },
      nb::arg("words"), nb::arg("used"),
      nb::sig("def mersenne_from_state(words: NDArray[numpy.uint32], used: int) -> Mersenne"),
      "Goes on where another generator of the kind stands.");
  nb::class_<OwnGenerator>(module, "SplitMix", "Fast random numbers; every test takes one for a seed of its own.")
      .def(
          "__init__", [](OwnGenerator* self, std::uint64_t seed) { new (self) OwnGenerator(SplitMix(seed)); },
          nb::arg("seed"))
      .def("skip", &skip, nb::arg("tests"), "As if so many tests had been run.")
      .def_prop_ro("state", &own_state, "The seed of a generator that goes on where this one stands.");
}

}  // namespace parbleu::bindings
