// Runs native work without the GIL, and stops it for Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string_view>

#include "parbleu/base/cpu.hpp"
#include "parbleu/base/parallel.hpp"
#include "parbleu/metrics/corpus.hpp"

namespace parbleu::bindings {

namespace nb = nanobind;

// `threads` workers, polling for Python's signals.
Execution execution(unsigned threads);

// The kernels of that name; None is the best ones. Raises ValueError for those that do not run here.
Simd simd_level(std::optional<std::string_view> wanted);

// The order itself; raises ValueError for one that no n-gram has, so that widths of tables never overflow.
std::size_t checked_order(std::size_t order);

// Raises the Python exception for the segment that has no reference.
[[noreturn]] void raise_no_reference(const NoReference& problem);

// Raises SegmentTooLongError for the segment that is too long.
[[noreturn]] void raise_too_long(const SegmentTooLong& problem);

// Runs `work` without the GIL and turns the core's exceptions into Python's.
template <class Work>
void without_gil(Work&& work) {
  try {
    nb::gil_scoped_release release;
    work();
  } catch (const Interrupted&) {
    throw nb::python_error();  // the signal handler's exception is set
  } catch (const NoReference& problem) {
    raise_no_reference(problem);
  } catch (const SegmentTooLong& problem) {
    raise_too_long(problem);
  }
}

// Code points of one text that takes long enough for Ctrl-C to stop the work on it.
inline constexpr std::size_t least_stopped = std::size_t{1} << 16;

// Runs `work` on a text of `size` code points, on the calling thread with the GIL, until Ctrl-C stops it.
template <class Work>
auto stopped_by_signals(std::size_t size, Work&& work) {
  if (size < least_stopped) return work();
  const Execution how = execution(1);
  const InterruptibleScope scope(how.interrupted);
  try {
    return work();
  } catch (const Interrupted&) {
    throw nb::python_error();  // the signal handler's exception is set
  }
}

}  // namespace parbleu::bindings
