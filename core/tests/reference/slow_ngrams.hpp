// Counts BLEU's and chrF's statistics in the simplest way: n-grams as vectors in maps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace parbleu::reference {

using Line = std::u32string;
using Row = std::vector<std::int64_t>;

// [hypothesis length, closest reference length, correct_1 .., total_1 ..]
Row bleu_row(const std::vector<Line>& hypothesis, const std::vector<std::vector<Line>>& references,
             std::size_t max_order);

struct ChrfSettings {
  std::size_t char_order;
  std::size_t word_order;
  bool whitespace;
};

// (hypothesis, reference, shared) for every order, against one reference.
Row chrf_row(const Line& hypothesis, const Line& reference, const ChrfSettings& settings);

std::vector<Line> chrf_words(const Line& line);

}  // namespace parbleu::reference
