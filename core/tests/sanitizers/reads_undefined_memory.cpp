// Reads memory that an arena gave out and nobody wrote, twice: the memory sanitizer has to end the program.
#include <cstdio>

#include "parbleu/base/arena.hpp"

int main() {
  parbleu::Arena arena;
  for (int& number : arena.make<int>(4)) number = 1;
  arena.clear();
  if (arena.make<int>(4)[2] > 0) std::puts("more than nothing");
}
