// The rooms of the native module; module.cpp is their table of contents.
#pragma once

#include <nanobind/nanobind.h>

#include "parbleu/cpu.hpp"

namespace parbleu::bindings {

void bind_execution(nanobind::module_& module);
void bind_segments(nanobind::module_& module);
void bind_ter(nanobind::module_& module);
void bind_arrow(nanobind::module_& module);
void bind_lines(nanobind::module_& module);
void bind_resample(nanobind::module_& module);
void bind_correlate(nanobind::module_& module);
void bind_generators(nanobind::module_& module);
void bind_calibrate(nanobind::module_& module);
void bind_soft_accuracy(nanobind::module_& module);
void bind_permute(nanobind::module_& module);
void bind_score_lines(nanobind::module_& module);
void bind_tokenize(nanobind::module_& module);
void bind_bleu(nanobind::module_& module);
void bind_chrf(nanobind::module_& module);
void bind_tokens(nanobind::module_& module);
void bind_xml(nanobind::module_& module);

}  // namespace parbleu::bindings
