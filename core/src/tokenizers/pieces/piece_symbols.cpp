#include "tokenizers/pieces/piece_symbols.hpp"

#include <algorithm>

#include "parbleu/tokenizers/piece_model.hpp"

namespace parbleu::pieces {
namespace {

constexpr std::uint32_t plane_size = 0x10000;

}  // namespace

PieceSymbols::PieceSymbols(std::span<const Bytes> texts) : plane_(plane_size, 0) {
  std::vector<std::uint32_t> counts(plane_size, 0);
  std::unordered_map<std::uint32_t, std::uint32_t> far_counts;
  for (const Bytes text : texts) {
    for_each_character(text, [&](std::uint32_t character) {
      ++(character < plane_size ? counts[character] : far_counts[character]);
    });
  }
  struct Character {
    std::uint32_t count;
    std::uint32_t character;
  };
  std::vector<Character> order;
  for (std::uint32_t character = 0; character < plane_size; ++character) {
    if (counts[character] > 0) order.push_back({counts[character], character});
  }
  for (const auto& [character, count] : far_counts) order.push_back({count, character});
  if (order.size() > SymbolTrie::most_symbols) throw OtherPieceModel("it has very many characters");
  std::ranges::sort(order, [](const Character& one, const Character& other) {
    return one.count != other.count ? one.count > other.count : one.character < other.character;
  });
  Symbol symbol = 0;
  for (const auto& [count, character] : order)
    (character < plane_size ? plane_[character] : far_[character]) = ++symbol;
}

}  // namespace parbleu::pieces
