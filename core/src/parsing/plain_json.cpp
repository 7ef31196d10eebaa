#include "parbleu/parsing/plain_json.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace parbleu {
namespace {

const char* find(const char* begin, const char* end, char wanted) {
  const void* const place = std::memchr(begin, wanted, static_cast<std::size_t>(end - begin));
  return place == nullptr ? end : static_cast<const char*>(place);
}

// A string of JSON: its characters as they stand, and whether one is an escape.
struct Quoted {
  std::string_view text;
  bool escaped;
};

// Reads the string that begins behind a quote; `at` is then its last quote, or the end of a text that has none.
Quoted read_string(const char*& at, const char* end) {
  const char* const begin = at;
  at = find(begin, end, '"');
  const char* escape = find(begin, at, '\\');
  const bool escaped = escape != at;
  while (escape != at) {
    const char* const next = escape + std::min<std::ptrdiff_t>(2, end - escape);
    if (next > at) at = find(next, end, '"');
    escape = find(next, at, '\\');
  }
  return {{begin, static_cast<std::size_t>(at - begin)}, escaped};
}

// The objects and lists that are open, and the keys of the objects.
class OpenBrackets {
 public:
  explicit OpenBrackets(std::size_t deepest) : deepest_(deepest) {}

  // Returns false if there are too many.
  bool open(bool is_object) {
    if (brackets_.size() == deepest_) return false;
    brackets_.push_back({is_object, keys_.size()});
    return true;
  }
  // Returns false if none is open.
  bool close() {
    if (brackets_.empty()) return false;
    keys_.resize(brackets_.back().first_key);
    brackets_.pop_back();
    return true;
  }
  [[nodiscard]] bool in_object() const { return !brackets_.empty() && brackets_.back().is_object; }
  // Returns false if the object has the key, or most_plain_keys others.
  bool add(std::string_view key) {
    const auto first = keys_.begin() + static_cast<std::ptrdiff_t>(brackets_.back().first_key);
    if (std::find(first, keys_.end(), key) != keys_.end()) return false;
    keys_.push_back(key);
    return keys_.size() - brackets_.back().first_key <= most_plain_keys;
  }

 private:
  struct Bracket {
    bool is_object;
    std::size_t first_key;
  };

  std::size_t deepest_;
  std::vector<Bracket> brackets_;
  std::vector<std::string_view> keys_;
};

bool is_digit(char unit) { return unit >= '0' && unit <= '9'; }

}  // namespace

bool is_plain_json(std::string_view text, std::size_t deepest, std::size_t longest) {
  OpenBrackets brackets(deepest);
  bool key_is_next = false;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end; ++at) {
    if (*at == '"') {
      const Quoted string = read_string(++at, end);
      if (at == end) return false;
      if (key_is_next && (string.escaped || !brackets.add(string.text))) return false;
      key_is_next = false;
    } else if (*at == '{' || *at == '[') {
      key_is_next = *at == '{';
      if (!brackets.open(key_is_next)) return false;
    } else if (*at == '}' || *at == ']') {
      key_is_next = false;
      if (!brackets.close()) return false;
    } else if (*at == ',') {
      key_is_next = brackets.in_object();
    } else if (is_digit(*at)) {
      const char* const last = std::find_if_not(at, end, is_digit) - 1;
      if (static_cast<std::size_t>(last - at) >= longest) return false;
      at = last;
    }
  }
  return true;
}

}  // namespace parbleu
