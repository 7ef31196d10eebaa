// The native module: a table of contents, one room a file.
#include "rooms.hpp"

NB_MODULE(_core, module) {
  using namespace parbleu::bindings;
  nanobind::set_leak_warnings(false);
  module.doc() = "parbleu's native core: batches of text in, numbers out. Private: use the package.";
  bind_execution(module);
  bind_segments(module);
  bind_resampling(module);
  bind_ter(module);
  bind_arrow(module);
  bind_lines(module);
  bind_measures(module);
  bind_random_numbers(module);
  bind_tie_calibration(module);
  bind_soft_pairwise_accuracy(module);
  bind_permutation_test(module);
  bind_score_lines(module);
  bind_tokenizers(module);
  bind_bleu(module);
  bind_chrf(module);
  bind_id_bleu(module);
  bind_xml(module);
}
