// Reads a unigram model from its file.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "parbleu/tokenizers/piece_model.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "tokenizers/pieces/unigram.hpp"
#include "tokenizers/pieces/word_memory.hpp"

namespace parbleu::pieces {
namespace {

constexpr float unknown_penalty = 10;
constexpr double symbol_bonus = 0.1;         // a byte, but for the first one
constexpr std::size_t longest_piece = 8000;  // bytes, where the library ends
constexpr float largest_score = 1e30F;

bool is_piece(PieceType type) {
  return type == PieceType::normal || type == PieceType::user_defined || type == PieceType::unused;
}

std::string name_of_byte(unsigned byte) {
  char name[8];
  std::snprintf(name, sizeof name, "<0x%02X>", byte);
  return name;
}

// The bytes of user-defined symbols, as symbols of a trie.
struct UserSymbols {
  explicit UserSymbols(const ModelFile& file) {
    std::size_t bytes = 0;
    for (const PieceEntry& entry : file.pieces) bytes += is_symbol(entry) ? entry.text.size() : 0;
    room.reserve(bytes);  // keys are views into it
    for (const PieceEntry& entry : file.pieces) {
      if (!is_symbol(entry)) continue;
      const std::size_t begin = room.size();
      for (const char byte : entry.text) room.push_back(static_cast<std::uint8_t>(byte));
      keys.push_back({std::span(room).subspan(begin), 0});
    }
  }
  static bool is_symbol(const PieceEntry& entry) {
    return entry.type == PieceType::user_defined && !entry.text.empty();
  }

