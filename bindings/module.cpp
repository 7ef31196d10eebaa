// The native module: a table of contents, one room a file.
#include "rooms.hpp"

NB_MODULE(_core, module) {
  using namespace parbleu::bindings;
  nanobind::set_leak_warnings(false);
  module.doc() = "parbleu's native core: batches of text in, numbers out. Private: use the package.";
  bind_execution(module);
  bind_segments(module);
  bind_ter(module);
  bind_arrow(module);
  bind_lines(module);
  bind_resample(module);
  bind_correlate(module);
  bind_generators(module);
  bind_calibrate(module);
  bind_soft_accuracy(module);
  bind_permute(module);
  bind_score_lines(module);
  bind_tokenize(module);
  bind_bleu(module);
  bind_chrf(module);
  bind_tokens(module);
  bind_xml(module);
}
