#include "parbleu/parsing/score_lines.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <span>
#include <unordered_map>

#include "base/kernel_levels.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "parsing/decimal_number.hpp"

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

// How many of eight bytes, the first of which is the lowest, are digits before anything else.
PARBLEU_INLINE unsigned leading_digits(std::uint64_t bytes) {
  constexpr std::uint64_t each = 0x0101010101010101ULL;
  const std::uint64_t not_three = (bytes & (0xF0 * each)) ^ (0x30 * each);  // the high half of a digit is 3,
  const std::uint64_t above_nine = ((bytes & (0x0F * each)) + 6 * each) & (0x10 * each);  // the low one below 10
  const std::uint64_t others = not_three | above_nine;
  return others == 0 ? 8 : static_cast<unsigned>(std::countr_zero(others)) / 8;
}

// The number that eight digits make, the first of which is the lowest byte; a byte of zero counts as a 0.
PARBLEU_INLINE std::uint64_t eight_digits(std::uint64_t digits) {
  digits = (digits & 0x0F0F0F0F0F0F0F0FULL) * (10 * 0x100 + 1) >> 8;
  digits = (digits & 0x00FF00FF00FF00FFULL) * (100 * 0x10000 + 1) >> 16;
  return (digits & 0x0000FFFF0000FFFFULL) * (10000 * 0x100000000ULL + 1) >> 32;
}

constexpr std::size_t most_digits = 19;  // that fit 64 bits

constexpr double exact_powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                   1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};

constexpr auto powers_of_ten = [] {
  std::array<std::uint64_t, most_digits + 1> powers{1};
  for (std::size_t at = 1; at < powers.size(); ++at) powers[at] = 10 * powers[at - 1];
  return powers;
}();

// Appends the digits at `at` to a number, which overflows if there are too many; the end of the digits, or of 24.
PARBLEU_INLINE const char* append_digits(const char* at, std::uint64_t& number) {
  for (int block = 0; block < 3; ++block) {
    std::uint64_t bytes = 0;
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(&bytes, at, sizeof(bytes));
    } else {
      for (int byte = 8; byte-- > 0;) bytes = bytes << 8 | static_cast<unsigned char>(at[byte]);
    }
    const unsigned count = leading_digits(bytes);
    if (count == 0) break;
    number = number * powers_of_ten[count] + eight_digits(bytes << (64 - 8 * count));
    at += count;
    if (count < 8) break;
  }
  return at;
}

__extension__ typedef unsigned __int128 Wide;

// 2^(63 + b) / 10^n, rounded down, where 10^n has b binary digits: 64 binary digits.
constexpr auto reciprocals = [] {
  std::array<std::uint64_t, most_digits + 1> result{};
  for (std::size_t at = 1; at < result.size(); ++at) {
    const int more = 63 - std::countl_zero(powers_of_ten[at]);
    result[at] = static_cast<std::uint64_t>((static_cast<Wide>(1) << (64 + more)) / powers_of_ten[at]);
  }
  return result;
}();

// The quotient of a number above 0 and 10^decimals, if it is clear how to round it. Of the quotient's binary
// digits it takes 63 or 64, which are too small by less than 2; the last one it sets, as something always follows.
PARBLEU_INLINE bool clear_quotient(std::uint64_t number, std::size_t decimals, double& value) {
  if (decimals == 0) {
    value = static_cast<double>(number);
    return true;
  }
  const int shift = std::countl_zero(number);
  const auto found = static_cast<std::uint64_t>(static_cast<Wide>(number << shift) * reciprocals[decimals] >> 64);
  if ((found & 0x1FE) == 0x1FE) return false;
  const int exponent = std::countl_zero(powers_of_ten[decimals]) - shift - 62;
  const double scale = std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
  value = static_cast<double>(static_cast<std::int64_t>(found >> 1 | 1)) * scale;
  return true;
}

constexpr std::size_t number_room = 64;  // how many bytes short_number may look at

