#include "reference/slow_tokenizers.hpp"

#include <algorithm>
#include <functional>
#include <span>

#include "parbleu/unicode/unicode.hpp"
#include "unicode/code_point_map.hpp"

namespace parbleu::test {
namespace {

struct CaseRun {
  std::uint32_t first;
  std::uint32_t last;
  std::uint32_t step;
  std::int32_t delta;
};

#include "generated/classes_unicode_17_0.inc"
#include "generated/lower_unicode_14_0.inc"

using Set = std::function<bool(char32_t)>;

Set in(std::span<const Range> ranges) {
  return [ranges](char32_t c) {
    return std::ranges::any_of(ranges, [c](Range range) { return range.first <= c && c <= range.last; });
  };
}

Set in(std::u32string_view characters) {
  return [characters](char32_t c) { return characters.find(c) != std::u32string_view::npos; };
}

Set no(Set set) {
  return [set = std::move(set)](char32_t c) { return !set(c); };
}

// Every (first)(second), left to right without overlap, becomes `before` \1 ` ` \2 `after`.
std::u32string apart(const std::u32string& text, const Set& first, const Set& second, std::u32string_view before,
                     std::u32string_view after) {
  std::u32string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at + 1 < text.size() && first(text[at]) && second(text[at + 1])) {
      result += before;
      result += text[at];
      result += U' ';
      result += text[++at];
      result += after;
    } else {
      result += text[at];
    }
  }
  return result;
}

// Blanks around every character of the set.
std::u32string surround(const std::u32string& text, const Set& set) {
  std::u32string result;
  for (const char32_t c : text) result += set(c) ? std::u32string{U' ', c, U' '} : std::u32string{c};
  return result;
}

std::u32string remove(const std::u32string& text, const Set& set) {
  std::u32string result;
  std::ranges::copy_if(text, std::back_inserter(result), [&](char32_t c) { return !set(c); });
  return result;
}

std::u32string replace(const std::u32string& text, std::u32string_view from, std::u32string_view to) {
  std::u32string result;
  for (std::size_t at = 0; at < text.size();) {
    if (std::u32string_view(text).substr(at, from.size()) == from) {
      result += to;
      at += from.size();
    } else {
      result += text[at++];
    }
  }
  return result;
}

std::u32string unescape(std::u32string text) {
  text = replace(text, U"&quot;", U"\"");
  text = replace(text, U"&amp;", U"&");
  text = replace(text, U"&lt;", U"<");
  return replace(text, U"&gt;", U">");
}

std::u32string collapse(const std::u32string& text) {
  std::u32string result;
  for (const std::u32string& word : slow_split(text)) result += (result.empty() ? U"" : U" ") + word;
  return result;
}

std::u32string strip(const std::u32string& text) {
  const auto first = std::ranges::find_if_not(text, is_space);
  const auto last = std::find_if_not(text.rbegin(), std::make_reverse_iterator(first), is_space).base();
  return {first, last};
}

const Set digit = in(U"0123456789");
const Set point = in(U".,");
constexpr std::u32string_view standing_apart = U" !\"#$%&()*+/:;<=>?@[\\]^_`{|}~";

std::u32string western_points(std::u32string text) {
  text = apart(text, no(digit), point, U"", U" ");
  text = apart(text, point, no(digit), U" ", U"");
  return apart(text, digit, in(U"-"), U"", U" ");
}

std::u32string western(const std::u32string& text) {
  return collapse(western_points(surround(text, in(standing_apart))));
}

std::u32string slow_13a(std::u32string text) {
  text = replace(text, U"<skipped>", U"");
  text = replace(text, U"-\n", U"");
  text = replace(text, U"\n", U" ");
  return western(U" " + unescape(text) + U" ");
}

std::u32string slow_intl(std::u32string text) {
  text = apart(text, no(in(numbers)), in(punctuation), U"", U" ");
  text = apart(text, in(punctuation), no(in(numbers)), U" ", U"");
  return collapse(surround(text, in(symbols)));
}

