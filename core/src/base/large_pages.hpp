// Memory whose places are read in any order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace parbleu {

// Bytes in large pages where Linux gives them: places far apart are read with fewer searches for their page. What is
// in them is undefined at first.
class LargePages {
 public:
  LargePages() = default;
  explicit LargePages(std::size_t bytes);

  [[nodiscard]] std::uint8_t* data() { return bytes_.get(); }
  [[nodiscard]] const std::uint8_t* data() const { return bytes_.get(); }

 private:
  static constexpr std::align_val_t alignment{std::size_t{1} << 21};

  struct Release {
    void operator()(std::uint8_t* bytes) const { ::operator delete(bytes, alignment); }
  };

  std::unique_ptr<std::uint8_t[], Release> bytes_;
};

}  // namespace parbleu
