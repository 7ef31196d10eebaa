// Converts Python's sequences of tokens to lists of ids.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "arrow.hpp"
#include "parbleu/base/arena.hpp"
#include "parbleu/base/hash_table.hpp"
#include "parbleu/metrics/id_bleu.hpp"

namespace parbleu::bindings {

// What tokens are in a corpus: whole numbers, or strings, which it numbers. Never both.
class Vocabulary {
 public:
  [[nodiscard]] bool accepts_integers();
  [[nodiscard]] bool accepts_strings();
  // The id of a string, which stays alive with this object.
  std::uint64_t id(nb::handle string);

 private:
  enum class Kind { unknown, integers, strings };

  // A string of more than a few bytes.
  struct Entry {
    std::uint64_t hash = 0;
    std::string_view bytes;
    std::size_t width = 0;
    std::size_t number = 0;
    [[nodiscard]] bool empty() const { return bytes.data() == nullptr; }
  };

  std::size_t number(nb::handle string, std::string_view bytes, std::size_t width);

  Kind kind_ = Kind::unknown;
  HashTable<Entry> table_;
  std::vector<nb::object> strings_;
  // Where strings are copied that cannot be looked into: the one at hand, and the numbered ones.
  Arena at_hand_;
  Arena copies_;
};

struct TokenLists {
  IdLists lists;
  bool grouped;

  [[nodiscard]] std::size_t size() const { return grouped ? lists.groups() : lists.size(); }
};

// Reads a stream of sequences, or of groups of sequences, the references of each segment.
class TokenReader {
 public:
  TokenReader(TokenLists& result, Vocabulary& vocabulary, std::string what, bool may_miss);

  // `data` is an iterable, the capsule of an Arrow stream, or the pair of capsules of an Arrow array.
  void read(nb::handle data);

 private:
  void read_arrow(const ArrowSchema& schema, const ArrowArray& array);
  void arrow_row(const ArrowSchema& schema, const ArrowArray& array, std::int64_t row, bool grouped);
  void arrow_tokens(const ArrowSchema& schema, const ArrowArray& tokens, std::int64_t begin, std::int64_t end);
  void segment(nb::handle item);
  void sequence(nb::handle item);
  bool buffer(nb::handle item);
  void tokens(nb::handle list);
  void number(nb::handle item);
  void other(const nb::object& item);
  void integer(std::int64_t id);
  void string(nb::handle item);
  void miss();

  [[nodiscard]] std::string place() const;
  [[noreturn]] void bad_sequence(nb::handle item) const;
  [[noreturn]] void bad_token(const std::string& problem) const;
  [[noreturn]] void mixed() const;

  TokenLists& result_;
  Vocabulary& vocabulary_;
  std::string what_;
  bool may_miss_;
  std::size_t segment_ = 0;
  std::size_t reference_ = 0;
  std::size_t token_ = 0;
};

}  // namespace parbleu::bindings
