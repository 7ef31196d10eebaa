// The rooms of the native module; module.cpp is their table of contents.
#pragma once

#include <nanobind/nanobind.h>

#include "parbleu/base/cpu.hpp"

namespace parbleu::bindings {

void bind_execution(nanobind::module_& module);
void bind_segments(nanobind::module_& module);
void bind_ter(nanobind::module_& module);
void bind_arrow(nanobind::module_& module);
void bind_lines(nanobind::module_& module);
void bind_resampling(nanobind::module_& module);
void bind_measures(nanobind::module_& module);
void bind_random_numbers(nanobind::module_& module);
void bind_tie_calibration(nanobind::module_& module);
void bind_soft_pairwise_accuracy(nanobind::module_& module);
void bind_permutation_test(nanobind::module_& module);
void bind_score_lines(nanobind::module_& module);
void bind_tokenizers(nanobind::module_& module);
void bind_bleu(nanobind::module_& module);
void bind_chrf(nanobind::module_& module);
void bind_id_bleu(nanobind::module_& module);
void bind_xml(nanobind::module_& module);

}  // namespace parbleu::bindings