  std::vector<Symbol> room;
  std::vector<SymbolTrie::Key> keys;
};

// Whether UTF-8 has white space in it.
bool has_space(const Text& text) {
  return visit(text, [](auto units) { return std::ranges::any_of(units, is_space); });
}

void check_type(const ModelFile& file) {
  if (file.type != ModelFile::unigram) throw OtherPieceModel("it is no unigram model");
  if (!file.restoring_rules.empty()) throw OtherPieceModel("it has rules for restoring text");
}

}  // namespace

Unigram::Unigram(const ModelFile& file)
    : rules_((check_type(file), file), UserSymbols(file).keys),
      unknown_surface_(file.unknown_surface),
      byte_fallback_(file.byte_fallback),
      strips_beginning_(file.add_dummy_prefix || file.remove_extra_whitespaces),
      strips_all_(file.remove_extra_whitespaces),
      memories_(std::make_shared<KeptMemories>()) {
  read_scores(file);
  read_pieces(file);
  read_bytes();
}

void Unigram::read_scores(const ModelFile& file) {
  float least = std::numeric_limits<float>::max();
  for (const PieceEntry& entry : file.pieces) {
    if (!std::isfinite(entry.score)) throw BadPieceModel("a score is no number");
    if (std::abs(entry.score) > largest_score) throw OtherPieceModel("a score is so large that sums overflow");
    if (entry.type == PieceType::normal) least = std::min(least, entry.score);
  }
  scores_.reserve(file.pieces.size());
  for (const PieceEntry& entry : file.pieces) {
    float score = entry.score;
    if (entry.type == PieceType::unknown) score = least - unknown_penalty;
    if (entry.type == PieceType::user_defined) {
      score = static_cast<float>(static_cast<double>(entry.text.size() - 1) * symbol_bonus);
    }
    scores_.push_back(score);
  }
}

void Unigram::read_pieces(const ModelFile& file) {
  sizes_.reserve(file.pieces.size());
  special_.reserve(file.pieces.size());
  types_.reserve(file.pieces.size());
  std::vector<Bytes> texts;
  texts.reserve(file.pieces.size());
  Arena arena;
  std::size_t bytes = 0;
  for (std::uint32_t id = 0; id < file.pieces.size(); ++id) {
    const PieceEntry& entry = file.pieces[id];
    if (entry.text.empty()) throw BadPieceModel("a piece is empty");
    if (entry.text.find('\0') != std::string_view::npos) throw BadPieceModel("a piece has a NUL in it");
    if (entry.text.size() >= longest_piece) throw OtherPieceModel("a piece is very long");
    arena.clear();
    const Decoded decoded = decode_utf8(bytes_of(entry.text), arena);
    if (decoded.bad_byte) throw OtherPieceModel("a piece is not UTF-8");
    types_.push_back(entry.type);
    special_.push_back(entry.type == PieceType::unknown || has_space(decoded.text));
    sizes_.push_back(0);
    if (is_piece(entry.type)) {
      texts.push_back(bytes_of(entry.text));
      bytes += entry.text.size();
    } else {
      read_reserved(entry, id);
    }
  }
  if (unknown_ == SymbolTrie::none) throw BadPieceModel("it has no piece for unknown characters");
  if (texts.empty()) throw BadPieceModel("it has no pieces");
  symbols_ = PieceSymbols(texts);
  read_keys(file, bytes);
}

void Unigram::read_keys(const ModelFile& file, std::size_t bytes) {
  const Symbol space = symbols_.symbol(mark_character);
  std::vector<Symbol> room(bytes + 1);  // keys are views into it
  std::vector<SymbolTrie::Key> keys;
  by_words_ = true;
  Symbol* to = room.data();
  for (std::uint32_t id = 0; id < file.pieces.size(); ++id) {
    const PieceEntry& entry = file.pieces[id];
    if (!is_piece(entry.type)) continue;
    const std::span<const Symbol> key(to, symbols_.write(bytes_of(entry.text), to));
    to += key.size();
    const bool used = entry.type != PieceType::unused;
    if (!used) unused_.insert(std::string(entry.text));
    keys.push_back({key, used ? id : SymbolTrie::none});
    const auto marks = static_cast<std::size_t>(space == 0 ? 0 : std::ranges::count(key, space));
    by_words_ = by_words_ && (!used || marks == (marks > 0 && key[0] == space));
    sizes_[id] = static_cast<std::uint32_t>(entry.text.size() - marks * (mark_in_utf8.size() - 1));
    longest_key_ = std::max(longest_key_, key.size());
    if (used) read_neighbours(entry.text);
  }
  read_best(keys);
  trie_ = SymbolTrie(keys);
  if (trie_.has_twice()) throw BadPieceModel("a piece is there twice");
}

void Unigram::read_neighbours(std::string_view text) {
  for (std::size_t at = 1; at < text.size(); ++at) {
    const auto byte = [&](std::size_t place) { return static_cast<std::uint8_t>(text[place]); };
    const bool behind_mark = text.substr(0, at).ends_with(mark_in_utf8);
    if (byte(at) < 0x80) adjacent_[adjacency(behind_mark ? mark : byte(at - 1), byte(at))] = true;
  }
}

void Unigram::read_best(std::span<const SymbolTrie::Key> keys) {
  if (std::ranges::any_of(scores_, [&](float score) { return score > 0 || score < scores_[unknown_]; })) return;
  best_from_.assign(std::size_t{SymbolTrie::most_symbols} + 1, scores_[unknown_]);
  for (const SymbolTrie::Key& key : keys) {
    if (key.id == SymbolTrie::none) continue;
    float& best = best_from_[key.text[0]];
    best = std::max(best, scores_[key.id]);
  }
}

void Unigram::read_reserved(const PieceEntry& entry, std::uint32_t id) {
  if (!reserved_.try_emplace(std::string(entry.text), id).second) throw BadPieceModel("a symbol is there twice");
  if (entry.type == PieceType::unknown) {
    if (unknown_ != SymbolTrie::none) throw BadPieceModel("it has two pieces for unknown characters");
    unknown_ = id;
    unknown_text_ = entry.text;
  }
  if (entry.type == PieceType::byte && !byte_fallback_) throw BadPieceModel("it has bytes, and does not use them");
}

void Unigram::read_bytes() {
  for (unsigned byte = 0; byte < 256; ++byte) {
    byte_texts_[byte] = name_of_byte(byte);
    if (!byte_fallback_) continue;
    const auto found = reserved_.find(byte_texts_[byte]);
    if (found == reserved_.end() || types_[found->second] != PieceType::byte) {
      throw BadPieceModel("a byte has no piece, although bytes are used");
    }
    const std::uint32_t same = find(bytes_of(byte_texts_[byte]));
    byte_ids_[byte] = same != SymbolTrie::none ? same : found->second;
  }
  if (!byte_fallback_) return;
  const auto bytes = std::ranges::count(types_, PieceType::byte);
  if (bytes != 256) throw BadPieceModel("a piece for a byte has another name than a byte");
}

namespace {

constexpr std::uint32_t basic_plane = 0x10000;

}  // namespace

PieceSymbols::PieceSymbols(std::span<const Bytes> texts) : plane_(basic_plane, 0) {
  std::vector<std::uint32_t> counts(basic_plane, 0);
  std::unordered_map<std::uint32_t, std::uint32_t> far_counts;
  for (const Bytes text : texts) {
    for_each_character(text, [&](std::uint32_t character) {
      ++(character < basic_plane ? counts[character] : far_counts[character]);
    });
  }
  struct Character {
    std::uint32_t count;
    std::uint32_t character;
  };
  std::vector<Character> order;
  for (std::uint32_t character = 0; character < basic_plane; ++character) {
    if (counts[character] > 0) order.push_back({counts[character], character});
  }
  for (const auto& [character, count] : far_counts) order.push_back({count, character});
  if (order.size() > SymbolTrie::most_symbols) throw OtherPieceModel("it has very many characters");
  std::ranges::sort(order, [](const Character& one, const Character& other) {
    return one.count != other.count ? one.count > other.count : one.character < other.character;
  });
  Symbol symbol = 0;
  for (const auto& [count, character] : order)
    (character < basic_plane ? plane_[character] : far_[character]) = ++symbol;
}

}  // namespace parbleu::pieces
