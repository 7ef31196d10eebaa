#include "execution.hpp"
#include "parbleu/mersenne.hpp"
#include "refuse.hpp"
#include "rooms.hpp"
#include "views.hpp"

namespace parbleu::bindings {
namespace {

using State = nb::ndarray<const std::uint32_t, nb::shape<Mersenne::words>, nb::c_contig, nb::device::cpu>;

View<std::uint8_t> coins(Mersenne& self, std::size_t count) {
  auto bytes = std::make_unique_for_overwrite<std::uint8_t[]>(count);
  std::vector<std::uint64_t> packed((count + 63) / 64);
  self.coins(packed.data(), count);
  for (std::size_t at = 0; at < count; ++at) bytes[at] = (packed[at / 64] >> (at % 64)) & 1;
  return own_view(std::move(bytes), {count});
}

nb::object state(const Mersenne& self) {
  auto words = std::make_unique_for_overwrite<std::uint32_t[]>(Mersenne::words);
  std::ranges::copy(self.state(), words.get());
  return nb::make_tuple(own_view(std::move(words), {Mersenne::words}), self.used());
}

}  // namespace

void bind_mersenne(nb::module_& module) {
  nb::class_<Mersenne>(module, "Mersenne", "NumPy's legacy random numbers, after `numpy.random.seed(seed)`.")
      .def(nb::init<std::uint32_t>(), nb::arg("seed"))
      .def("uniform", &Mersenne::uniform, "As `numpy.random.random()`.")
      .def("coins", &coins, nb::arg("count"), nb::sig("def coins(self, count: int) -> memoryview"),
           "As `numpy.random.binomial(1, 0.5, count)`, a byte each.")
      .def_prop_ro("state", &state, nb::sig("def state(self) -> tuple[memoryview, int]"),
                   "The numbers of the state, and how many of them are used up.");
  module.def(
      "mersenne_from_state",
      [](const State& words, std::size_t used) {
        return Mersenne(std::span<const std::uint32_t, Mersenne::words>(words.data(), Mersenne::words), used);
      },
      nb::arg("words"), nb::arg("used"), nb::sig("def mersenne_from_state(words: Buffer, used: int) -> Mersenne"),
      "Goes on where another generator of the kind stands.");
}

}  // namespace parbleu::bindings
