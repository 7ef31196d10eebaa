// Binds the tokenizers.
#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

#include "execution.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"
#include "parbleu/unicode/letter_case.hpp"
#include "segments.hpp"

namespace parbleu::bindings {
namespace {

const Tokenizer& tokenizer_named(std::string_view name) {
  const Tokenizer* tokenizer = find_tokenizer(name);
  if (tokenizer == nullptr) throw nb::value_error(("there is no native tokenizer " + std::string(name)).c_str());
  return *tokenizer;
}

}  // namespace

void bind_tokenizers(nb::module_& module) {
  module.def(
      "tokenizer_names",
      [] {
        nb::list names;
        for (const Tokenizer* tokenizer : tokenizers()) names.append(tokenizer->name());
        return names;
      },
      nb::sig("def tokenizer_names() -> list[str]"), "Names of the native tokenizers.");
  module.def(
      "tokenize",
      [](nb::handle text, nb::handle name) {
        Py_ssize_t size = 0;
        const char* utf8 = PyUnicode_AsUTF8AndSize(name.ptr(), &size);
        if (utf8 == nullptr) throw nb::python_error();
        const Tokenizer& tokenizer = tokenizer_named({utf8, static_cast<std::size_t>(size)});
        Arena arena;
        const Text line = view(text);
        return to_python(stopped_by_signals(line.size, [&] { return tokenizer.join(line, arena, best_simd()); }));
      },
      nb::arg("text"), nb::arg("name"), nb::sig("def tokenize(text: str, name: str) -> str"),
      "The text as sacreBLEU's tokenizer of that name returns it. Raises ValueError for an unknown name.");
  module.def(
      "tokenize_ter",
      [](nb::handle text, bool normalized, bool no_punct, bool asian_support, bool case_sensitive) {
        Arena arena;
        const TerTokenizer tokenizer{normalized, no_punct, asian_support, case_sensitive};
        const Text line = view(text);
        return to_python(stopped_by_signals(line.size, [&] { return tokenizer.join(line, arena, best_simd()); }));
      },
      nb::arg("text"), nb::arg("normalized"), nb::arg("no_punct"), nb::arg("asian_support"),
      nb::arg("case_sensitive"),
      nb::sig("def tokenize_ter(text: str, normalized: bool, no_punct: bool, asian_support: bool, "
              "case_sensitive: bool) -> str"),
      "The text as TER's tokenizer returns it.");
  module.def(
      "lower",
      [](nb::handle text) {
        Arena arena;
        return to_python(lower(view(text), arena, best_simd()));
      },
      nb::arg("text"), nb::sig("def lower(text: str) -> str"),
      "str.lower with the tables of Unicode 14.0, whatever this Python has.");
}

}  // namespace parbleu::bindings
