// Keeps the pieces of words, each with the largest sum before it up to which they are sure, from line to line and from call
// to call.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "parbleu/tokenizers/tokenizer.hpp"
#include "tokenizers/pieces/text_rules.hpp"

namespace parbleu::pieces {

inline constexpr std::size_t longest_word = 32;  // bytes
inline constexpr float largest_sum = 100'000;  // without its sign; beyond, the library begins to add from 0 again

// The bytes of a word, zero behind them, and how many they are.
struct WordKey {
  std::array<std::uint64_t, 4> bytes;
  std::uint32_t size;

  // Of 1 to `longest_word` bytes at `from`, where so many may be read.
  static WordKey of(const std::uint8_t* from, std::size_t size) {
    static constexpr auto masks = [] {
      std::array<std::array<std::uint64_t, 4>, longest_word + 1> made{};
      for (std::size_t bytes = 0; bytes <= longest_word; ++bytes) {
        for (std::size_t word = 0; word < 4; ++word) {
          const std::size_t inside = bytes > 8 * word ? bytes - 8 * word : 0;
          made[bytes][word] = inside >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * inside)) - 1;
        }
      }
      return made;
    }();
    WordKey key;
    std::memcpy(key.bytes.data(), from, sizeof key.bytes);
    for (std::size_t word = 0; word < 4; ++word) key.bytes[word] &= masks[size][word];
    key.size = static_cast<std::uint32_t>(size);
    return key;
  }

  [[nodiscard]] std::uint64_t hash() const {
    std::uint64_t mixed =
        (bytes[0] ^ size) * 0x9E3779B97F4A7C15ULL ^ std::rotl(bytes[1] * 0xC2B2AE3D27D4EB4FULL, 32);
    if (size > 16) mixed ^= std::rotl(bytes[2] * 0xFF51AFD7ED558CCDULL, 16) ^ bytes[3] * 0xD6E8FEB86659FD93ULL;
    return (mixed ^ mixed >> 32) * 0x9E3779B97F4A7C15ULL;
  }
};

struct alignas(64) KnownWord {
  static constexpr std::size_t most_pieces = 5;
  static constexpr double error_of_addition = 0x1p-24;
  static constexpr double caution = 0.9;  // covers what the errors of all that is computed here amount to

  std::array<std::uint64_t, 4> bytes{};
  float most = 0;          // the largest sum before the word, without its sign, up to which the pieces are sure
  float cost = 0;          // what the word adds to it
  std::uint16_t size = 0;  // 0: a free place
  std::uint16_t count = 0;
  std::array<std::uint32_t, most_pieces> ids{};

  // Takes over a word of so many pieces, which are in `ids`, and characters, in which the path leads by `lead`, no sum of a
  // path that is compared is larger than `reach`, and that of the path is `sum`, all without sign. Returns whether the
  // pieces are ever sure.
  bool trust(const WordKey& key, std::size_t pieces, std::size_t characters, double lead, double reach,
             double sum) {
    // Two sums that are compared may both be wrong by as much as all additions within the word err together.
    const double errors = 2 * static_cast<double>(characters + 1) * error_of_addition;
    const double sure = std::min(caution * lead / errors, caution * static_cast<double>(largest_sum)) - reach;
    bytes = key.bytes;
    size = static_cast<std::uint16_t>(key.size);
    count = static_cast<std::uint16_t>(pieces);
    most = static_cast<float>(sure);
    cost = static_cast<float>(sum);
    return sure >= 0;
  }

  [[nodiscard]] bool is(const WordKey& key) const {
    const std::uint64_t differ = (bytes[0] ^ key.bytes[0]) | (bytes[1] ^ key.bytes[1]) |
                                 (bytes[2] ^ key.bytes[2]) | (bytes[3] ^ key.bytes[3]) | (size ^ key.size);
    return differ == 0;
  }
};

class WordMemory {
 public:
  WordMemory() { words_.resize(least); }

  // A word stands in one of two places. Null if it is not known.
  [[nodiscard]] const KnownWord* find(const WordKey& key, std::uint64_t hash) const {
    const std::size_t place = hash >> shift_;
    if (words_[place].is(key)) return &words_[place];
    if (words_[place ^ 1].is(key)) return &words_[place ^ 1];
    return nullptr;
  }

  // Keeps a word; in a full memory, it takes the place of another.
  void add(const KnownWord& word, std::uint64_t hash) {
    if (2 * ++count_ > words_.size() && words_.size() < most) grow();
    put(word, hash);
  }

  KnownWord studied;  // the last one

 private:
  static constexpr std::size_t least = 1U << 9;
  static constexpr std::size_t most = 1U << 16;  // 4 MB

  void put(const KnownWord& word, std::uint64_t hash) {
    const std::size_t place = hash >> shift_;
    const bool other = words_[place].size != 0 && (words_[place ^ 1].size == 0 || (hash & 1) != 0);
    words_[other ? place ^ 1 : place] = word;
  }

  void grow() {
    std::vector<KnownWord> before(2 * words_.size());
    before.swap(words_);
    --shift_;
    count_ = 0;
    for (const KnownWord& word : before) {
      if (word.size == 0) continue;
      put(word, WordKey{word.bytes, word.size}.hash());
      ++count_;
    }
  }

  std::vector<KnownWord> words_;
  unsigned shift_ = 64 - std::countr_zero(least);
  std::size_t count_ = 0;
};

// The memories of a model that no thread has: what one call studied, the next one knows. Without a lock, since a process
// may fork while one of its threads holds it.
class KeptMemories {
 public:
  KeptMemories() = default;
  KeptMemories(const KeptMemories&) = delete;
  KeptMemories& operator=(const KeptMemories&) = delete;
  ~KeptMemories() {
    for (const Place& place : places_) std::unique_ptr<WordMemory>(place.load());
  }

  std::unique_ptr<WordMemory> take() {
    for (Place& place : places_) {
      if (WordMemory* const memory = place.exchange(nullptr)) return std::unique_ptr<WordMemory>(memory);
    }
    return std::make_unique<WordMemory>();
  }

  void put(std::unique_ptr<WordMemory> memory) {
    for (Place& place : places_) {
      WordMemory* none = nullptr;
      if (place.compare_exchange_strong(none, memory.get())) {
        static_cast<void>(memory.release());
        return;
      }
    }
  }

 private:
  using Place = std::atomic<WordMemory*>;
  static constexpr std::size_t most = 8;  // 32 MB

  std::array<Place, most> places_{};
};

// A memory that a thread has until it ends, or goes on with another model.
class LentMemory final : public TokenizerMemory {
 public:
  explicit LentMemory(std::shared_ptr<KeptMemories> owner) : owner_(std::move(owner)), words_(owner_->take()) {}
  LentMemory(const LentMemory&) = delete;
  LentMemory& operator=(const LentMemory&) = delete;
  ~LentMemory() override { owner_->put(std::move(words_)); }

  [[nodiscard]] bool is_from(const KeptMemories& owner) const { return owner_.get() == &owner; }
  [[nodiscard]] WordMemory& words() { return *words_; }

 private:
  std::shared_ptr<KeptMemories> owner_;
  std::unique_ptr<WordMemory> words_;
};

}  // namespace parbleu::pieces
