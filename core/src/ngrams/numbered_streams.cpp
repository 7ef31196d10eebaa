#include "parbleu/ngrams/numbered_streams.hpp"

#include <algorithm>
#include <cstring>

#include "parbleu/base/hash_table.hpp"
#include "parbleu/unicode/unicode.hpp"

namespace parbleu {
namespace {

constexpr std::size_t places_at_first = std::size_t{1} << 12;  // the tables grow
constexpr std::size_t looked_ahead = 16;  // pairs whose places are asked for before they are searched

Text part(const Text& text, const Span& span) {
  const auto* const bytes = static_cast<const std::byte*>(text.data);
  return {bytes + span.begin * static_cast<std::size_t>(text.width), span.size, text.width};
}

Text copy(const Text& text, Arena& arena) {
  const std::span<std::byte> bytes = arena.make<std::byte>(text.bytes());
  if (!bytes.empty()) std::memcpy(bytes.data(), text.data, bytes.size());
  return {bytes.data(), text.size, text.width};
}

struct NumberedPair {
  std::uint64_t key = 0;
  std::int32_t number = -1;
  [[nodiscard]] bool empty() const { return number < 0; }
};

}  // namespace

StreamNumbers::StreamNumbers(const Tokenizer& tokenizer, bool lowercase, Simd simd)
    : tokenizer_(&tokenizer), lowercase_(lowercase), simd_(simd) {
  numbers_.reset(places_at_first);
}

void StreamNumbers::add(const Text& raw, std::vector<std::int32_t>& numbers) {
  if (raw.missing()) return;
  scratch_.clear();
  const Text text = lowercase_ ? lower(raw, scratch_, simd_) : raw;
  const Words words = make_words(tokenizer_->tokenize(strip_right(text), scratch_, simd_), scratch_);
  const std::span<std::uint32_t> found = scratch_.make<std::uint32_t>(words.size());
  numbers_.find(words, found.data());
  if (std::ranges::find(found, 0U) != found.end()) learn(words, found);
  for (const std::uint32_t number : found) numbers.push_back(static_cast<std::int32_t>(number - 1));
}

void StreamNumbers::learn(const Words& words, std::span<std::uint32_t> numbers) {
  const auto unknown = static_cast<std::size_t>(std::ranges::count(numbers, 0U));
  const std::span<Span> spans = kept_.make<Span>(unknown);
  std::size_t next = 0;
  for (std::size_t at = 0; at < numbers.size(); ++at) {
    if (numbers[at] == 0) spans[next++] = words.tokens.spans[at];
  }
  const Words fresh = make_words({copy(words.tokens.text, kept_), spans}, kept_);
  const std::span<std::uint32_t> added = scratch_.make<std::uint32_t>(unknown);
  numbers_.add(fresh, added.data());
  next = 0;
  for (std::uint32_t& number : numbers) {
    if (number != 0) continue;
    number = added[next];
    if (number > tokens_.size()) tokens_.push_back(part(fresh.tokens.text, spans[next]));
    ++next;
  }
}

std::int32_t number_pairs(std::span<const std::int32_t> first, std::span<const std::int32_t> second,
                          std::int32_t* numbers) {
  HashTable<NumberedPair> table;
  table.reset(places_at_first);
  std::int32_t count = 0;
  const auto key_of = [&](std::size_t at) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(first[at])) << 32 |
           static_cast<std::uint32_t>(second[at]);
  };
  for (std::size_t at = 0; at < first.size(); ++at) {
    if (at + looked_ahead < first.size()) table.prefetch(key_of(at + looked_ahead));
    const std::uint64_t key = key_of(at);
    NumberedPair& entry = table.find(key, [key](const NumberedPair& other) { return other.key == key; });
    if (!entry.empty()) {
      numbers[at] = entry.number;
      continue;
    }
    entry = {key, count};
    numbers[at] = count++;
    if (2 * (static_cast<std::size_t>(count) + 1) > table.places()) {
      table.grow_twofold([](const NumberedPair& other) { return other.key; });
    }
  }
  return count;
}

void match_occurrences(const NumberedSegments& hypotheses, const NumberedSegments& references,
                       std::int32_t* places) {
  std::int32_t largest = -1;
  for (const std::int32_t value : hypotheses.values) largest = std::max(largest, value);
  for (const std::int32_t value : references.values) largest = std::max(largest, value);
  // For each value its first occurrence in the segment that is not matched yet; for each occurrence the next one.
  std::vector<std::int32_t> open(static_cast<std::size_t>(largest) + 1, -1);
  std::vector<std::int32_t> next(references.values.size());
  const auto slot = [&](std::int32_t value) -> std::int32_t& { return open[static_cast<std::size_t>(value)]; };
  for (std::size_t segment = 0; segment + 1 < hypotheses.starts.size(); ++segment) {
    const auto begin = static_cast<std::size_t>(references.starts[segment]);
    const auto end = static_cast<std::size_t>(references.starts[segment + 1]);
    for (std::size_t at = end; at > begin; --at) {
      std::int32_t& first = slot(references.values[at - 1]);
      next[at - 1] = first;
      first = static_cast<std::int32_t>(at - 1);
    }
    const auto last = static_cast<std::size_t>(hypotheses.starts[segment + 1]);
    for (auto at = static_cast<std::size_t>(hypotheses.starts[segment]); at < last; ++at) {
      std::int32_t& first = slot(hypotheses.values[at]);
      places[at] = first;
      if (first >= 0) first = next[static_cast<std::size_t>(first)];
    }
    for (std::size_t at = begin; at < end; ++at) slot(references.values[at]) = -1;
  }
}

}  // namespace parbleu
