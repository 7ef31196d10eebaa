// Reads columns of any library through the Arrow C data interface, as views of its buffers.
//
// The interface does not tell how long buffers are. So each place that a buffer names is compared with what is known: the
// first and the last offset of a column, the length of its child or dictionary, and the sizes that come with views. That
// the last offset lies in its buffer, and that buffers are as long as the column, is the library's word.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <span>
#include <string_view>

namespace parbleu::bindings {

namespace nb = nanobind;

// The three structures as https://arrow.apache.org/docs/format/CDataInterface.html lays them out.
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema*);
  int (*get_next)(ArrowArrayStream*, ArrowArray*);
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};

// One of the structures, which it releases at the end.
template <class T>
struct Held {
  T value{};
  Held() = default;
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() {
    if (value.release != nullptr) value.release(&value);
  }
};

// The chunks of a column.
using Chunks = std::deque<Held<ArrowArray>>;

template <class T>
T read(const void* buffer, std::int64_t index) {
  T value;
  std::memcpy(&value, static_cast<const std::byte*>(buffer) + index * static_cast<std::int64_t>(sizeof(T)),
              sizeof(T));
  return value;
}

inline bool valid(const ArrowArray& array, std::int64_t row) {
  const auto* bits = static_cast<const std::uint8_t*>(array.buffers[0]);
  return bits == nullptr || ((bits[row / 8] >> (row % 8)) & 1) != 0;
}

using Bytes = std::span<const std::uint8_t>;

// Finds the bytes of row `row` (the array's offset included) in the layouts utf8, large_utf8 and utf8_view; false if they
// are outside of the column's buffers.
using RowBytes = bool (*)(const ArrowArray&, std::int64_t, Bytes&);

// Null for a column of another type than string.
RowBytes string_layout(std::string_view format);

// The whole number of row `row` (the array's offset included).
using RowIndex = std::int64_t (*)(const ArrowArray&, std::int64_t);

// Null for a column of another type than integer.
RowIndex index_layout(char format);

// What is told of a place outside of the buffers of its column.
inline constexpr const char* outside_buffers =
    "outside of the column's Arrow buffers, which are damaged: make the column anew";

// Whether an array of Arrow has a row `at`, counted without its offset.
inline bool has_row(const ArrowArray& array, std::int64_t at) { return at >= 0 && at < array.length; }

template <class T>
T& in_capsule(nb::handle capsule, const char* name) {
  void* pointer = PyCapsule_GetPointer(capsule.ptr(), name);
  if (pointer == nullptr) throw nb::python_error();
  return *static_cast<T*>(pointer);
}

// Takes over what a capsule holds, as the interface has it: the capsule then releases nothing.
template <class T>
void take(Held<T>& held, nb::handle capsule, const char* name) {
  T& source = in_capsule<T>(capsule, name);
  if (source.release == nullptr)
    throw nb::value_error("the Arrow capsule was read before, and can be read only once");
  held.value = source;
  source.release = nullptr;
}

// Takes over a stream: its schema, and its chunks one behind the other.
void take_stream(nb::handle capsule, Held<ArrowSchema>& schema, Chunks& chunks);

}  // namespace parbleu::bindings
