#include "tokenizers/pieces/unigram.hpp"

#include <algorithm>
#include <atomic>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

#include "parbleu/base/parallel.hpp"
#include "parbleu/tokenizers/piece_model.hpp"
#include "parbleu/unicode/utf8.hpp"
#include "parbleu/unicode/white_space.hpp"
#include "tokenizers/pieces/word_memory.hpp"

namespace parbleu::pieces {
namespace {

constexpr float unknown_penalty = 10;
constexpr double symbol_bonus = 0.1;         // a byte, but for the first one
constexpr std::size_t longest_piece = 8000;  // bytes, where the library ends
constexpr std::size_t starts_unchecked = std::size_t{1} << 16;
constexpr std::size_t most_remembered = std::size_t{1}
                                        << 20;  // bytes of a line of which sums are known well enough
constexpr float largest_sum = 100'000;          // without its sign; beyond, the library begins to add from 0 again
constexpr double error_of_addition = 0x1p-24;
constexpr double caution = 0.9;  // covers what the errors of all that is computed here amount to

bool is_piece(PieceType type) {
  return type == PieceType::normal || type == PieceType::user_defined || type == PieceType::unused;
}

// Text in which a space stands for U+2581.
void append_with_spaces(std::string_view text, std::string& to) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_mark = text.substr(at, mark_in_utf8.size()) == mark_in_utf8;
    to.push_back(is_mark ? ' ' : text[at]);
    if (is_mark) at += mark_in_utf8.size() - 1;
  }
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
      strips_all_(file.remove_extra_whitespaces) {
  static std::atomic<std::uint64_t> models{0};
  serial_ = ++models;
  read_scores(file);
  read_pieces(file);
  read_bytes();
}

void Unigram::read_scores(const ModelFile& file) {
  float least = FLT_MAX;
  for (const PieceEntry& entry : file.pieces) {
    if (!std::isfinite(entry.score)) throw BadPieceModel("a score is no number");
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
  }
  trie_ = SymbolTrie(keys);
  if (trie_.has_twice()) throw BadPieceModel("a piece is there twice");
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

bool Unigram::are_plain(std::span<const std::uint32_t> ids) const {
  return std::ranges::none_of(ids, [&](std::uint32_t id) { return special_[id] != 0; });
}

std::uint32_t Unigram::find(Bytes text) const {
  std::vector<Symbol> symbols(text.size() + 1);
  return trie_.find({symbols.data(), symbols_.write(text, symbols.data())});
}

std::uint32_t Unigram::token_of(Bytes text) const {
  const std::uint32_t id = find(text);
  return id == SymbolTrie::none || special_[id] != 0 ? SymbolTrie::none : id;
}

template <class Offer>
void Unigram::for_each_step(const Symbol* symbols, std::size_t start, Offer&& offer) const {
  bool single = false;
  trie_.for_each_prefix(symbols + start, [&](std::size_t length, std::uint32_t id) {
    offer(start + length, scores_[id], id);
    single |= length == 1;
  });
  if (!single) offer(start + 1, scores_[unknown_], unknown_);
}

std::size_t Unigram::walk(Bytes text, float& sum, Arena& arena, std::uint32_t* to) const {
  // The best way to a place between characters.
  struct End {
    float score;
    std::uint32_t from;
    std::uint32_t id;
  };
  constexpr float nowhere = -std::numeric_limits<float>::infinity();  // less than any sum
  const std::span<Symbol> symbols = arena.make<Symbol>(text.size() + 1);
  const std::size_t size = symbols_.write(text, symbols.data());
  const std::span<End> ends = arena.make<End>(size + 1);
  for (End& end : ends) end.score = nowhere;
  ends[0].score = sum;
  for (std::size_t start = 0; start < size; ++start) {
    if ((start + 1) % starts_unchecked == 0) check_interruption();
    float before = ends[start].score;
    if (std::abs(before) > largest_sum) {
      const std::size_t last = std::min(start + longest_key_, size);
      for (std::size_t at = start; at <= last; ++at) ends[at].score -= before;
      before = 0;
    }
    for_each_step(symbols.data(), start, [&](std::size_t at, float score, std::uint32_t id) {
      const float candidate = score + before;
      if (candidate > ends[at].score) ends[at] = {candidate, static_cast<std::uint32_t>(start), id};
    });
  }
  sum = ends[size].score;
  std::size_t count = 0;
  for (std::size_t at = size; at > 0; at = ends[at].from) to[count++] = ends[at].id;
  std::reverse(to, to + count);
  return count;
}

bool Unigram::study_word(Bytes word, const WordKey& key, WordMemory& memory) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  struct End {
    double best = -infinity;
    double second = -infinity;  // of the other ways to come here
    std::uint32_t from = 0;
    std::uint32_t id = 0;
  };
  std::array<Symbol, longest_word + 1> symbols;
  const std::size_t characters = symbols_.write(word, symbols.data());
  std::array<End, longest_word + 1> ends;
  ends[0].best = 0;
  double reach = 0;  // the largest sum, without its sign
  for (std::size_t start = 0; start < characters; ++start) {
    const double before = ends[start].best;
    for_each_step(symbols.data(), start, [&](std::size_t at, float step, std::uint32_t id) {
      const double score = before + static_cast<double>(step);
      reach = std::max(reach, std::abs(score));
      End& end = ends[at];
      if (score > end.best) {
        end = {score, end.best, static_cast<std::uint32_t>(start), id};
      } else {
        end.second = std::max(end.second, score);
      }
    });
  }
  double lead = infinity;
  std::size_t count = 0;
  std::array<std::uint32_t, longest_word> ids;
  for (std::size_t at = characters; at > 0; at = ends[at].from) {
    lead = std::min(lead, ends[at].best - ends[at].second);
    ids[count++] = ends[at].id;
  }
  if (count > KnownWord::most_pieces || !are_plain({ids.data(), count})) return false;
  // Two sums that are compared may both be wrong by as much as all additions within the word err together.
  const double errors = 2 * static_cast<double>(characters + 1) * error_of_addition;
  const double most = std::min(caution * lead / errors, caution * static_cast<double>(largest_sum)) - reach;
  const double cost = std::abs(ends[characters].best);
  if (most < 0) return false;
  KnownWord& known = memory.studied;
  known.bytes = key.bytes;
  known.size = static_cast<std::uint16_t>(key.size);
  known.count = static_cast<std::uint16_t>(count);
  known.most = static_cast<float>(most);
  known.cost = static_cast<float>(cost);
  std::reverse_copy(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(count), known.ids.begin());
  return true;
}

namespace {

// Where the next word begins behind `at`; there are marks behind the text.
std::size_t next_word(const std::uint8_t* text, std::size_t at) {
  constexpr std::uint64_t ones = 0x0101010101010101ULL;
  for (++at;; at += 8) {
    std::uint64_t eight = 0;
    for (std::size_t k = 0; k < 8; ++k) eight |= std::uint64_t{text[at + k]} << (8 * k);
    const std::uint64_t marks = (~eight - ones) & eight & (ones << 7);
    if (marks != 0) return at + static_cast<std::size_t>(std::countr_zero(marks)) / 8;
  }
}

}  // namespace

std::size_t Unigram::walk_words(Bytes text, Arena& arena, WordMemory& memory, std::uint32_t* to,
                                bool& plain) const {
  std::size_t count = 0;
  std::size_t added = 0;  // pieces whose scores are in `sum`
  float sum = 0;
  float bound = 0;  // no sum up to here is larger, without its sign
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(next_word(text.data(), at), text.size());
    if (end - at <= longest_word && at < most_remembered) {
      const WordKey key = WordKey::of(text.data() + at, end - at);
      const std::uint64_t hash = key.hash();
      const KnownWord* known = memory.find(key, hash);
      if (known == nullptr && study_word(text.subspan(at, end - at), key, memory)) {
        memory.add(memory.studied, hash);
        known = &memory.studied;
      }
      if (known != nullptr && bound <= known->most) {
        std::memcpy(to + count, known->ids.data(), sizeof known->ids);
        count += known->count;
        bound += known->cost;
        at = end;
        continue;
      }
    }
    for (; added < count; ++added) sum += scores_[to[added]];
    added += walk(text.subspan(at, end - at), sum, arena, to + count);
    plain = plain && are_plain({to + count, added - count});
    count = added;
    bound = std::abs(sum);
    at = end;
  }
  return count;
}

