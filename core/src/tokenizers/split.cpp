#include "tokenizers/split.hpp"

#include <algorithm>
#include <bit>

#include "parbleu/base/parallel.hpp"
#include "tokenizers/rewrite.hpp"

namespace parbleu::tokenizing {
namespace {

bool bit_at(std::span<const Planes> planes, std::uint64_t Planes::* plane, std::size_t at) {
  return ((planes[at / 64].*plane >> (at % 64)) & 1) != 0;
}

// Whether the first pass misses the point at `last`, the end of a run of two or more.
bool missed(std::span<const Planes> planes, std::size_t last, Ends ends) {
  std::size_t first = last;
  while (first > 0 && bit_at(planes, &Planes::point, first - 1)) --first;
  const bool digit_before = first == 0 ? ends == Ends::open : bit_at(planes, &Planes::digit, first - 1);
  return ((last - first) % 2 == 0) == digit_before;
}

// The points of word `word` that are no tokens: see split.hpp.
std::uint64_t glued_points(std::span<const Planes> planes, std::size_t word, Ends ends, std::uint64_t digit_before,
                           std::uint64_t point_before) {
  const std::uint64_t next = word + 1 < planes.size() ? planes[word + 1].digit : 0;
  const std::uint64_t before_digit = planes[word].point & ((planes[word].digit >> 1) | (next << 63));
  std::uint64_t glued = before_digit & digit_before;
  for (std::uint64_t runs = before_digit & point_before; runs != 0; runs &= runs - 1) {
    const auto at = static_cast<std::size_t>(std::countr_zero(runs));
    if (missed(planes, word * 64 + at, ends)) glued |= runs & (~runs + 1);
  }
  return glued;
}

// Returns how many tokens there are.
std::size_t find_edges(std::span<const Planes> planes, Ends ends, std::span<Edges> edges) {
  std::uint64_t digit_carry = 0;
  std::uint64_t point_carry = 0;
  std::uint64_t apart_carry = 1;  // whether a token may begin at the word's first position
  std::uint64_t text_carry = 0;
  std::uint64_t open = ends == Ends::open ? 1 : 0;
  std::size_t count = 0;
  for (std::size_t word = 0; word < planes.size(); ++word) {
    const Planes& plane = planes[word];
    const std::uint64_t digit_before = (plane.digit << 1) | digit_carry;
    const std::uint64_t point_before = (plane.point << 1) | point_carry;
    const std::uint64_t text = ~plane.space;
    const std::uint64_t glued = glued_points(planes, word, ends, digit_before | open, point_before);
    const std::uint64_t apart =
        plane.space | plane.single | (plane.point & ~glued) | (plane.hyphen & digit_before);
    const std::uint64_t begins = text & (apart | (apart << 1) | apart_carry | plane.cut);
    const std::uint64_t text_before = (text << 1) | text_carry;
    open = 0;
    digit_carry = plane.digit >> 63;
    point_carry = plane.point >> 63;
    apart_carry = apart >> 63;
    text_carry = text >> 63;
    edges[word] = {begins, text_before & (begins | ~text)};
    count += count_bits(begins);
  }
  return count;
}

// The bits of one plane, one after the other; there must be a next one.
template <std::uint64_t Edges::* plane>
class Places {
 public:
  explicit Places(std::span<const Edges> edges) : edges_(edges.data()) {
    if (!edges.empty()) bits_ = edges_->*plane;
  }
  std::size_t next() {
    while (bits_ == 0) {
      bits_ = (++edges_)->*plane;
      base_ += 64;
    }
    const auto at = static_cast<std::size_t>(std::countr_zero(bits_));
    bits_ &= bits_ - 1;
    return base_ + at;
  }

 private:
  const Edges* edges_;
  std::uint64_t bits_ = 0;
  std::size_t base_ = 0;
};

}  // namespace

Boundaries find_boundaries(const Text& line, std::span<Planes> planes, Ends ends, Arena& arena) {
  check_interruption(line.size);
  if (ends == Ends::open) planes[line.size / 64].digit |= std::uint64_t{1} << (line.size % 64);
  const std::span<Edges> edges = arena.make<Edges>(planes.size());
  const std::size_t count = find_edges(planes, ends, edges);
  return {line, edges, count};
}

Tokens tokens_of(const Boundaries& found, Arena& arena, Simd simd) {
  const std::span<Span> spans = arena.make<Span>(found.text.size + Kernels::padding);
  const std::size_t count = kernels(simd).spans(found.edges.data(), found.edges.size(), spans.data());
  return {found.text, arena.shrink(spans, count)};
}

Text join_tokens(const Boundaries& found, Arena& arena) {
  constexpr std::size_t tokens_unchecked = std::size_t{1} << 16;
  const std::size_t count = found.count;
  Places<&Edges::begins> begins(found.edges);
  Places<&Edges::ends> ends(found.edges);
  return visit(found.text, [&]<class Unit>(std::span<const Unit> units) {
    const std::span<Unit> joined = arena.make<Unit>(units.size() + count);
    Unit* to = joined.data();
    for (std::size_t token = 0; token < count; ++token) {
      if ((token + 1) % tokens_unchecked == 0) check_interruption();
      const std::size_t begin = begins.next();
      to = append<Unit>(to, units.data() + begin, ends.next() - begin, units.data() + units.size());
      *to++ = ' ';
    }
    const auto size = static_cast<std::size_t>(to - joined.data());
    return as_text<Unit>(arena.shrink(joined, size).first(size - (size > 0 ? 1 : 0)));
  });
}

}  // namespace parbleu::tokenizing
