#include "parbleu/writing/written_differently.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include "parbleu/writing/limits.hpp"
#include "parbleu/writing/normalizations.hpp"
#include "writing/lines.hpp"

namespace parbleu {
namespace {

using Names = std::vector<std::size_t>;  // places of names

using writing_limits::scored_again;

// Points of a score: if it changes so much as that of another system jumps, both differ alike.
constexpr double as_much = 1.0;
// Points of a score: a normalization without which it changes less is not named.
constexpr double negligible = 0.5;

// What normalizes both sides where they differ, or is no text on both; of others one side has to change alone in some
// segments.
constexpr std::string_view told_of_both[] = {"case", "pieces",   "tags",    "special-tokens", "subtitles",
                                             "json", "markdown", "factors", "numbers"};

// Counts characters.
class LostCharacters {
 public:
  // How often a text has each of the characters that it has less often afterwards, ascending.
  std::vector<std::pair<char32_t, std::size_t>> lost(View before, View after) {
    for (const char32_t point : before) ++count_of(point);
    for (const char32_t point : after) --count_of(point);
    std::u32string characters;
    for (const char32_t point : before) {
      if (std::exchange(count_of(point), 0) > 0) characters += point;
    }
    for (const char32_t point : after) count_of(point) = 0;
    std::ranges::sort(characters);
    std::vector<std::pair<char32_t, std::size_t>> result;
    for (const char32_t point : characters)
      result.emplace_back(point, static_cast<std::size_t>(std::ranges::count(before, point)));
    return result;
  }

 private:
  std::int64_t& count_of(char32_t point) { return point < low_.size() ? low_[point] : others_[point]; }

  std::array<std::int64_t, 0x500> low_{};
  std::map<char32_t, std::int64_t> others_;
};

class Search {
 public:
  Search(std::span<const Stream> sides, std::span<const std::size_t> places, const std::vector<std::string>& names,
         WritingScorer& scorer)
      : names_(names), scorer_(scorer), n_segments_(places.size()) {
    for (std::size_t at = 0; at < names.size(); ++at) order_.push_back(at);
    const bool all_keep_plain = std::ranges::all_of(names, [](const std::string& name) {
      const Normalization* const how = normalization(name);
      return how != nullptr && how->keeps_plain;
    });
    std::vector<std::size_t> same, perhaps;
    for (const std::size_t at : places) {
      const auto is_plain = [&](const Stream& side) { return is_plainly_spelled(side[at]); };
      (all_keep_plain && std::ranges::all_of(sides, is_plain) ? same : perhaps).push_back(at);
    }
    WrittenSides& own = after_[{}];
    for (const Stream& side : sides) {
      own.emplace_back();
      for (const std::size_t at : perhaps) own.back().push_back(points_of(side[at]));
    }
    drop_unchanged(perhaps, same);
    kept_ = scorer.total(sides, same);
  }

  std::optional<WritingDifference> found(double jump) {
    drop_rivals();
    Names names;
    for (const std::size_t name : order_) {
      Names more = names;
      more.push_back(name);
      if (differ(after(more), after(names))) names = std::move(more);
    }
    if (names.empty()) return {};
    const double before = score({}), sign = score(names) > before ? 1 : -1;
    if (std::abs(score(names) - before) < jump) return {};
    const Names best = fewest(names, sign);
    return difference(best, before, jump);
  }

 private:
  // Takes lines that no normalization changes from those that are normalized.
  void drop_unchanged(std::span<const std::size_t> perhaps, std::vector<std::size_t>& same) {
    std::vector<bool> is_changed(perhaps.size());
    for (const std::size_t name : order_) {
      const WrittenSides &own = after({}), &later = after({name});
      for (std::size_t side = 0; side < own.size(); ++side) {
        for (std::size_t line = 0; line < perhaps.size(); ++line) {
          if (!is_changed[line]) is_changed[line] = !same_text(own[side][line], later[side][line]);
        }
      }
    }
    for (std::size_t line = 0; line < perhaps.size(); ++line) {
      if (!is_changed[line]) same.push_back(perhaps[line]);
    }
    for (auto& [_, sides] : after_) {
      for (auto& lines : sides) {
        std::size_t line = 0;
        std::erase_if(lines, [&](const auto&) { return !is_changed[line++]; });
      }
    }
  }

