// Parses lines `SYSTEM SCORE` or `DOMAIN SYSTEM SCORE` of the score files of evaluation sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace parbleu {

// Thrown for a line with another number of fields; counted from 1.
struct BadScoreLine {
  std::size_t line;
  std::size_t fields;
};

// What stands in a score file. All texts are views of the bytes.
struct ScoreLines {
  // A score that is no plain decimal number: a `1_000` or `+1` that only some languages call a number, or none.
  struct Unusual {
    std::size_t line;  // counted from 0
    std::string_view text;
  };

  std::vector<std::string_view> systems;  // in order of first appearance
  std::vector<std::string_view> domains;  // the same; empty where lines have no domain
  std::vector<std::uint32_t> system_of;   // for each line its place in `systems`
  std::vector<std::uint32_t> domain_of;
  std::vector<double> scores;        // one a line; NaN where it is `None` or unusual
  std::vector<std::size_t> missing;  // the lines, counted from 0, of `None`
  std::vector<Unusual> unusual;
};

// Splits UTF-8 into lines at LF, CR LF and CR, and each line into fields at Python's white space, which must be
// three with a domain and else two. Decimal numbers are rounded correctly.
ScoreLines read_score_lines(std::string_view bytes, bool with_domain);

// Whether the lines of each system stand together, and are as many as those of every other.
bool in_equal_blocks(const ScoreLines& lines);

}  // namespace parbleu
