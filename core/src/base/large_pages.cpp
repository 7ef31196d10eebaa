#include "base/large_pages.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace parbleu {

LargePages::LargePages(std::size_t bytes) : bytes_(static_cast<std::uint8_t*>(::operator new(bytes, alignment))) {
#ifdef __linux__
  madvise(bytes_.get(), bytes, MADV_HUGEPAGE);  // it does without if it must
#endif
}

}  // namespace parbleu
