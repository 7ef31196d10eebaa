// Binds Arrow string columns: views of the producer's own buffers, without Python strings.
#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "arrow.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "segments.hpp"

namespace parbleu::bindings {
namespace {

Bytes slice(const void* data, std::int64_t begin, std::int64_t end) {
  if (end <= begin) return {};  // the data buffer of an empty column may be null
  return {static_cast<const std::uint8_t*>(data) + begin, static_cast<std::size_t>(end - begin)};
}

template <class Offset>
bool offset_row(const ArrowArray& array, std::int64_t row, Bytes& bytes) {
  const void* offsets = array.buffers[1];
  const auto least = read<Offset>(offsets, array.offset);
  const auto most = read<Offset>(offsets, array.offset + array.length);
  const auto begin = read<Offset>(offsets, row);
  const auto end = read<Offset>(offsets, row + 1);
  if (least < 0 || begin < least || end < begin || most < end) return false;
  bytes = slice(array.buffers[2], begin, end);
  return true;
}

bool view_row(const ArrowArray& array, std::int64_t row, Bytes& bytes) {
  constexpr std::int64_t view_size = 16;
  constexpr std::int32_t most_inline = 12;
  const auto* view = static_cast<const std::byte*>(array.buffers[1]) + row * view_size;
  constexpr std::int64_t other_buffers =
      3;  // whether rows are valid, the views, and the sizes of the buffers between
  const auto size = read<std::int32_t>(view, 0);
  if (size < 0) return false;
  if (size <= most_inline) {
    bytes = slice(view, 4, 4 + size);
    return true;
  }
  const auto number = read<std::int32_t>(view, 2);
  const auto begin = read<std::int32_t>(view, 3);
  const auto end = std::int64_t{begin} + size;
  if (number < 0 || number >= array.n_buffers - other_buffers || begin < 0) return false;
  if (end > read<std::int64_t>(array.buffers[array.n_buffers - 1], number)) return false;
  bytes = slice(array.buffers[2 + number], begin, end);
  return true;
}

template <class Index>
std::int64_t index_row(const ArrowArray& array, std::int64_t row) {
  return static_cast<std::int64_t>(read<Index>(array.buffers[1], row));
}

}  // namespace

RowBytes string_layout(std::string_view format) {
  if (format == "u") return offset_row<std::int32_t>;
  if (format == "U") return offset_row<std::int64_t>;
  if (format == "vu") return view_row;
  return nullptr;
}

RowIndex index_layout(char format) {
  switch (format) {
    case 'c':
      return index_row<std::int8_t>;
    case 'C':
      return index_row<std::uint8_t>;
    case 's':
      return index_row<std::int16_t>;
    case 'S':
      return index_row<std::uint16_t>;
    case 'i':
      return index_row<std::int32_t>;
    case 'I':
      return index_row<std::uint32_t>;
    case 'l':
      return index_row<std::int64_t>;
    case 'L':
      return index_row<std::uint64_t>;
    default:
      return nullptr;
  }
}

namespace {

[[noreturn]] void raise_outside(std::size_t segment) {
  const std::string message = "segment " + std::to_string(segment) + " is " + outside_buffers;
  throw nb::value_error(message.c_str());
}

Text text_of(Bytes bytes, std::size_t segment, Arena& arena) {
  const Decoded decoded = decode_utf8(bytes, arena);
  if (decoded.bad_byte) {
    const std::string message = "segment " + std::to_string(segment) + " is not valid UTF-8";
    throw nb::value_error(message.c_str());
  }
  return decoded.text;
}

void push_chunk(Segments& segments, const ArrowSchema& schema, const ArrowArray& array) {
  const std::string_view format = schema.format;
  const bool encoded = schema.dictionary != nullptr;
  const std::string_view strings = encoded ? schema.dictionary->format : schema.format;
  const bool nothing = strings == "n";  // the type of a column that holds only nulls
  const RowBytes bytes = string_layout(strings);
  const RowIndex index = encoded ? index_layout(format.front()) : nullptr;
  if (!nothing && (bytes == nullptr || (encoded && index == nullptr))) {
    const std::string message = "its Arrow type is '" + std::string(format) + "'";
    throw nb::type_error(message.c_str());
  }
  segments.reserve(segments.size() + static_cast<std::size_t>(array.length));
  for (std::int64_t row = array.offset; row < array.offset + array.length; ++row) {
    const ArrowArray* values = &array;
    std::int64_t at = row;
    bool present = !nothing && valid(array, row);
    if (present && encoded) {
      values = array.dictionary;
      at = index(array, row);
      if (!has_row(*values, at)) raise_outside(segments.size());
      at += values->offset;
      present = valid(*values, at);
    }
    Bytes found;
    if (present && !bytes(*values, at, found)) raise_outside(segments.size());
    segments.push(present ? text_of(found, segments.size(), segments.arena()) : Text{});
  }
}

std::unique_ptr<Segments> segments_of(const ArrowSchema& schema, std::unique_ptr<Chunks> chunks) {
  auto result = std::make_unique<Segments>();
  for (const auto& chunk : *chunks) push_chunk(*result, schema, chunk.value);
  result->own(nb::capsule(chunks.release(), [](void* pointer) noexcept { delete static_cast<Chunks*>(pointer); }));
  return result;
}

}  // namespace

void take_stream(nb::handle capsule, Held<ArrowSchema>& schema, Chunks& chunks) {
  Held<ArrowArrayStream> stream;
  take(stream, capsule, "arrow_array_stream");
  const auto check = [&](int status) {
    if (status == 0) return;
    const char* reason = stream.value.get_last_error(&stream.value);
    throw nb::value_error(reason != nullptr ? reason : "the Arrow stream failed");
  };
  check(stream.value.get_schema(&stream.value, &schema.value));
  while (true) {
    auto& chunk = chunks.emplace_back();
    check(stream.value.get_next(&stream.value, &chunk.value));
    if (chunk.value.release == nullptr) break;
  }
  chunks.pop_back();
}

namespace {

std::unique_ptr<Segments> from_arrow_stream(nb::handle capsule) {
  Held<ArrowSchema> schema;
  auto chunks = std::make_unique<Chunks>();
  take_stream(capsule, schema, *chunks);
  return segments_of(schema.value, std::move(chunks));
}

std::unique_ptr<Segments> from_arrow_array(nb::handle schema_capsule, nb::handle array_capsule) {
  Held<ArrowSchema> schema;
  take(schema, schema_capsule, "arrow_schema");
  auto chunks = std::make_unique<Chunks>();
  take(chunks->emplace_back(), array_capsule, "arrow_array");
  return segments_of(schema.value, std::move(chunks));
}

}  // namespace

void bind_arrow(nb::module_& module) {
  module.def("segments_from_arrow_stream", &from_arrow_stream, nb::arg("capsule"),
             nb::sig("def segments_from_arrow_stream(capsule: object) -> Segments"),
             "The column behind `__arrow_c_stream__()`. Raises TypeError if it does not hold strings.");
  module.def("segments_from_arrow_array", &from_arrow_array, nb::arg("schema"), nb::arg("array"),
             nb::sig("def segments_from_arrow_array(schema: object, array: object) -> Segments"),
             "The column behind `__arrow_c_array__()`. Raises TypeError if it does not hold strings.");
}

}  // namespace parbleu::bindings
