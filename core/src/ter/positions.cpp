#include "ter/positions.hpp"

#include <utility>

namespace parbleu::ter {

void Positions::build(std::span<const std::uint32_t> words, std::uint32_t distinct) {
  words_.assign(words.begin(), words.end());
  counts_.assign(distinct + 1, 0);
  for (const std::uint32_t word : words) ++counts_[word];
  firsts_.assign(distinct + 1, none);
  nexts_.resize(words.size());
  for (auto at = static_cast<std::uint32_t>(words.size()); at-- > 0;) {
    nexts_[at] = std::exchange(firsts_[words[at]], at);
  }
  begins_.resize(distinct + 1);
  std::uint32_t begin = 0;
  for (std::uint32_t word = 0; word <= distinct; ++word) {
    begins_[word] = begin;
    begin += counts_[word];  // never more chunks than occurrences
  }
  ends_ = begins_;
  chunks_.resize(words.size());
  for (std::uint32_t at = 0; at < words.size(); ++at) {
    const std::uint32_t word = words[at];
    std::uint32_t& end = ends_[word];
    if (end == begins_[word] || chunks_[end - 1].index != at / 64) chunks_[end++] = {0, at / 64};
    chunks_[end - 1].bits |= std::uint64_t{1} << (at % 64);
  }
}

}  // namespace parbleu::ter
