#include <array>

#include "check.hpp"
#include "parbleu/base/text.hpp"

int main() {
  using namespace parbleu;
  const std::array<std::uint16_t, 3> units{0x41, 0x4E2D, 0xD800};
  const Text text = as_text<std::uint16_t>(units);
  CHECK(text.data == units.data());
  CHECK(text.size == 3);
  CHECK(text.width == Width::two);
  CHECK(text.bytes() == 6);
  CHECK(visit(text, [](auto found) { return std::size_t{found[1]}; }) == 0x4E2D);
  CHECK(visit(text, [](auto found) { return sizeof(found[0]); }) == 2);
  CHECK(as_text<std::uint8_t>({}).width == Width::one);
  CHECK(as_text<std::uint32_t>({}).width == Width::four);
  CHECK(!as_text<std::uint32_t>({}).missing());  // empty is not missing
  CHECK(Text{}.missing());
  return test::failed();
}