Segmented Unigram::segment(Bytes text, Arena& arena, std::unique_ptr<TokenizerMemory>* memory) const {
  if (text.empty()) return {};
  const std::span<std::uint32_t> ids = arena.make<std::uint32_t>(text.size() + KnownWord::most_pieces);
  if (!by_words_ || memory == nullptr) {
    float sum = 0;
    const std::size_t count = walk(text, sum, arena, ids.data());
    return {ids.first(count), are_plain(ids.first(count))};
  }
  auto* words = dynamic_cast<WordMemory*>(memory->get());
  if (words == nullptr || words->model() != serial_) {
    *memory = std::make_unique<WordMemory>(serial_);
    words = static_cast<WordMemory*>(memory->get());
  }
  bool plain = true;
  const std::size_t count = walk_words(text, arena, *words, ids.data(), plain);
  return {ids.first(count), plain};
}

std::string Unigram::decode(std::span<const std::string> tokens) const {
  std::string text;
  std::string bytes;
  const auto end_bytes = [&] {
    Arena arena;
    std::string_view rest = bytes;
    while (!rest.empty()) {
      const std::size_t good = decode_utf8(bytes_of(rest), arena).bad_byte.value_or(rest.size());
      text += rest.substr(0, good);
      rest.remove_prefix(good);
      if (rest.empty()) break;
      text += "\xEF\xBF\xBD";
      rest.remove_prefix(1);
    }
    bytes.clear();
  };
  bool space_seen = false;
  bool at_beginning = true;
  for (const std::string& token : tokens) {
    const auto reserved = reserved_.find(token);
    std::uint32_t id = reserved == reserved_.end() ? find(bytes_of(token)) : reserved->second;
    if (id == SymbolTrie::none) id = unknown_;
    if (types_[id] == PieceType::byte) {
      bytes.push_back(static_cast<char>(std::ranges::find(byte_texts_, token) - byte_texts_.begin()));
      continue;
    }
    end_bytes();
    if (space_seen || !text.empty()) at_beginning = false;
    space_seen = false;
    if (types_[id] == PieceType::control) continue;
    if (id == unknown_ && !unused_.contains(token)) {
      text += token == unknown_text_ ? unknown_surface_ : token;
      continue;
    }
    std::string_view rest = token;
    if (at_beginning && strips_beginning_ && rest.starts_with(mark_in_utf8)) {
      rest.remove_prefix(mark_in_utf8.size());
      space_seen = !strips_all_;
    }
    append_with_spaces(rest, text);
  }
  end_bytes();
  return text;
}

}  // namespace parbleu::pieces
