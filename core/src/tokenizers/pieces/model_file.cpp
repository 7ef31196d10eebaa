#include "tokenizers/pieces/model_file.hpp"

#include <bit>
#include <cstddef>

#include "parbleu/tokenizers/piece_model.hpp"

namespace parbleu::pieces {
namespace {

constexpr int deepest_group = 64;

enum Wire : unsigned { varint = 0, fixed64 = 1, bytes = 2, group = 3, end_group = 4, fixed32 = 5 };

[[noreturn]] void refuse(const char* why) { throw BadPieceModel(why); }

struct Field {
  std::uint64_t number = 0;
  unsigned wire = varint;
  std::uint64_t value = 0;  // of the numbers
  std::string_view text;    // of bytes

  [[nodiscard]] bool is(std::uint64_t wanted, unsigned with) const { return number == wanted && wire == with; }
};

// The fields of one message, in their order.
class Fields {
 public:
  explicit Fields(std::string_view data) : rest_(data) {}

  bool next(Field& field) {
    if (rest_.empty()) return false;
    read_field(field, 0);
    return true;
  }

 private:
  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) refuse("it ends in the middle of a field");
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(size));
    rest_.remove_prefix(static_cast<std::size_t>(size));
    return taken;
  }

  std::uint64_t read_varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
      const auto byte = static_cast<std::uint8_t>(take(1).front());
      if (shift < 64) value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return value;
    }
    refuse("a number has more than ten bytes");
  }

  std::uint64_t read_fixed(std::size_t size) {
    std::uint64_t value = 0;
    const std::string_view taken = take(size);
    for (std::size_t at = 0; at < size; ++at) {
      value |= std::uint64_t{static_cast<std::uint8_t>(taken[at])} << (8 * at);
    }
    return value;
  }

  void read_field(Field& field, int depth) {
    const std::uint64_t tag = read_varint();
    field = {.number = tag >> 3, .wire = static_cast<unsigned>(tag & 7), .value = 0, .text = {}};
    if (field.number == 0 || tag >> 32 != 0) refuse("a field has no valid number");
    switch (field.wire) {
      case varint:
        field.value = read_varint();
        return;
      case fixed64:
        field.value = read_fixed(8);
        return;
      case bytes:
        field.text = take(read_varint());
        return;
      case fixed32:
        field.value = read_fixed(4);
        return;
      case group:
        return skip_group(field.number, depth);
      default:
        refuse("a field has an unknown type");
    }
  }

  // Groups, which no version of the format has.
  void skip_group(std::uint64_t number, int depth) {
    if (depth == deepest_group) refuse("groups are nested too deeply");
    for (;;) {
      const std::string_view before = rest_;
      const std::uint64_t tag = read_varint();
      if ((tag & 7) == end_group) {
        if (tag >> 3 != number) refuse("a group ends as another one");
        return;
      }
      rest_ = before;
      Field inner;
      read_field(inner, depth + 1);
    }
  }

  std::string_view rest_;
};

PieceEntry read_piece(std::string_view data) {
  PieceEntry entry;
  Fields fields(data);
  for (Field field; fields.next(field);) {
    if (field.is(1, bytes)) entry.text = field.text;
    if (field.is(2, fixed32)) entry.score = std::bit_cast<float>(static_cast<std::uint32_t>(field.value));
    if (field.is(3, varint) && field.value >= 1 && field.value <= 6)
      entry.type = static_cast<PieceType>(field.value);
  }
  return entry;
}

void read_training(std::string_view data, ModelFile& file) {
  Fields fields(data);
  for (Field field; fields.next(field);) {
    if (field.is(3, varint)) file.type = field.value;
    if (field.is(24, varint)) file.whitespace_as_suffix = field.value != 0;
    if (field.is(35, varint)) file.byte_fallback = field.value != 0;
    if (field.is(44, bytes)) file.unknown_surface = field.text;
  }
}

void read_normalizer(std::string_view data, ModelFile& file) {
  Fields fields(data);
  for (Field field; fields.next(field);) {
    if (field.is(2, bytes)) file.rules = field.text;
    if (field.is(3, varint)) file.add_dummy_prefix = field.value != 0;
    if (field.is(4, varint)) file.remove_extra_whitespaces = field.value != 0;
    if (field.is(5, varint)) file.escape_whitespaces = field.value != 0;
  }
}

void read_denormalizer(std::string_view data, ModelFile& file) {
  Fields fields(data);
  for (Field field; fields.next(field);) {
    if (field.is(2, bytes)) file.restoring_rules = field.text;
  }
}

}  // namespace

ModelFile read_model_file(std::string_view data) {
  ModelFile file;
  Fields fields(data);
  for (Field field; fields.next(field);) {
    if (field.is(1, bytes)) file.pieces.push_back(read_piece(field.text));
    if (field.is(2, bytes)) read_training(field.text, file);
    if (field.is(3, bytes)) read_normalizer(field.text, file);
    if (field.is(5, bytes)) read_denormalizer(field.text, file);
  }
  return file;
}

}  // namespace parbleu::pieces
