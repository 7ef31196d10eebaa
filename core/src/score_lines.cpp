#include "parbleu/score_lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <unordered_map>

#include "parbleu/unicode.hpp"

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

// Walks through bytes, field by field.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }

  // The next field of the line; empty if there is none. `guess` is what it probably is.
  std::string_view field(std::string_view guess = {}) {
    while (const std::size_t space = space_here()) at_ += space;
    const std::size_t start = at_;
    if (!guess.empty() && bytes_.compare(start, guess.size(), guess) == 0) at_ += guess.size();
    while (at_ < bytes_.size()) {
      const Kind kind = kind_at(at_);
      if (kind == Kind::ordinary || (kind == Kind::maybe_space && space_here() == 0)) {
        ++at_;
      } else {
        break;
      }
    }
    return bytes_.substr(start, at_ - start);
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
      code = code << 6 | (byte & 0x3FU);
    }
    return rest.size() == (two ? 1U : 2U) && is_space(code) ? 1 + rest.size() : 0;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
};

// Numbers names in the order of their first appearance. Most lines repeat the name of the line before.
class Names {
 public:
  explicit Names(std::vector<std::string_view>& names) : names_(names) {}

  std::uint32_t operator()(std::string_view name) {
    if (last_ < names_.size() && names_[last_] == name) return last_;
    const auto [found, is_new] = places_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(name);
    return last_ = found->second;
  }

  // The name of the line before, if there is one.
  [[nodiscard]] std::string_view last() const { return names_.empty() ? std::string_view() : names_[last_]; }

 private:
  std::vector<std::string_view>& names_;
  std::unordered_map<std::string_view, std::uint32_t> places_;
  std::uint32_t last_ = 0;
};

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

void add_score(std::string_view text, ScoreLines& found) {
  const std::size_t line = found.scores.size();
  double score = nan;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), score);
  if (problem != std::errc() || end != text.data() + text.size() || text.back() == ')') {
    score = nan;
    if (text == "None") {
      found.missing.push_back(line);
    } else {
      found.unusual.push_back({line, text});
    }
  }
  found.scores.push_back(score);
}

}  // namespace

ScoreLines read_score_lines(std::string_view bytes, bool with_domain) {
  ScoreLines found;
  Names systems(found.systems);
  Names domains(found.domains);
  const std::size_t wanted = with_domain ? 3 : 2;
  const auto lines = static_cast<std::size_t>(std::ranges::count(bytes, '\n')) + 1;
  found.scores.reserve(lines);
  found.system_of.reserve(lines);
  if (with_domain) found.domain_of.reserve(lines);
  for (Cursor cursor(bytes); !cursor.at_end(); cursor.end_line()) {
    const std::string_view domain = with_domain ? cursor.field(domains.last()) : std::string_view();
    const std::string_view system = cursor.field(systems.last());
    const std::string_view score = cursor.field();
    std::size_t fields = (domain.empty() ? 0U : 1U) + (system.empty() ? 0U : 1U) + (score.empty() ? 0U : 1U);
    while (!cursor.field().empty()) ++fields;
    if (fields != wanted) throw BadScoreLine{found.scores.size() + 1, fields};
    if (with_domain) found.domain_of.push_back(domains(domain));
    found.system_of.push_back(systems(system));
    add_score(score, found);
  }
  return found;
}

}  // namespace parbleu
