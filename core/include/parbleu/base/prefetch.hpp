// Asks for memory before it is needed.
#pragma once

#include <cstddef>

namespace parbleu {

inline constexpr std::size_t cache_line = 64;  // bytes that come from memory together

// Begins to load what is there into the caches, if the compiler can say so; never fails.
inline void prefetch(const void* place) {
#if defined(__GNUC__)
  __builtin_prefetch(place);
#else
  static_cast<void>(place);
#endif
}

}  // namespace parbleu
