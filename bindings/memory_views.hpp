// Converts native arrays to memoryviews, which need no NumPy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>

namespace parbleu::bindings {

namespace nb = nanobind;

template <class Number>
using View = nb::ndarray<nb::memview, Number>;

using ByteArray = nb::ndarray<const std::uint8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class Number>
nb::capsule own(std::unique_ptr<Number[]> data) {
  return {data.release(), [](void* pointer) noexcept { delete[] static_cast<Number*>(pointer); }};
}

template <class Number>
View<Number> own_view(std::unique_ptr<Number[]> data, std::initializer_list<std::size_t> shape) {
  Number* const raw = data.get();
  return View<Number>(raw, shape, own(std::move(data)));
}

}  // namespace parbleu::bindings
