// Defines a bump allocator for scratch memory of a segment; `clear` keeps the memory for the next segment.
#pragma once

#include <algorithm>
#include <cstddef>
#ifdef PARBLEU_POISON
#include <cstring>
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define PARBLEU_MARK_UNDEFINED(data, size) __msan_allocated_memory(data, size)
#endif
#endif
#ifndef PARBLEU_MARK_UNDEFINED
#define PARBLEU_MARK_UNDEFINED(data, size)
#endif
#endif
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace parbleu {

class Arena {
 public:
  Arena() = default;
  Arena(Arena&&) noexcept = default;
  Arena& operator=(Arena&&) noexcept = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // `count` uninitialised objects. Sixty-four more bytes behind them may be read and written, so that vector
  // code can load and store whole registers at the end.
  template <class T>
  std::span<T> make(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    return {static_cast<T*>(allocate(count * sizeof(T) + slack)), count};
  }

  // Gives back what was allocated last, beyond the first `count` objects of `last`.
  template <class T>
  std::span<T> shrink(std::span<T> last, std::size_t count) {
    used_ = static_cast<std::size_t>(reinterpret_cast<std::byte*>(last.data()) - block_->data.get()) +
            align(count * sizeof(T) + slack);
    return last.first(count);
  }

  void clear() {
    block_ = blocks_.empty() ? nullptr : &blocks_.front();
    index_ = 0;
    used_ = 0;
  }

  [[nodiscard]] std::size_t capacity() const {
    std::size_t sum = 0;
    for (const Block& block : blocks_) sum += block.size;
    return sum;
  }

 private:
  static constexpr std::size_t slack = 64;
  static constexpr std::size_t first_block = std::size_t{1} << 14;
  static constexpr std::size_t largest_growth = std::size_t{1} << 24;

  struct Block {
    std::unique_ptr<std::byte[]> data;
    std::size_t size;
  };

  static std::size_t align(std::size_t bytes) { return (bytes + 15) & ~std::size_t{15}; }

  [[gnu::always_inline]] void* allocate(std::size_t bytes) {
    bytes = align(bytes);
    if (block_ == nullptr || used_ + bytes > block_->size) advance(bytes);
    void* result = block_->data.get() + used_;
    used_ += bytes;
#ifdef PARBLEU_POISON
    // Two patterns in turn, so that what reads old memory gives another result when it is repeated.
    pattern_ ^= 0xFF;
    std::memset(result, pattern_, bytes);
    PARBLEU_MARK_UNDEFINED(result, bytes);
#endif
    return result;
  }

  // Apart, so that the compiler writes the rest of `allocate` into its callers.
  [[gnu::noinline]] void advance(std::size_t bytes) {
    std::size_t next = block_ == nullptr ? 0 : index_ + 1;
    while (next < blocks_.size() && blocks_[next].size < bytes) ++next;
    if (next >= blocks_.size()) {
      const std::size_t grown = blocks_.empty() ? first_block : std::min(2 * blocks_.back().size, largest_growth);
      const std::size_t size = std::max(grown, bytes);
      blocks_.push_back({std::make_unique_for_overwrite<std::byte[]>(size), size});
      next = blocks_.size() - 1;
    }
    index_ = next;
    block_ = &blocks_[next];
    used_ = 0;
  }

  std::vector<Block> blocks_;
  Block* block_ = nullptr;
  std::size_t index_ = 0;
  std::size_t used_ = 0;
#ifdef PARBLEU_POISON
  int pattern_ = 0xA5;
#endif
};

}  // namespace parbleu
