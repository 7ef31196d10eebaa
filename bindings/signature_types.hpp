// Python objects of any type, with the types that signatures state; whoever reads one checks what it holds.
#pragma once

#include <nanobind/nanobind.h>

namespace parbleu::bindings {

namespace nb = nanobind;

struct Unchecked : nb::object {
  Unchecked(nb::handle object, nb::detail::borrow_t how) : nb::object(object, how) {}
  Unchecked(nb::handle object, nb::detail::steal_t how) : nb::object(object, how) {}
  static bool check_(nb::handle) { return true; }
};

struct TextArgument : Unchecked {
  using Unchecked::Unchecked;
  static constexpr auto Name = nb::detail::const_name("str");
};

template <class Item>
struct SequenceOf : Unchecked {
  using Unchecked::Unchecked;
  static constexpr auto Name =
      nb::detail::const_name("Sequence[") + nb::detail::make_caster<Item>::Name + nb::detail::const_name("]");
};

template <class Item>
struct IterableOf : Unchecked {
  using Unchecked::Unchecked;
  static constexpr auto Name =
      nb::detail::const_name("Iterable[") + nb::detail::make_caster<Item>::Name + nb::detail::const_name("]");
};

// A sequence of `Item`, or a `Prepared`.
template <class Item, class Prepared>
struct SequenceOrPrepared : Unchecked {
  using Unchecked::Unchecked;
  static constexpr auto Name =
      SequenceOf<Item>::Name + nb::detail::const_name(" | ") + nb::detail::make_caster<Prepared>::Name;
};

template <class Item>
using TupleOf = nb::typed<nb::tuple, Item, nb::ellipsis>;

}  // namespace parbleu::bindings
