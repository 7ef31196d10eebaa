#include "parbleu/parsing/score_lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <limits>
#include <unordered_map>

#include "parbleu/unicode/white_space.hpp"

namespace parbleu {
namespace {

enum class Kind : std::uint8_t { ordinary, space, line_end, maybe_space };

// What a byte can be. In UTF-8 white space beyond ASCII begins with one of four.
constexpr auto kinds = [] {
  std::array<Kind, 256> table{};
  for (std::uint32_t c = 0; c < 0x80; ++c) table[c] = is_space(c) ? Kind::space : Kind::ordinary;
  table['\n'] = table['\r'] = Kind::line_end;
  table[0xC2] = table[0xE1] = table[0xE2] = table[0xE3] = Kind::maybe_space;
  return table;
}();

// The end of the decimal number at `at`, or null if it is not a short one with white space behind. Its digits and the
// power of ten are doubles without rounding, so that one division rounds correctly.
const char* short_number(const char* at, const char* end, double& value) {
  constexpr double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8, 1e9,
                               1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18};
  const bool negative = at != end && *at == '-';
  if (negative) ++at;
  std::uint64_t number = 0;
  const auto digits = [&] {
    const char* const start = at;
    for (; at != end && *at >= '0' && *at <= '9'; ++at)
      number = number * 10 + static_cast<std::uint64_t>(*at - '0');
    return static_cast<std::size_t>(at - start);
  };
  const std::size_t whole = digits();
  std::size_t decimals = 0;
  if (at != end && *at == '.') {
    ++at;
    decimals = digits();
  }
  const std::size_t all = whole + decimals;
  if (all == 0 || all >= std::size(powers) || number > (std::uint64_t{1} << 53)) return nullptr;
  if (at != end && static_cast<unsigned char>(*at) > ' ') return nullptr;
  value = static_cast<double>(number) / powers[decimals];
  if (negative) value = -value;
  return at;
}

// Walks through bytes, field by field.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }

  // The next field of the line; empty if there is none.
  std::string_view field() {
    skip_space();
    const std::size_t start = at_;
    while (at_ < bytes_.size()) {
      const Kind kind = kind_at(at_);
      if (kind != Kind::ordinary && (kind != Kind::maybe_space || space_here() > 0)) break;
      ++at_;
    }
    return bytes_.substr(start, at_ - start);
  }

  // Passes over the next field if it is `expected`.
  bool skip(std::string_view expected) {
    skip_space();
    const std::size_t end = at_ + expected.size();
    if (expected.empty() || !bytes_.substr(at_).starts_with(expected)) return false;
    if (end == bytes_.size() || kind_at(end) != Kind::space) return false;
    at_ = end;
    return true;
  }

  // Reads the next field if it is a plain decimal number; whether it was. "inf" and "nan(1)" are none.
  bool number(double& value) {
    skip_space();
    const char* const start = bytes_.data() + at_;
    const char* const end = bytes_.data() + bytes_.size();
    const char* stop = short_number(start, end, value);
    if (stop == nullptr) {
      const auto [rest, problem] = std::from_chars(start, end, value);
      if (problem != std::errc() || (rest[-1] != '.' && (rest[-1] < '0' || rest[-1] > '9'))) return false;
      stop = rest;
    }
    const auto after = static_cast<std::size_t>(stop - bytes_.data());
    if (after < bytes_.size() && kind_at(after) != Kind::space && kind_at(after) != Kind::line_end) return false;
    at_ = after;
    return true;
  }

  // Skips the line end, be it LF, CR LF or CR.
  void end_line() {
    if (bytes_.substr(at_, 2) == "\r\n") ++at_;
    if (!at_end()) ++at_;
  }

 private:
  [[nodiscard]] Kind kind_at(std::size_t at) const { return kinds[static_cast<unsigned char>(bytes_[at])]; }

  // How many bytes the white space here takes; 0 if there is none. Line ends are none.
  [[nodiscard]] std::size_t space_here() const {
    if (at_end()) return 0;
    const Kind kind = kind_at(at_);
    if (kind != Kind::maybe_space) return kind == Kind::space ? 1 : 0;
    const bool two = bytes_[at_] == '\xC2';
    const std::string_view rest = bytes_.substr(at_ + 1, two ? 1 : 2);
    std::uint32_t code = static_cast<unsigned char>(bytes_[at_]) & (two ? 0x1FU : 0x0FU);
    for (const char byte : rest) {
      if ((byte & 0xC0) != 0x80) return 0;
      code = code << 6 | (static_cast<unsigned char>(byte) & 0x3FU);
    }
    return rest.size() == (two ? 1U : 2U) && is_space(code) ? 1 + rest.size() : 0;
  }

  void skip_space() {
    while (const std::size_t space = space_here()) at_ += space;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
};

// Numbers names in the order of their first appearance. Most lines repeat the name of the line before.
class Names {
 public:
  Names(std::vector<std::string_view>& names, std::vector<std::uint32_t>& places, std::size_t lines)
      : names_(names), places_(places) {
    places_.reserve(lines);
  }

  // Reads the name that comes next; whether there is one.
  bool read(Cursor& cursor) {
    if (names_.empty() || !cursor.skip(names_[last_])) {
      const std::string_view name = cursor.field();
      if (name.empty()) return false;
      const auto [found, is_new] = numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
      if (is_new) names_.push_back(name);
      last_ = found->second;
    }
    places_.push_back(last_);
    return true;
  }

 private:
  std::vector<std::string_view>& names_;
  std::vector<std::uint32_t>& places_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::uint32_t last_ = 0;
};

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Reads the score that comes next; whether there is one.
bool read_score(Cursor& cursor, ScoreLines& found) {
  double score = nan;
  if (!cursor.number(score)) {
    score = nan;
    const std::string_view text = cursor.field();
    if (text.empty()) return false;
    const std::size_t line = found.scores.size();
    if (text == "None") {
      found.missing.push_back(line);
    } else {
      found.unusual.push_back({line, text});
    }
  }
  found.scores.push_back(score);
  return true;
}

}  // namespace

ScoreLines read_score_lines(std::string_view bytes, bool with_domain) {
  ScoreLines found;
  const auto lines = static_cast<std::size_t>(std::ranges::count(bytes, '\n')) + 1;
  Names systems(found.systems, found.system_of, lines);
  Names domains(found.domains, found.domain_of, with_domain ? lines : 0);
  found.scores.reserve(lines);
  Cursor cursor(bytes);
  for (std::size_t line = 1; !cursor.at_end(); cursor.end_line(), ++line) {
    std::size_t fields = with_domain && domains.read(cursor) ? 1 : 0;
    if (systems.read(cursor)) ++fields;
    if (read_score(cursor, found)) ++fields;
    while (!cursor.field().empty()) ++fields;
    if (fields != (with_domain ? 3 : 2)) throw BadScoreLine{line, fields};
  }
  return found;
}

}  // namespace parbleu
