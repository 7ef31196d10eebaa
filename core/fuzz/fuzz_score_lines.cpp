// Checks that any bytes are parsed as score lines, or that one line is reported as wrong.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "parbleu/parsing/score_lines.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const bool with_domain = size > 0 && (data[0] & 1) != 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const parbleu::ScoreLines found = parbleu::read_score_lines(bytes, with_domain);
    const std::size_t lines = found.scores.size();
    require(found.system_of.size() == lines && found.domain_of.size() == (with_domain ? lines : 0));
    for (const std::uint32_t place : found.system_of) require(place < found.systems.size());
    for (const std::uint32_t place : found.domain_of) require(place < found.domains.size());
    for (const std::size_t line : found.missing) require(std::isnan(found.scores[line]));
    for (const auto& score : found.unusual) require(std::isnan(found.scores[score.line]) && !score.text.empty());
  } catch (const parbleu::BadScoreLine& bad) {
    const auto ends = std::ranges::count_if(bytes, [](char byte) { return byte == '\n' || byte == '\r'; });
    require(bad.line >= 1 && bad.line <= static_cast<std::size_t>(ends) + 1);
    require(bad.fields != (with_domain ? 3 : 2));
  }
  return 0;
}
