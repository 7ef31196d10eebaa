// Binds `LanguageModel`, which recognizes the language of texts.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>

#include <stdexcept>
#include <string_view>

#include "parbleu/writing/language_model.hpp"
#include "python_values.hpp"

namespace parbleu::bindings {

void bind_language_model(nb::module_& module) {
  nb::class_<LanguageModel> model(
      module, "LanguageModel", "A naive Bayes classifier of the language of texts, read where it lies in memory.");
  model
      .def(
          "__init__",
          [](LanguageModel* self, const ByteArray& file) { new (self) LanguageModel({file.data(), file.size()}); },
          nb::arg("file"), nb::keep_alive<1, 2>(), nb::sig("def __init__(self, file: Buffer) -> None"),
          "Reads the bytes of a model, as core/include/parbleu/writing/language_model.hpp describes them. Raises "
          "ValueError if they are none, as `language` may do of a damaged one.")
      .def(
          "language",
          [](const LanguageModel& self, const nb::bytes& text) {
            return self.language(std::string_view(text.c_str(), text.size()));
          },
          nb::arg("text"), nb::sig("def language(self, text: bytes) -> str"),
          "The code of the language of a text in UTF-8.");
}

}  // namespace parbleu::bindings