// The end of the decimal number at `at`, or null if it has no digit or more than 19, or a double that is hard to tell.
// An exponent may follow.
PARBLEU_INLINE const char* short_number(const char* at, double& value) {
  const bool negative = *at == '-';
  if (negative) ++at;
  std::uint64_t number = 0;
  const char* const start = at;
  at = append_digits(at, number);
  auto digits = static_cast<std::size_t>(at - start);
  std::size_t decimals = 0;
  if (*at == '.') {
    const char* const point = at++;
    at = append_digits(at, number);
    decimals = static_cast<std::size_t>(at - point) - 1;
    digits += decimals;
  }
  if (digits == 0 || digits > most_digits) return nullptr;
  if (number == 0 || !clear_quotient(number, decimals, value)) {
    if (number > std::uint64_t{1} << 53) return nullptr;
    value = static_cast<double>(number) / exact_powers[decimals];  // nothing but this division rounds
  }
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
    const char* stop = bytes_.size() - at_ < number_room ? nullptr : short_number(start, value);
    if (stop == nullptr || *stop == 'e' || *stop == 'E') {
      stop = read_decimal(start, end, value);
      if (stop == nullptr || (stop[-1] != '.' && (stop[-1] < '0' || stop[-1] > '9'))) return false;
    }
    const auto after = static_cast<std::size_t>(stop - bytes_.data());
    if (after < bytes_.size() && kind_at(after) != Kind::space && kind_at(after) != Kind::line_end) return false;
    at_ = after;
    return true;
  }

  // Passes over a line if it is `name`, a space or TAB, a short number and LF.
  bool plain_line(std::string_view name, double& value) {
    if (bytes_.size() - at_ < name.size() + 1 + number_room || !bytes_.substr(at_).starts_with(name)) return false;
    const char* const space = bytes_.data() + at_ + name.size();
    if (*space != '\t' && *space != ' ') return false;
    const char* const stop = short_number(space + 1, value);
    if (stop == nullptr || *stop != '\n') return false;
    at_ = static_cast<std::size_t>(stop - bytes_.data()) + 1;
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

  // Reads lines of the name that was read last, as far as they are plain; how many there were.
  std::size_t read_plain_lines(Cursor& cursor, std::vector<double>& scores) {
    if (names_.empty()) return 0;
    const std::size_t before = scores.size();
    const std::string_view name = names_[last_];
    for (double score = 0; cursor.plain_line(name, score);) scores.push_back(score);
    places_.resize(scores.size(), last_);
    return scores.size() - before;
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

// How many lines there are if all are as long as the first ones, and some more.
std::size_t likely_lines(std::string_view bytes) {
  const std::string_view first = bytes.substr(0, 4096);
  const auto ends = static_cast<std::size_t>(std::ranges::count(first, '\n')) + 1;
  return first.size() == bytes.size() ? ends : bytes.size() / first.size() * ends * 9 / 8;
}

}  // namespace

ScoreLines read_score_lines(std::string_view bytes, bool with_domain) {
  ScoreLines found;
  const std::size_t lines = likely_lines(bytes);
  Names systems(found.systems, found.system_of, lines);
  Names domains(found.domains, found.domain_of, with_domain ? lines : 0);
  found.scores.reserve(lines);
  Cursor cursor(bytes);
  for (std::size_t line = 1; !cursor.at_end(); cursor.end_line(), ++line) {
    if (!with_domain) line += systems.read_plain_lines(cursor, found.scores);
    if (cursor.at_end()) break;
    std::size_t fields = with_domain && domains.read(cursor) ? 1 : 0;
    if (systems.read(cursor)) ++fields;
    if (read_score(cursor, found)) ++fields;
    while (!cursor.field().empty()) ++fields;
    if (fields != (with_domain ? 3 : 2)) throw BadScoreLine{line, fields};
  }
  return found;
}

bool in_equal_blocks(const ScoreLines& lines) {
  const std::vector<std::uint32_t>& places = lines.system_of;
  if (lines.systems.empty() || places.size() % lines.systems.size() != 0) return false;
  const std::size_t each = places.size() / lines.systems.size();
  for (std::size_t system = 0; system < lines.systems.size(); ++system) {
    const auto block = std::span(places).subspan(system * each, each);
    if (!std::ranges::all_of(block, [&](std::uint32_t place) { return place == system; })) return false;
  }
  return true;
}

}  // namespace parbleu
