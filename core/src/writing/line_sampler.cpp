#include "parbleu/writing/line_sampler.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <stdexcept>

#include "parbleu/random_numbers/random_numbers.hpp"
#include "parbleu/writing/odd_texts.hpp"

namespace parbleu {
namespace {

const Text nothing = as_text(std::span<const std::uint8_t>());

constexpr std::array<std::uint32_t, 1> seed = {20'250'211};

// Two neighbouring places of each stratum, of those from `begin` to `end`.
std::vector<std::uint64_t> draw_pairs(std::uint64_t stratum, std::uint64_t begin, std::uint64_t end) {
  std::vector<std::uint64_t> places;
  const std::uint64_t first = begin / stratum;
  Indices stream(seed, stratum / 2);
  stream.skip(first);
  std::vector<std::uint32_t> offsets((end - 1) / stratum - first + 1);
  stream.fill(offsets);
  for (std::size_t at = 0; at < offsets.size(); ++at) {
    const std::uint64_t number = first + at;
    const std::uint64_t pair = number == 0 ? 0 : number * stratum + 2 * std::uint64_t{offsets[at]};
    for (const std::uint64_t place : {pair, pair + 1}) {
      if (place >= begin && place < end) places.push_back(place);
    }
  }
  return places;
}

}  // namespace

LineSampler::LineSampler(std::size_t first) : first_(std::clamp<std::size_t>(first, 1, most)) {}

void LineSampler::add(std::span<const Stream> systems, std::span<const Stream> references,
                      std::span<const Stream> sources, std::uint64_t expected) {
  std::vector<Stream> streams(references.begin(), references.end());
  streams.insert(streams.end(), systems.begin(), systems.end());
  streams.insert(streams.end(), sources.begin(), sources.end());
  std::uint64_t length = streams.empty() ? 0 : streams.front().size();
  for (const Stream& stream : streams) length = std::min<std::uint64_t>(length, stream.size());
  if (lines_.systems.empty() && lines_.references.empty()) {
    lines_.systems.resize(systems.size());
    lines_.references.resize(references.size());
    lines_.sources.resize(sources.size());
  }
  if (lines_.references.size() < references.size()) {
    lines_.references.resize(references.size(), std::vector<Text>(lines_.places.size(), nothing));
  }
  if (systems.size() != lines_.systems.size() || references.size() != lines_.references.size() ||
      sources.size() != lines_.sources.size()) {
    throw std::invalid_argument("a later piece has as many streams as the first one");
  }
  if (stratum_ == 0) {
    stratum_ = 2 * std::max<std::uint64_t>(1, (std::max(length, expected) + first_ - 1) / first_);
  }
  const std::uint64_t begin = lines_.n_lines;
  lines_.n_lines += length;
  const std::vector<std::uint64_t> places = places_to(lines_.n_lines);
  auto stream = streams.begin();
  for (auto* side : {&lines_.references, &lines_.systems, &lines_.sources}) {
    for (std::vector<Text>& lines : *side) {
      keep(*stream, begin, places, lines);
      ++stream;
    }
  }
  lines_.places.insert(lines_.places.end(), places.begin(), places.end());
  while (lines_.places.size() > most) thin();
}

void LineSampler::add_source(Stream source) {
  if (!lines_.places.empty() && source.size() <= lines_.places.back()) {
    throw std::invalid_argument("a source has as many lines as the other sides");
  }
  std::vector<Text>& lines = lines_.sources.emplace_back();
  keep(source, 0, lines_.places, lines);
}

LineSampler LineSampler::with_lines(std::span<const Stream> systems, std::span<const Stream> references) const {
  const auto is_other = [&](const Stream& stream) { return stream.size() != lines_.places.size(); };
  if (systems.size() != lines_.systems.size() || references.size() != lines_.references.size() ||
      std::ranges::any_of(systems, is_other) || std::ranges::any_of(references, is_other)) {
    throw std::invalid_argument("other lines are as many as those of the sample, in as many streams");
  }
  LineSampler made(first_);
  made.lines_.places = lines_.places;
  made.lines_.n_lines = lines_.n_lines;
  made.lines_.cut = cut_reasoning(lines_);
  std::vector<std::uint64_t> places(lines_.places.size());
  std::iota(places.begin(), places.end(), std::uint64_t{0});
  for (const Stream& stream : systems) made.keep(stream, 0, places, made.lines_.systems.emplace_back());
  for (const Stream& stream : references) made.keep(stream, 0, places, made.lines_.references.emplace_back());
  for (const auto& stream : lines_.sources) made.keep(stream, 0, places, made.lines_.sources.emplace_back());
  return made;
}

std::vector<std::uint64_t> LineSampler::places_to(std::uint64_t end) {
  if (end > drawn_to_) {  // all that are expected are drawn at once, which costs less
    const std::uint64_t begin = drawn_to_;
    drawn_to_ = std::max(end, begin + first_ * stratum_ / 2);
    const std::vector<std::uint64_t> drawn = draw_pairs(stratum_, begin, drawn_to_);
    drawn_.insert(drawn_.begin(), drawn.rbegin(), drawn.rend());
  }
  std::vector<std::uint64_t> places;
  for (; !drawn_.empty() && drawn_.back() < end; drawn_.pop_back()) places.push_back(drawn_.back());
  return places;
}

// Leaves the lines of one of each two strata, and the first ones.
void LineSampler::thin() {
  const std::uint64_t half = stratum_;
  stratum_ *= 2;
  drawn_.clear();
  drawn_to_ = lines_.n_lines;
  std::vector<std::uint32_t> later(1 + lines_.n_lines / stratum_);
  if (later.size() > 1) Indices(seed, 2).fill(std::span(later).subspan(1));
  std::vector<std::size_t> left;
  for (std::size_t at = 0; at < lines_.places.size(); ++at) {
    const std::uint64_t place = lines_.places[at];
    if (place / half % 2 == later[place / stratum_]) left.push_back(at);
  }
  const auto leave = [&left](auto& all) {
    for (std::size_t at = 0; at < left.size(); ++at) all[at] = all[left[at]];
    all.resize(left.size());
  };
  for (auto* side : {&lines_.references, &lines_.systems, &lines_.sources}) std::ranges::for_each(*side, leave);
  leave(lines_.places);
}

// Copies lines of a stream, of which the first one is that of the place `begin`.
void LineSampler::keep(Stream stream, std::uint64_t begin, std::span<const std::uint64_t> places,
                       std::vector<Text>& lines) {
  const auto room_for = [](const Text& line) { return (line.bytes() + 3) / 4 * 4; };
  std::size_t bytes = 0;
  for (const std::uint64_t place : places) bytes += room_for(stream[place - begin]);
  std::byte* room = arena_.make<std::byte>(bytes).data();
  for (const std::uint64_t place : places) {
    const Text& line = stream[place - begin];
    if (line.size == 0) {
      lines.push_back(nothing);
      continue;
    }
    std::memcpy(room, line.data, line.bytes());
    lines.push_back({room, line.size, line.width});
    room += room_for(line);
  }
}

}  // namespace parbleu
