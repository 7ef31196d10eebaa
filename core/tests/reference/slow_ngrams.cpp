#include "reference/slow_ngrams.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string_view>

namespace parbleu::reference {
namespace {

template <class Unit>
using Counts = std::map<std::vector<Unit>, std::int64_t>;

template <class Unit>
Counts<Unit> ngrams(const std::vector<Unit>& units, std::size_t order) {
  Counts<Unit> counts;
  for (std::size_t end = order; end <= units.size(); ++end) {
    const auto last = units.begin() + static_cast<std::ptrdiff_t>(end);
    ++counts[{last - static_cast<std::ptrdiff_t>(order), last}];
  }
  return counts;
}

template <class Unit>
std::int64_t size(const Counts<Unit>& counts) {
  std::int64_t sum = 0;
  for (const auto& [ngram, count] : counts) sum += count;
  return sum;
}

template <class Unit>
std::int64_t shared(const Counts<Unit>& hypothesis, const Counts<Unit>& reference) {
  std::int64_t sum = 0;
  for (const auto& [ngram, count] : hypothesis) {
    const auto found = reference.find(ngram);
    if (found != reference.end()) sum += std::min(count, found->second);
  }
  return sum;
}

bool space(char32_t c) {
  constexpr std::u32string_view spaces =
      U"\x09\x0A\x0B\x0C\x0D\x1C\x1D\x1E\x1F\x20\x85\xA0\x1680\x2000\x2001\x2002\x2003\x2004\x2005\x2006\x2007"
      U"\x2008\x2009\x200A\x2028\x2029\x202F\x205F\x3000";
  return spaces.find(c) != spaces.npos;
}

bool punctuation(char32_t c) {
  constexpr std::u32string_view marks = U"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
  return marks.find(c) != marks.npos;
}

template <class Unit>
void add_triples(const std::vector<Unit>& hypothesis, const std::vector<Unit>& reference, std::size_t orders,
                 Row& row) {
  for (std::size_t order = 1; order <= orders; ++order) {
    const Counts<Unit> left = ngrams(hypothesis, order);
    const Counts<Unit> right = ngrams(reference, order);
    row.insert(row.end(), {right.empty() ? 0 : size(left), size(right), shared(left, right)});
  }
}

}  // namespace

Row bleu_row(const std::vector<Line>& hypothesis, const std::vector<std::vector<Line>>& references,
             std::size_t max_order) {
  const auto length = static_cast<std::int64_t>(hypothesis.size());
  std::int64_t closest = -1;
  for (const auto& reference : references) {
    const auto other = static_cast<std::int64_t>(reference.size());
    const std::int64_t far = std::abs(other - length);
    const std::int64_t best = std::abs(closest - length);
    if (closest < 0 || far < best || (far == best && other < closest)) closest = other;
  }
  Row row{length, closest};
  for (std::size_t order = 1; order <= max_order; ++order) {
    Counts<Line> largest;
    for (const auto& reference : references) {
      for (const auto& [ngram, count] : ngrams(reference, order)) {
        largest[ngram] = std::max(largest[ngram], count);
      }
    }
    row.push_back(shared(ngrams(hypothesis, order), largest));
  }
  for (std::size_t order = 1; order <= max_order; ++order) row.push_back(size(ngrams(hypothesis, order)));
  return row;
}

std::vector<Line> chrf_words(const Line& line) {
  std::vector<Line> pieces(1);
  for (const char32_t c : line) {
    if (space(c)) {
      pieces.emplace_back();
    } else {
      pieces.back() += c;
    }
  }
  std::erase(pieces, Line());
  std::vector<Line> words;
  for (const Line& piece : pieces) {
    if (piece.size() > 1 && punctuation(piece.back())) {
      words.push_back(piece.substr(0, piece.size() - 1));
      words.push_back(piece.substr(piece.size() - 1));
    } else if (piece.size() > 1 && punctuation(piece.front())) {
      words.push_back(piece.substr(0, 1));
      words.push_back(piece.substr(1));
    } else {
      words.push_back(piece);
    }
  }
  return words;
}

Row chrf_row(const Line& hypothesis, const Line& reference, const ChrfSettings& settings) {
  const auto characters = [&](const Line& line) {
    std::vector<char32_t> kept(line.begin(), line.end());
    if (!settings.whitespace) std::erase_if(kept, space);
    return kept;
  };
  Row row;
  add_triples(characters(hypothesis), characters(reference), settings.char_order, row);
  add_triples(chrf_words(hypothesis), chrf_words(reference), settings.word_order, row);
  return row;
}

}  // namespace parbleu::reference
