#include "token_lists.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string_view>

#include "python_values.hpp"
#include "segments.hpp"

namespace parbleu::bindings {
namespace {

// As `parbleu.text._segments.shown`; what has no UTF-8 is escaped.
std::string shown(nb::handle item) {
  constexpr Py_ssize_t most = 60;
  nb::object text = nb::repr(item);
  const bool whole = PyUnicode_GetLength(text.ptr()) <= most;
  if (!whole) text = nb::steal(PyUnicode_Substring(text.ptr(), 0, most - 3));
  const auto bytes = nb::steal<nb::bytes>(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "backslashreplace"));
  if (!bytes.is_valid()) throw nb::python_error();
  return std::string(bytes.c_str(), bytes.size()) + (whole ? "" : "...");
}

nb::object list_of(nb::handle iterable) {
  nb::object list = nb::steal(PySequence_List(iterable.ptr()));
  if (!list.is_valid()) throw nb::python_error();
  return list;
}

// What has an order of elements that are no characters or keys.
bool ordered(nb::handle item) {
  PyObject* const object = item.ptr();
  return !PyUnicode_Check(object) && !PyBytes_Check(object) && !PyDict_Check(object) && !PyAnySet_Check(object) &&
         (PyType_GetSlot(Py_TYPE(object), Py_tp_iter) != nullptr || PySequence_Check(object));
}

// Of at least eight bytes.
std::uint64_t hash(std::string_view bytes) {
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15ULL;
  constexpr std::size_t step = sizeof(std::uint64_t);
  std::uint64_t sum = bytes.size();
  const auto mix = [&](const char* at) {
    sum = (sum ^ read<std::uint64_t>(at, 0)) * factor;
    sum ^= sum >> 32;
  };
  for (std::size_t at = 0; at + step < bytes.size(); at += step) mix(bytes.data() + at);
  mix(bytes.data() + bytes.size() - step);
  return sum;
}

struct Integers {
  bool are = false;
  bool with_sign = false;
};

// Whether a buffer of that format holds whole numbers in this machine's byte order.
Integers integers(const Py_buffer& view) {
  std::string_view format = view.format == nullptr ? "B" : view.format;
  const char own = std::endian::native == std::endian::little ? '<' : '>';
  if (format.size() == 2 && (format[0] == '@' || format[0] == '=' || format[0] == own)) format.remove_prefix(1);
  if (format.size() != 1 || view.itemsize > 8) return {};
  const bool with_sign = std::string_view("bhilqn").find(format[0]) != std::string_view::npos;
  const bool without = std::string_view("BHILQN").find(format[0]) != std::string_view::npos;
  return {with_sign || without, with_sign};
}

template <class Signed, class Unsigned>
std::int64_t widened(const char* at, bool with_sign) {
  return with_sign ? static_cast<std::int64_t>(read<Signed>(at, 0))
                   : static_cast<std::int64_t>(read<Unsigned>(at, 0));
}

std::int64_t element(const char* at, Py_ssize_t size, bool with_sign) {
  switch (size) {
    case 1:
      return widened<std::int8_t, std::uint8_t>(at, with_sign);
    case 2:
      return widened<std::int16_t, std::uint16_t>(at, with_sign);
    case 4:
      return widened<std::int32_t, std::uint32_t>(at, with_sign);
    default:
      return read<std::int64_t>(at, 0);
  }
}

struct HeldBuffer {
  Py_buffer view{};
  bool held;
  explicit HeldBuffer(nb::handle item) : held(PyObject_GetBuffer(item.ptr(), &view, PyBUF_RECORDS_RO) == 0) {
    if (!held) PyErr_Clear();
  }
  HeldBuffer(const HeldBuffer&) = delete;
  HeldBuffer& operator=(const HeldBuffer&) = delete;
  ~HeldBuffer() {
    if (held) PyBuffer_Release(&view);
  }
};

// The elements of a row of a list column, as places in its child; the child's offset is not in them.
struct Range {
  std::int64_t begin;
  std::int64_t end;
};

bool list_row(std::string_view format, const ArrowArray& array, std::int64_t row, Range& range) {
  if (format == "+l") {
    range = {read<std::int32_t>(array.buffers[1], row), read<std::int32_t>(array.buffers[1], row + 1)};
  } else if (format == "+L") {
    range = {read<std::int64_t>(array.buffers[1], row), read<std::int64_t>(array.buffers[1], row + 1)};
  } else if (format.starts_with("+w:")) {
    const std::int64_t size = std::stoll(std::string(format.substr(3)));
    range = {row * size, (row + 1) * size};
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool Vocabulary::accepts_integers() {
  if (kind_ == Kind::unknown) kind_ = Kind::integers;
  return kind_ == Kind::integers;
}

bool Vocabulary::accepts_strings() {
  if (kind_ == Kind::unknown) kind_ = Kind::strings;
  return kind_ == Kind::strings;
}

// Short strings are known by what is in them: up to seven bytes, and how many characters of what width. Equal strings
// have equal widths. Longer ones are numbered.
std::uint64_t Vocabulary::id(nb::handle string) {
  constexpr std::size_t most_bytes = 7;
  constexpr std::uint64_t numbered = std::uint64_t{0x78} << 56;
  at_hand_.clear();
  const Text text = view(string, at_hand_);
  const auto width = static_cast<std::size_t>(text.width);
  if (text.bytes() > most_bytes) {
    return numbered | number(string, {static_cast<const char*>(text.data), text.bytes()}, width);
  }
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, text.data, text.bytes());
  return bytes | static_cast<std::uint64_t>(width << 4 | text.size) << 56;
}

std::size_t Vocabulary::number(nb::handle string, std::string_view bytes, std::size_t width) {
  const std::uint64_t code = hash(bytes) + width;
  constexpr std::size_t least = 512;
  if (2 * (strings_.size() + 1) > table_.places()) {
    table_.grow(std::max(least, 2 * strings_.size()), [](const Entry& entry) { return entry.hash; });
  }
  Entry& entry = table_.find(code, [&](const Entry& other) {
    return other.hash == code && other.width == width && other.bytes == bytes;
  });
  if (entry.empty()) {
#ifdef Py_LIMITED_API
    const std::span<char> copy = copies_.make<char>(bytes.size());
    std::ranges::copy(bytes, copy.begin());
    bytes = {copy.data(), copy.size()};
#endif
    entry = {code, bytes, width, strings_.size()};
    strings_.push_back(nb::borrow(string));
  }
  return entry.number;
}

TokenReader::TokenReader(TokenLists& result, Vocabulary& vocabulary, std::string what, bool may_miss)
    : result_(result), vocabulary_(vocabulary), what_(std::move(what)), may_miss_(may_miss) {}

void TokenReader::read(nb::handle data) {
  if (PyCapsule_CheckExact(data.ptr())) {
    Held<ArrowSchema> schema;
    Chunks chunks;
    take_stream(data, schema, chunks);
    for (const auto& chunk : chunks) read_arrow(schema.value, chunk.value);
    return;
  }
  if (PyTuple_CheckExact(data.ptr()) && nb::len(data) == 2 && PyCapsule_CheckExact(nb::object(data[0]).ptr())) {
    Held<ArrowSchema> schema;
    Held<ArrowArray> array;
    take(schema, nb::object(data[0]), "arrow_schema");
    take(array, nb::object(data[1]), "arrow_array");
    read_arrow(schema.value, array.value);
    return;
  }
  constexpr std::size_t between_signals = 1 << 14;
  for (nb::handle item : data) {
    segment(item);
    if (++segment_ % between_signals == 0 && PyErr_CheckSignals() != 0) throw nb::python_error();
  }
}

void TokenReader::read_arrow(const ArrowSchema& schema, const ArrowArray& array) {
  for (std::int64_t row = array.offset; row < array.offset + array.length; ++row, ++segment_) {
    arrow_row(schema, array, row, result_.grouped);
  }
}

void TokenReader::arrow_row(const ArrowSchema& schema, const ArrowArray& array, std::int64_t row, bool grouped) {
  if (std::string_view(schema.format) == "n" || !valid(array, row)) {
    if (grouped) return result_.lists.end_group();  // a segment without references
    return miss();
  }
  Range range{};
  if (!list_row(schema.format, array, row, range)) {
    raise_error("InputTypeError", what_ + ": its Arrow type '" + schema.format +
                                      "' is no list; a segment is a list of tokens" +
                                      (result_.grouped ? ", and has a list of them as references" : ""));
  }
  const ArrowArray& child = *array.children[0];
  if (range.begin < 0 || range.end < range.begin || range.end > child.length) {
    raise_error("InputTypeError", place() + " is " + outside_buffers);
  }
  const std::int64_t begin = child.offset + range.begin;
  const std::int64_t end = child.offset + range.end;
  if (!grouped) return arrow_tokens(*schema.children[0], child, begin, end);
  reference_ = 0;
  for (std::int64_t at = begin; at < end; ++at, ++reference_) arrow_row(*schema.children[0], child, at, false);
  result_.lists.end_group();
}

void TokenReader::arrow_tokens(const ArrowSchema& schema, const ArrowArray& tokens, std::int64_t begin,
                               std::int64_t end) {
  const bool encoded = schema.dictionary != nullptr;
  const std::string_view format = encoded ? schema.dictionary->format : schema.format;
  const RowBytes bytes = string_layout(format);
  const bool numbers = bytes == nullptr && !encoded && format.size() == 1;
  const RowIndex index = encoded || numbers ? index_layout(schema.format[0]) : nullptr;
  if (begin < end && bytes == nullptr && (encoded || index == nullptr)) {
    raise_error("InputTypeError", what_ + ": its tokens have the Arrow type '" + std::string(format) +
                                      "'; tokens are whole numbers or strings");
  }
  token_ = 0;
  for (std::int64_t at = begin; at < end; ++at, ++token_) {
    if (!valid(tokens, at)) bad_token("null");
    if (bytes == nullptr) {
      const std::int64_t id = index(tokens, at);
      if (id < 0 && schema.format[0] == 'L') bad_token("larger than ids of 63 bits can be");
      if (!vocabulary_.accepts_integers()) mixed();
      integer(id);
      continue;
    }
    const ArrowArray& values = encoded ? *tokens.dictionary : tokens;
    const std::int64_t place = encoded ? index(tokens, at) : at - values.offset;
    if (!has_row(values, place)) bad_token(outside_buffers);
    if (!valid(values, values.offset + place)) bad_token("null");
    Bytes text;
    if (!bytes(values, values.offset + place, text)) bad_token(outside_buffers);
    const nb::object made = nb::steal(PyUnicode_DecodeUTF8(reinterpret_cast<const char*>(text.data()),
                                                           static_cast<Py_ssize_t>(text.size()), nullptr));
    if (!made.is_valid()) {
      PyErr_Clear();
      bad_token("not valid UTF-8");
    }
    string(made);
  }
  result_.lists.end();
}

void TokenReader::segment(nb::handle item) {
  if (!result_.grouped) return sequence(item);
  if (!item.is_none()) {
    if (!ordered(item)) {
      raise_error("InputTypeError", what_ + ", segment " + std::to_string(segment_) + " (counted from 0) is " +
                                        shown(item) + "; pass a list of its references, each a list of tokens");
    }
    reference_ = 0;
    for (nb::handle reference : list_of(item)) {
      sequence(reference);
      ++reference_;
    }
  }
  result_.lists.end_group();
}

void TokenReader::sequence(nb::handle item) {
  if (item.is_none()) return miss();
  if (PyList_CheckExact(item.ptr()) || PyTuple_CheckExact(item.ptr())) {
    tokens(item);
  } else if (!ordered(item)) {
    bad_sequence(item);
  } else if (!buffer(item)) {
    const nb::object list = nb::hasattr(item, "tolist") ? nb::object(item.attr("tolist")()) : list_of(item);
    if (!PyList_CheckExact(list.ptr())) bad_sequence(item);
    tokens(list);
  }
  result_.lists.end();
}

bool TokenReader::buffer(nb::handle item) {
  if (!PyObject_CheckBuffer(item.ptr())) return false;
  const HeldBuffer data(item);
  if (!data.held || data.view.ndim != 1) return false;
  const Integers kind = integers(data.view);
  if (!kind.are) return false;
  const auto size = static_cast<std::size_t>(data.view.shape[0]);
  if (size > 0 && !vocabulary_.accepts_integers()) mixed();
  const char* at = static_cast<const char*>(data.view.buf);
  for (token_ = 0; token_ < size; ++token_, at += data.view.strides[0]) {
    const std::int64_t id = element(at, data.view.itemsize, kind.with_sign);
    if (id < 0 && !kind.with_sign) bad_token("larger than ids of 63 bits can be");
    integer(id);
  }
  return true;
}

void TokenReader::tokens(nb::handle list) {
  const nb::ft_object_guard guard(list);
  // Asked again each time, since what an object says to be its number is its own code.
  const bool tuple = PyTuple_CheckExact(list.ptr());
  const auto size = [list] { return static_cast<std::size_t>(Py_SIZE(list.ptr())); };
  for (token_ = 0; token_ < size(); ++token_) {
    const auto place = static_cast<Py_ssize_t>(token_);
    const nb::handle item = tuple ? NB_TUPLE_GET_ITEM(list.ptr(), place) : NB_LIST_GET_ITEM(list.ptr(), place);
    if (PyLong_CheckExact(item.ptr())) {
      number(item);
    } else if (PyUnicode_Check(item.ptr())) {
      string(item);
    } else {
      other(nb::borrow(item));
    }
  }
}

void TokenReader::number(nb::handle item) {
  int overflow = 0;
  const long long id = PyLong_AsLongLongAndOverflow(item.ptr(), &overflow);
  if (overflow != 0) bad_token(shown(item) + ", larger than ids of 63 bits can be");
  if (!vocabulary_.accepts_integers()) mixed();
  integer(id);
}

// What says that it is a whole number, as NumPy's scalars do.
void TokenReader::other(const nb::object& item) {
  if (PyBool_Check(item.ptr()) || !PyIndex_Check(item.ptr())) {
    bad_token(shown(item) + "; tokens are whole numbers or strings");
  }
  const nb::object whole = nb::steal(PyNumber_Index(item.ptr()));
  if (!whole.is_valid()) throw nb::python_error();
  number(whole);
}

void TokenReader::integer(std::int64_t id) {
  const auto bits = static_cast<std::uint64_t>(id);
  if (bits == IdLists::padding) bad_token("-2**63, smaller than any id");
  result_.lists.push(bits);
}

void TokenReader::string(nb::handle item) {
  if (!vocabulary_.accepts_strings()) mixed();
  result_.lists.push(vocabulary_.id(item));
}

void TokenReader::miss() {
  if (!may_miss_) {
    raise_error("InputTypeError", place() + " is missing; a system that gave nothing gave an empty list");
  }
  result_.lists.miss();
}

std::string TokenReader::place() const {
  return what_ + ", segment " + std::to_string(segment_) +
         (result_.grouped ? ", reference " + std::to_string(reference_) : "") + " (counted from 0)";
}

void TokenReader::bad_sequence(nb::handle item) const {
  const bool text = PyUnicode_Check(item.ptr()) || PyBytes_Check(item.ptr());
  raise_error("InputTypeError",
              place() + " is " + shown(item) + ", not a list of tokens" +
                  (text ? "; split it, or name a tokenizer" : "; pass a list or an array of ids or strings"));
}

void TokenReader::bad_token(const std::string& problem) const {
  raise_error("InputTypeError", place() + ": token " + std::to_string(token_) + " is " + problem);
}

void TokenReader::mixed() const {
  bad_token("a number where those before are strings, or the other way round; a corpus has tokens of one kind");
}

}  // namespace parbleu::bindings
