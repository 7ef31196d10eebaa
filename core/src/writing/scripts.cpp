#include "parbleu/writing/scripts.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace parbleu {
namespace {

struct Letters {
  char32_t first, last;
  std::string_view script;
};

constexpr Letters letters[] = {
    {0x41, 0x5A, "Latin letters"},
    {0x61, 0x7A, "Latin letters"},
    {0xC0, 0x24F, "Latin letters"},
    {0x370, 0x3FF, "Greek letters"},
    {0x400, 0x52F, "Cyrillic letters"},
    {0x530, 0x58F, "Armenian letters"},
    {0x590, 0x5FF, "Hebrew letters"},
    {0x600, 0x77F, "Arabic letters"},
    {0x900, 0x97F, "Devanagari"},
    {0x980, 0x9FF, "Bengali letters"},
    {0xA00, 0xA7F, "Gurmukhi"},
    {0xA80, 0xAFF, "Gujarati letters"},
    {0xB00, 0xB7F, "Odia letters"},
    {0xB80, 0xBFF, "Tamil letters"},
    {0xC00, 0xC7F, "Telugu letters"},
    {0xC80, 0xCFF, "Kannada letters"},
    {0xD00, 0xD7F, "Malayalam letters"},
    {0xD80, 0xDFF, "Sinhala letters"},
    {0xE00, 0xE7F, "Thai letters"},
    {0xE80, 0xEFF, "Lao letters"},
    {0xF00, 0xFFF, "Tibetan letters"},
    {0x1000, 0x109F, "Burmese letters"},
    {0x10A0, 0x10FF, "Georgian letters"},
    {0x1100, 0x11FF, "Hangul"},
    {0x1200, 0x139F, "Ethiopic letters"},
    {0x1780, 0x17FF, "Khmer letters"},
    {0x1E00, 0x1EFF, "Latin letters"},
    {0x2D00, 0x2D2F, "Georgian letters"},
    {0x3041, 0x30FF, "kana"},
    {0x3400, 0x9FFF, "Chinese characters"},
    {0xAC00, 0xD7AF, "Hangul"},
    {0xFB50, 0xFEFC, "Arabic letters"},
};

constexpr bool holds_letter(const Letters& range, char32_t point) {
  return point >= range.first && point <= range.last;
}

}  // namespace

std::vector<std::pair<std::string_view, std::size_t>> letters_by_script(Stream lines) {
  std::array<std::size_t, std::size(letters)> counts{};
  std::size_t usual = 0;  // neighbours are mostly in one range
  for (const Text& line : lines) {
    if (line.missing()) continue;
    visit(line, [&](auto units) {
      for (const char32_t point : units) {
        if (point < letters[0].first) continue;
        if (!holds_letter(letters[usual], point)) {
          const auto* const range = std::ranges::lower_bound(letters, point, {}, &Letters::last);
          if (range == std::end(letters) || point < range->first) continue;
          usual = static_cast<std::size_t>(range - letters);
        }
        ++counts[usual];
      }
    });
  }
  std::vector<std::pair<std::string_view, std::size_t>> scripts;
  for (std::size_t at = 0; at < counts.size(); ++at) {
    if (counts[at] == 0) continue;
    const auto same = std::ranges::find(scripts, letters[at].script, [](const auto& item) { return item.first; });
    if (same == scripts.end()) {
      scripts.emplace_back(letters[at].script, counts[at]);
    } else {
      same->second += counts[at];
    }
  }
  return scripts;
}

}  // namespace parbleu
