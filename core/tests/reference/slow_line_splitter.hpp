// Splits lines by their definition.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace parbleu::test {

// The bytes of every line, without its line end.
std::vector<std::vector<std::uint8_t>> slow_lines(std::span<const std::uint8_t> bytes, bool universal);

}  // namespace parbleu::test
