#include "tokenizers/pieces/unigram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "parbleu/base/parallel.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "tokenizers/pieces/word_memory.hpp"

namespace parbleu::pieces {
namespace {

constexpr std::size_t starts_unchecked = std::size_t{1} << 16;
constexpr std::size_t most_remembered = std::size_t{1}
                                        << 20;  // bytes of a line of which sums are known well enough

// Text in which a space stands for U+2581.
void append_with_spaces(std::string_view text, std::string& to) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_mark = text.substr(at, mark_in_utf8.size()) == mark_in_utf8;
    to.push_back(is_mark ? ' ' : text[at]);
    if (is_mark) at += mark_in_utf8.size() - 1;
  }
}

}  // namespace

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
    double best;
    double second;  // of the other ways to come here
    std::uint32_t from;
    std::uint32_t id;
  };
  std::array<Symbol, longest_word + 1> symbols;
  const std::size_t characters = symbols_.write(word, symbols.data());
  if (study_piece(symbols.data(), characters, key, memory)) return true;
  std::array<End, longest_word + 1> ends;
  std::fill_n(ends.begin(), characters + 1, End{-infinity, -infinity, 0, 0});
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
  KnownWord& known = memory.studied;
  std::reverse_copy(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(count), known.ids.begin());
  return known.trust(key, count, characters, lead, reach, std::abs(ends[characters].best));
}

// A word that is a piece has no better pieces if what it may begin with, and the best piece that begins behind that, are
// worse together: further ones only make a sum smaller.
bool Unigram::study_piece(const Symbol* symbols, std::size_t characters, const WordKey& key,
                          WordMemory& memory) const {
  if (best_from_.empty()) return false;
  const auto unknown_score = static_cast<double>(scores_[unknown_]);
  double whole = 1;
  double others = -std::numeric_limits<double>::infinity();
  std::uint32_t piece = 0;
  for_each_step(symbols, 0, [&](std::size_t end, float score, std::uint32_t id) {
    if (end == characters) {
      whole = static_cast<double>(score);
      piece = id;
    } else {
      others = std::max(others, static_cast<double>(score) + static_cast<double>(best_from_[symbols[end]]));
    }
  });
  if (whole > 0 || special_[piece] != 0 || !(whole > others)) return false;
  memory.studied.ids[0] = piece;
  return memory.studied.trust(key, 1, characters, whole - others, static_cast<double>(characters) * -unknown_score,
                              -whole);
}

namespace {

// The first byte is the lowest, whatever the processor's order is.
std::uint64_t eight_bytes(const std::uint8_t* from) {
  std::uint64_t value = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&value, from, sizeof value);
  } else {
    for (unsigned k = 0; k < 8; ++k) value |= std::uint64_t{from[k]} << (8 * k);
  }
  return value;
}

// Where the next word begins behind `at`; there are marks behind the text.
std::size_t next_word(const std::uint8_t* text, std::size_t at) {
  constexpr std::uint64_t ones = 0x0101010101010101ULL;
  for (++at;; at += 8) {
    const std::uint64_t eight = eight_bytes(text + at);
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
    std::size_t end = std::min(next_word(text.data(), at), text.size());
    while (end - at > 1 && text[end - 1] < 0x80 && !adjacent_[adjacency(text[end - 2], text[end - 1])]) --end;
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
  auto* lent = dynamic_cast<LentMemory*>(memory->get());
  if (lent == nullptr || !lent->is_from(*memories_)) {
    *memory = std::make_unique<LentMemory>(memories_);
    lent = static_cast<LentMemory*>(memory->get());
  }
  bool plain = true;
  const std::size_t count = walk_words(text, arena, lent->words(), ids.data(), plain);
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
