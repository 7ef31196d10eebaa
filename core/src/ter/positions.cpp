#include "ter/positions.hpp"

namespace parbleu::ter {

void Positions::build(std::span<const std::uint32_t> words, std::uint32_t distinct) {
  words_.assign(words.begin(), words.end());
  if (small()) {
    build_masks(distinct);
  } else {
    build_chunks(distinct);
  }
}

void Positions::build_masks(std::uint32_t distinct) {
  masks_.assign(distinct + std::size_t{1}, 0);
  for (std::size_t at = 0; at < words_.size(); ++at) masks_[words_[at]] |= std::uint64_t{1} << at;
}

void Positions::build_chunks(std::uint32_t distinct) {
  counts_.assign(distinct + std::size_t{1}, 0);
  for (const std::uint32_t word : words_) ++counts_[word];
  begins_.resize(distinct + std::size_t{1});
  std::uint32_t begin = 0;
  for (std::uint32_t word = 0; word <= distinct; ++word) {
    begins_[word] = begin;
    begin += counts_[word];  // never more chunks than occurrences
  }
  ends_ = begins_;
  chunks_.resize(words_.size());
  for (std::uint32_t at = 0; at < words_.size(); ++at) {
    const std::uint32_t word = words_[at];
    std::uint32_t& end = ends_[word];
    if (end == begins_[word] || chunks_[end - 1].index != at / 64) chunks_[end++] = {0, at / 64};
    chunks_[end - 1].bits |= std::uint64_t{1} << (at % 64);
  }
}

}  // namespace parbleu::ter
