#include "kernels/kernels.hpp"
namespace parbleu::kernels { const Kernels& avx2() { return portable(); } }
