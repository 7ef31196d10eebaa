// Defines the native module: calls one bind_<room>.cpp per room, after the rooms whose classes it needs.
#include <nanobind/nanobind.h>

#define PARBLEU_ROOMS(room)                                                                                       \
  room(execution) room(segments) room(resampling) room(sampled_sums) room(ter) room(arrow) room(lines)            \
      room(measures) room(random_numbers) room(tie_calibration) room(soft_pairwise_accuracy)                      \
          room(permutation_test) room(score_lines) room(tokenizers) room(bleu) room(chrf) room(id_bleu) room(xml) \
              room(alignment) room(numbered_streams) room(similar_lines) room(expected_scores) room(line_sampler) \
                  room(language_model) room(writing_differences) room(first_look)

#define PARBLEU_DECLARE(room) void bind_##room(nanobind::module_& module);
#define PARBLEU_BIND(room) parbleu::bindings::bind_##room(module);

namespace parbleu::bindings {
PARBLEU_ROOMS(PARBLEU_DECLARE)
}  // namespace parbleu::bindings

// nanobind keeps one registry of types for the whole process; a second interpreter would replace it under the first.
#define PyInit__core PyInit__core_unchecked
NB_MODULE(_core, module) {
  nanobind::set_leak_warnings(false);
  module.doc() = "parbleu's native core: batches of text in, numbers out. Private: use the package.";
  PARBLEU_ROOMS(PARBLEU_BIND)
}
#undef PyInit__core

namespace {

bool in_main_interpreter() {
  if (PyInterpreterState_GetID(PyInterpreterState_Get()) == 0) return true;
  PyErr_SetString(PyExc_ImportError,
                  "parbleu works in the main interpreter of a process only: use threads or processes");
  return false;
}

int (*fill_module)(PyObject*) = nullptr;

int fill_in_main_interpreter(PyObject* module) { return in_main_interpreter() ? fill_module(module) : -1; }

}  // namespace

// Since Python 3.13 the main interpreter calls this for every interpreter, which then fills a module of its own.
extern "C" NB_EXPORT PyObject* PyInit__core();
extern "C" NB_EXPORT PyObject* PyInit__core() {
  PyObject* definition = in_main_interpreter() ? PyInit__core_unchecked() : nullptr;
  if (definition == nullptr || fill_module != nullptr) return definition;
  for (auto* slot = reinterpret_cast<PyModuleDef*>(definition)->m_slots; slot->slot != 0; ++slot) {
    if (slot->slot != Py_mod_exec) continue;
    fill_module = reinterpret_cast<int (*)(PyObject*)>(slot->value);
    slot->value = reinterpret_cast<void*>(fill_in_main_interpreter);
  }
  return definition;
}
