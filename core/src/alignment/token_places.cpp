#include <algorithm>
#include <numeric>
#include <string_view>
#include <vector>

#include "alignment/closest_script.hpp"
#include "parbleu/alignment/alignment.hpp"
#include "parbleu/alignment/edit_script.hpp"
#include "parbleu/base/cpu.hpp"
#include "parbleu/unicode/unicode.hpp"

namespace parbleu {
namespace {

// The entities that tokenizers replace.
struct Entity {
  std::string_view name;
  std::uint32_t point;
};
constexpr Entity entities[] = {{"&quot;", '"'}, {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}};

// The characters of a text that are no white space, and where they stand.
struct Letters {
  std::vector<std::uint32_t> points;
  std::vector<std::uint32_t> begins;
  std::vector<std::uint32_t> ends;
  std::vector<std::uint32_t> numbers;

  void read(const Text& text, bool with_entities) {
    points.clear();
    begins.clear();
    ends.clear();
    visit(text, [&](auto units) {
      for (std::size_t at = 0; at < units.size();) {
        std::uint32_t point = units[at];
        std::size_t size = 1;
        if (with_entities && point == '&') {
          for (const Entity& entity : entities) {
            const auto next = units.subspan(at, std::min(entity.name.size(), units.size() - at));
            if (!std::ranges::equal(next, entity.name)) continue;
            point = entity.point;
            size = entity.name.size();
          }
        }
        if (!is_space(point)) {
          points.push_back(point);
          begins.push_back(static_cast<std::uint32_t>(at));
          ends.push_back(static_cast<std::uint32_t>(at + size));
        }
        at += size;
      }
    });
  }
  void number(Symbols& symbols, Arena& arena) {
    const Text text = as_text(std::span<const std::uint32_t>(points));
    const Text small = lower(text, arena, best_simd());
    // A character whose small letter is two code points moves the others; then letter case matters.
    symbols.add(small.size == text.size ? small : text, numbers);
  }
};

class Finder {
 public:
  void find(const Text& text, const Text& line, std::vector<TokenPlace>& places) {
    text_.read(text, false);
    line_.read(line, false);
    origin_.assign(line_.points.size(), -1);
    if (text_.points == line_.points) {
      std::iota(origin_.begin(), origin_.end(), 0);
    } else {
      text_.read(text, true);
      match();
    }
    write(places);
  }

 private:
  void match() {
    arena_.clear();
    symbols_.reset(Unit::character);
    text_.number(symbols_, arena_);
    line_.number(symbols_, arena_);
    runs_.clear();
    aligner_.align(text_.numbers, line_.numbers, symbols_.distinct(), runs_);
    for (const EditRun& run : runs_) {
      if (run.edit != Edit::equal && run.edit != Edit::substitute) continue;
      for (std::int32_t k = 0; k < run.right_end - run.right_begin; ++k) {
        origin_[static_cast<std::size_t>(run.right_begin + k)] = run.left_begin + k;
      }
    }
  }

  // A token reaches from the first to the last of its characters that was found.
  void write(std::vector<TokenPlace>& places) const {
    std::int32_t last = 0;
    for (std::size_t k = 0; k < line_.points.size();) {
      TokenPlace place{-1, -1};
      const std::size_t first = k;
      for (; k < line_.points.size() && line_.begins[k] - line_.begins[first] == k - first; ++k) {
        if (origin_[k] < 0) continue;
        const auto at = static_cast<std::size_t>(origin_[k]);
        if (place.begin < 0) place.begin = static_cast<std::int32_t>(text_.begins[at]);
        place.end = static_cast<std::int32_t>(text_.ends[at]);
      }
      if (place.begin < 0) place = {last, last};
      last = place.end;
      places.push_back(place);
    }
  }

  Letters text_;
  Letters line_;
  std::vector<std::int64_t> origin_;  // which letter of the text each of the line is; -1
  Symbols symbols_;
  Arena arena_;
  EditAligner aligner_;
  std::vector<EditRun> runs_;
};

}  // namespace

RaggedRows<TokenPlace> token_places(Stream texts, Stream lines, const Execution& execution) {
  const Execution use = for_streams(std::span(&texts, 1), lines, execution);
  RaggedCollector<TokenPlace> collector(lines.size(), use.threads);
  for_each_segment<Finder>(lines.size(), use, [&](std::size_t segment, Finder& finder, unsigned worker) {
    if (!texts[segment].missing() && !lines[segment].missing()) {
      finder.find(texts[segment], lines[segment], collector.rows(worker));
    }
    collector.close(segment, worker);
  });
  return collector.collect();
}

}  // namespace parbleu
