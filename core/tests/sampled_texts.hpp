// Texts of an output and its references for tests, and samples of them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "parbleu/writing/line_sampler.hpp"
#include "reference/texts.hpp"

namespace parbleu::test {

// A line with words of its own.
inline std::u32string sentence(Random& random) {
  std::u32string line;
  for (int word = 0; word < 9; ++word) {
    if (word > 0) line += U' ';
    for (int letter = 0; letter < 5; ++letter) line += static_cast<char32_t>(U'a' + random.below(26));
  }
  line.front() -= 0x20;
  return line + U'.';
}

struct Sides {
  std::vector<std::u32string> output, reference;
};

inline Sides ordinary_sides() {
  Random random(3);
  Sides sides;
  for (int line = 0; line < 300; ++line) {
    sides.reference.push_back(sentence(random));
    sides.output.push_back(sides.reference.back());
    sides.output.back().replace(6, 4, sentence(random).substr(1, 4));
  }
  return sides;
}

// Texts are in code units of four bytes, or as narrow as each allows.
inline void sample_of(const Sides& sides, LineSampler& sampler, bool is_narrow = false) {
  const auto width = [is_narrow](const std::u32string& line) {
    const char32_t largest = is_narrow && !line.empty() ? std::ranges::max(line) : 0x10000;
    return largest < 0x100 ? Width::one : largest < 0x10000 ? Width::two : Width::four;
  };
  std::vector<Stored> stored;
  stored.reserve(sides.output.size() + sides.reference.size());
  std::vector<Text> texts[2];
  for (const auto& line : sides.output) texts[0].push_back(stored.emplace_back(line, width(line)).text());
  for (const auto& line : sides.reference) texts[1].push_back(stored.emplace_back(line, width(line)).text());
  const Stream own[] = {texts[0]}, others[] = {texts[1]};
  sampler.add(own, others, {}, 0);  // which keeps copies
}

}  // namespace parbleu::test