  // Each takes away what the other one would replace.
  void drop_rivals() {
    for (const std::string_view name : {"german", "digraphs"}) {
      const auto one = place_of(name), other = place_of("diacritics");
      if (one == order_.end() || other == order_.end()) continue;
      order_.erase(score({*other}) < score({*one}) ? other : one);
    }
  }

  std::vector<std::size_t>::iterator place_of(std::string_view name) {
    return std::ranges::find_if(order_, [&](std::size_t at) { return names_[at] == name; });
  }

  const WrittenSides& after(const Names& names) {
    const auto known = after_.find(names);
    if (known != after_.end()) return known->second;
    const WrittenSides& earlier = after({names.begin(), names.end() - 1});
    WrittenSides sides;
    for (const auto& lines : earlier) sides.push_back(scorer_.normalized(lines, names_[names.back()]));
    return after_.emplace(names, std::move(sides)).first->second;
  }

  double score(const Names& names) {
    const auto known = scores_.find(names);
    if (known != scores_.end()) return known->second;
    LineStatistics sum = kept_;
    for (const LineStatistics& row : rows(names)) add(sum, row);
    return scores_.emplace(names, scorer_.score(sum)).first->second;
  }

  // The statistics of lines; those of a line that is as after other names are known.
  const std::vector<LineStatistics>& rows(const Names& names) {
    const auto known = rows_.find(names);
    if (known != rows_.end()) return known->second;
    const WrittenSides& lines = after(names);
    std::vector<LineStatistics> rows(lines.front().size());
    std::vector<std::size_t> others;
    for (std::size_t line = 0; line < rows.size(); ++line) {
      const auto same = std::ranges::find_if(
          rows_, [&](const auto& one) { return !changes(after_.at(one.first), lines, line, 0); });
      if (same == rows_.end()) {
        others.push_back(line);
      } else {
        rows[line] = same->second[line];
      }
    }
    std::vector<LineStatistics> made = scorer_.statistics(lines, others);
    for (std::size_t at = 0; at < others.size(); ++at) rows[others[at]] = std::move(made[at]);
    return rows_.emplace(names, std::move(rows)).first->second;
  }

  static void add(LineStatistics& sum, const LineStatistics& row) {
    std::ranges::transform(sum, row, sum.begin(), std::plus());
  }

  // One alone may do as well, or better: another may take away what it would have replaced.
  Names fewest(const Names& names, double sign) {
    Names alone;
    for (const std::size_t name : names) {
      if (names.size() > 1 && (alone.empty() || sign * score({name}) > sign * score(alone))) alone = {name};
    }
    if (!alone.empty() && !(sign * score(alone) < sign * score(names) - negligible)) return alone;
    Names best = names;
    for (std::size_t left = names.size(); left-- > 0;) {  // general ones stand behind those of one kind of text
      Names fewer = best;
      std::erase(fewer, names[left]);
      if (!fewer.empty() && sign * score(fewer) > sign * score(best) - negligible) best = fewer;
    }
    return best;
  }

  std::optional<WritingDifference> difference(const Names& names, double before, double jump) {
    WritingDifference made{{}, false, n_segments_, 0, before, score(names)};
    for (const std::size_t name : names) made.names.push_back(names_[name]);
    const WrittenSides &own = after({}), &later = after(names);
    const auto is_of_both = [](const std::string& name) {
      return std::ranges::find(told_of_both, std::string_view(name)) != std::end(told_of_both);
    };
    if (std::ranges::none_of(made.names, is_of_both) && !is_one_sided(names, jump)) return {};
    if (made.names == std::vector<std::string>{"no-punct"} && made.after < before)
      return {};  // text that lacks punctuation would gain by it
    for (std::size_t line = 0; line < own.front().size(); ++line) made.n_changed += changes(own, later, line, 0);
    return made;
  }

  // Whether a side from `first` on changes in a line.
  static bool changes(const WrittenSides& own, const WrittenSides& later, std::size_t line, std::size_t first) {
    for (std::size_t side = first; side < own.size(); ++side) {
      if (!same_text(own[side][line], later[side][line])) return true;
    }
    return false;
  }

