// Binds the tokenizers.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "execution.hpp"
#include "parbleu/tokenizers/mecab.hpp"
#include "parbleu/tokenizers/piece_model.hpp"
#include "parbleu/tokenizers/tokenizer.hpp"
#include "parbleu/unicode/unicode.hpp"
#include "python_values.hpp"
#include "segments.hpp"

namespace parbleu::bindings {
namespace {

// The error that Python's tokenizers raise for a text without UTF-8.
void translate_lone_surrogate(const std::exception_ptr& problem, void*) {
  try {
    std::rethrow_exception(problem);
  } catch (const LoneSurrogate& found) {
    const std::u32string& text = found.beginning;
    const nb::object beginning =
        to_python(as_text<std::uint32_t>({reinterpret_cast<const std::uint32_t*>(text.data()), text.size()}));
    const nb::object error = nb::module_::import_("parbleu.text._tokenizers.base")
                                 .attr("lone_surrogate")(found.tokenizer->name(), beginning);
    PyErr_SetObject(error.type().ptr(), error.ptr());
  }
}

std::span<const std::uint8_t> span_of(const ByteArray& bytes) { return {bytes.data(), bytes.size()}; }

std::unique_ptr<const Tokenizer> mecab_tokenizer(
    const std::string& name, const ByteArray& words, const ByteArray& unknown, const ByteArray& matrix,
    const ByteArray& characters, const std::vector<std::pair<std::uint16_t, std::int32_t>>& penalties) {
  MecabFiles files{span_of(words), span_of(unknown), span_of(matrix), span_of(characters), {}};
  for (const auto& [part_of_speech, cost] : penalties) files.space_penalties.push_back({part_of_speech, cost});
  std::unique_ptr<const Tokenizer> made;
  without_gil([&] { made = make_mecab(name, files); });
  return made;
}

}  // namespace

void bind_tokenizers(nb::module_& module) {
  nb::register_exception_translator(translate_lone_surrogate);
  nb::class_<Tokenizer>(module, "Tokenizer", "A tokenizer that is made of data: a dictionary or a model.")
      .def_prop_ro("name", &Tokenizer::name, "What messages call it.");
  nb::class_<PieceModel, Tokenizer>(module, "PieceModel",
                                    "The tokenizer of a SentencePiece model of the type unigram.")
      .def(
          "__init__",
          [](PieceModel* self, const std::string& name, const nb::bytes& file) {
            try {
              new (self) PieceModel(name, {file.c_str(), file.size()});
            } catch (const OtherPieceModel& problem) {
              PyErr_SetString(PyExc_NotImplementedError, problem.what());
              throw nb::python_error();
            } catch (const BadPieceModel& problem) {
              throw nb::value_error(problem.what());
            }
          },
          nb::arg("name"), nb::arg("file"),
          "Reads the bytes of a model. Raises ValueError if they are none, and NotImplementedError for a model "
          "that "
          "needs the library.")
      .def(
          "decode",
          [](const PieceModel& self, const std::vector<std::string>& tokens) { return self.decode(tokens); },
          nb::arg("tokens"), "The text of pieces, as far as the model keeps it.");
  module.def(
      "mecab_tokenizer", &mecab_tokenizer, nb::arg("name"), nb::arg("words"), nb::arg("unknown"),
      nb::arg("matrix"), nb::arg("characters"), nb::arg("space_penalties"), nb::keep_alive<0, 2>(),
      nb::keep_alive<0, 3>(), nb::keep_alive<0, 4>(), nb::keep_alive<0, 5>(),
      nb::sig("def mecab_tokenizer(name: str, words: Buffer, unknown: Buffer, matrix: Buffer, "
              "characters: Buffer, space_penalties: Sequence[tuple[int, int]]) -> Tokenizer"),
      "The tokenizer of a dictionary of MeCab: sys.dic, unk.dic, matrix.bin and char.bin, which it reads as "
      "it works, and what words of a part of speech cost more behind white space. Raises RuntimeError for "
      "files that are cut off or of another version, as tokenizing may do.");
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
      [](const TextArgument& text, const TokenizerArgument& named) {
        const Tokenizer& tokenizer = named.tokenizer();
        Arena arena;
        const Text line = view(text, arena);
        return to_python(stopped_by_signals(line.size, [&] { return tokenizer.join(line, arena, best_simd()); }));
      },
      nb::arg("text"), nb::arg("tokenizer"), nb::sig("def tokenize(text: str, tokenizer: str | Tokenizer) -> str"),
      "The text as this tokenizer of sacreBLEU returns it. Raises ValueError for an unknown name.");
  module.def(
      "tokenize_ter",
      [](nb::handle text, bool normalized, bool no_punct, bool asian_support, bool case_sensitive) {
        Arena arena;
        const TerTokenizer tokenizer{normalized, no_punct, asian_support, case_sensitive};
        const Text line = view(text, arena);
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
        return to_python(lower(view(text, arena), arena, best_simd()));
      },
      nb::arg("text"), nb::sig("def lower(text: str) -> str"),
      "str.lower with the tables of Unicode 14.0, whatever this Python has.");
}

}  // namespace parbleu::bindings