std::u32string slow_zh(const std::u32string& text) {
  static constexpr Range chinese[] = {
      {0x2001, 0x2A6D}, {0x2E80, 0x2EFF}, {0x2F00, 0x2FDF}, {0x2FF0, 0x2FFF}, {0x3000, 0x303F}, {0x3100, 0x312F},
      {0x31A0, 0x31BF}, {0x31C0, 0x31EF}, {0x3200, 0x32FF}, {0x3300, 0x33FF}, {0x3400, 0x4DB5}, {0x4E00, 0x9FA5},
      {0x9FA6, 0x9FBB}, {0xF900, 0xFA2D}, {0xFA30, 0xFA6A}, {0xFA70, 0xFAD9}, {0xFE10, 0xFE1F}, {0xFE30, 0xFE4F},
      {0xFF00, 0xFFEF}, {0x2600, 0x26FF}, {0x2700, 0x27BF},
  };
  return western(surround(strip(text), in(chinese)));
}

std::u32string slow_char(const std::u32string& text) {
  std::u32string result;
  for (const char32_t c : text) result += result.empty() ? std::u32string{c} : std::u32string{U' ', c};
  return result;
}

constexpr Range asian_points[] = {
    {0x3001, 0x3001}, {0x3002, 0x3002}, {0x3008, 0x3011}, {0x3014, 0x301F}, {0xFF61, 0xFF65}, {0x30FB, 0x30FB},
};
constexpr std::u32string_view full_width_points = U"\xFF0E\xFF0C\xFF1F\xFF1A\xFF1B\xFF01\xFF02\xFF08\xFF09";

std::u32string asian(std::u32string text) {
  static constexpr Range sets[][3] = {
      {{0x4E00, 0x9FFF}, {0x3400, 0x4DBF}, {1, 0}},
      {{0x31C0, 0x31EF}, {0x2E80, 0x2EFF}, {1, 0}},
      {{0x3300, 0x33FF}, {0xF900, 0xFAFF}, {0xFE30, 0xFE4F}},
      {{0x3200, 0x3F22}, {1, 0}, {1, 0}},
  };
  for (const auto& set : sets) text = surround(text, in(set));
  return surround(surround(text, in(asian_points)), in(full_width_points));
}

std::u32string normalize(std::u32string text, bool asian_support) {
  text = replace(text, U"\n-", U"");
  text = replace(text, U"\n", U" ");
  text = surround(U" " + unescape(text) + U" ", in(standing_apart));
  text = western_points(replace(text, U"'s ", U" 's "));
  return asian_support ? asian(text) : text;
}

}  // namespace

std::vector<std::u32string> slow_split(const std::u32string& text) {
  std::vector<std::u32string> words(1);
  for (const char32_t c : text) {
    if (!is_space(c)) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

std::u32string slow_lower(const std::u32string& text) {
  std::u32string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char32_t c = text[at];
    if (c == 0x130) {
      result += U"i\x307";
    } else if (c == 0x3A3) {
      const std::u32string before = remove(text.substr(0, at), in(case_ignorable));
      const std::u32string after = remove(text.substr(at + 1), in(case_ignorable));
      const bool end = !before.empty() && in(cased)(before.back()) && (after.empty() || !in(cased)(after.front()));
      result += end ? U'\x3C2' : U'\x3C3';
    } else {
      std::int32_t delta = 0;
      for (const CaseRun& run : lower_runs) {
        if (run.first <= c && c <= run.last && (c - run.first) % run.step == 0) delta = run.delta;
      }
      result += static_cast<char32_t>(static_cast<std::int32_t>(c) + delta);
    }
  }
  return result;
}

std::u32string slow_tokenize(std::string_view name, const std::u32string& line) {
  if (name == "13a") return slow_13a(line);
  if (name == "intl") return slow_intl(line);
  if (name == "zh") return slow_zh(line);
  if (name == "char") return slow_char(line);
  return line;
}

std::u32string slow_tokenize_ter(const TerTokenizer& options, const std::u32string& line) {
  std::u32string text = options.case_sensitive ? line : slow_lower(line);
  if (options.normalized) text = normalize(text, options.asian_support);
  if (options.no_punct) text = remove(text, in(U".,?:;!\"()"));
  if (options.no_punct && options.asian_support) {
    text = remove(remove(text, in(asian_points)), in(full_width_points));
  }
  return collapse(text);
}

}  // namespace parbleu::test