  static bool differ(const WrittenSides& own, const WrittenSides& later) {
    for (std::size_t line = 0; line < own.front().size(); ++line) {
      if (changes(own, later, line, 0)) return true;
    }
    return false;
  }

  // Whether the score jumps where the sides change differently, too; else segments weigh otherwise. They do where one
  // alone changes, or loses other characters than the other.
  bool is_one_sided(const Names& names, double jump) {
    const WrittenSides &own = after({}), &later = after(names);
    const std::vector<LineStatistics>&rows_before = rows({}), &rows_after = rows(names);
    LineStatistics sum_before(kept_.size()), sum_after(kept_.size());
    std::size_t n_chosen = 0;
    LostCharacters characters;
    for (std::size_t line = 0; line < own.front().size(); ++line) {
      const bool of_output = !same_text(own[0][line], later[0][line]);
      if (of_output == changes(own, later, line, 1) &&
          (!of_output ||
           characters.lost(own[0][line], later[0][line]) == characters.lost(own[1][line], later[1][line])))
        continue;
      ++n_chosen;
      add(sum_before, rows_before[line]);
      add(sum_after, rows_after[line]);
    }
    if (n_chosen < writing_limits::few_lines) return false;
    return std::abs(scorer_.score(sum_after) - scorer_.score(sum_before)) >= jump;
  }

  const std::vector<std::string>& names_;
  WritingScorer& scorer_;
  std::size_t n_segments_;
  Names order_;
  std::map<Names, WrittenSides> after_;
  LineStatistics kept_;  // of the lines that no normalization changes
  std::map<Names, std::vector<LineStatistics>> rows_;
  std::map<Names, double> scores_;
};

std::vector<std::size_t> known_lines(Stream reference) {
  std::vector<std::size_t> known;
  for (std::size_t at = 0; at < reference.size(); ++at) {
    if (reference[at].size != 0) known.push_back(at);
  }
  return known;
}

std::optional<WritingDifference> found(const WrittenSystem& system, const std::vector<std::string>& names,
                                       WritingScorer& scorer, double jump) {
  if (names.empty()) return {};
  const std::vector<std::size_t> known = known_lines(system.sides[1]);
  const std::size_t step = (known.size() + scored_again - 1) / scored_again;
  std::vector<std::size_t> places;
  for (std::size_t at = 0; at < known.size(); at += step) places.push_back(known[at]);
  if (places.empty()) return {};
  auto made = Search(system.sides, places, names, scorer).found(jump);
  if (made) made->is_sample = places.size() < known.size();
  return made;
}

bool is_last_resort(const std::string& name) {
  return std::ranges::find(last_resorts, std::string_view(name)) != std::end(last_resorts);
}

}  // namespace

std::vector<std::optional<WritingDifference>> writing_differences(const std::vector<WrittenSystem>& systems,
                                                                  bool is_sample, WritingScorer& scorer) {
  std::vector<std::optional<WritingDifference>> made;
  for (const WrittenSystem& system : systems) {
    std::vector<std::string> names = system.names;
    std::erase_if(names, is_last_resort);
    made.push_back(found(system, names, scorer, writing_limits::jump));
    for (const std::string& name : system.names) {
      if (!made.back() && is_last_resort(name)) made.back() = found(system, {name}, scorer, writing_limits::jump);
    }
  }
  const std::vector<std::optional<WritingDifference>> first = made;
  for (std::size_t at = 0; at < first.size(); ++at) {
    const auto is_alike = [&](const auto& other) {
      return other && first[at] && other->names == first[at]->names;
    };
    if (!first[at] || std::any_of(first.begin() + static_cast<std::ptrdiff_t>(at) + 1, first.end(), is_alike))
      continue;
    for (std::size_t other = 0; other < made.size(); ++other) {
      if (made[other]) continue;
      auto less = found(systems[other], first[at]->names, scorer, as_much);
      const bool is_same = less && less->names == first[at]->names;
      if (is_same && (less->after > less->before) == (first[at]->after > first[at]->before)) made[other] = less;
    }
  }
  for (auto& difference : made) {
    if (difference) difference->is_sample |= is_sample;
  }
  return made;
}

}  // namespace parbleu
