// A plugin of qemu that counts the instructions that a program runs, by function: a line for each run of instructions
// without a jump, with its count and the name of its function. tools/count_instructions.py compiles and reads it.
#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <string>

// What is used of qemu's interface for plugins, which Debian has no header of.
struct qemu_plugin_tb;
struct qemu_plugin_insn;
using Id = std::uint64_t;

extern "C" {
std::size_t qemu_plugin_tb_n_insns(const qemu_plugin_tb* block);
qemu_plugin_insn* qemu_plugin_tb_get_insn(const qemu_plugin_tb* block, std::size_t index);
const char* qemu_plugin_insn_symbol(const qemu_plugin_insn* instruction);
void qemu_plugin_register_vcpu_tb_trans_cb(Id id, void (*translated)(Id, qemu_plugin_tb*));
void qemu_plugin_register_vcpu_tb_exec_cb(qemu_plugin_tb* block, void (*run)(unsigned, void*), int flags,
                                          void* data);
void qemu_plugin_register_atexit_cb(Id id, void (*ended)(Id, void*), void* data);
void qemu_plugin_outs(const char* text);

__attribute__((visibility("default"))) extern const int qemu_plugin_version;
const int qemu_plugin_version = 1;
}

namespace {

struct Block {
  std::string function;
  std::uint64_t instructions = 0;
  std::uint64_t runs = 0;
};

std::deque<Block>& blocks() {
  static auto* const all = new std::deque<Block>;  // print() comes after static objects have ended
  return *all;
}

void count_run(unsigned, void* block) { ++static_cast<Block*>(block)->runs; }

void translate(Id, qemu_plugin_tb* translated) {
  const char* const symbol = qemu_plugin_insn_symbol(qemu_plugin_tb_get_insn(translated, 0));
  blocks().push_back({symbol != nullptr ? symbol : "?", qemu_plugin_tb_n_insns(translated)});
  qemu_plugin_register_vcpu_tb_exec_cb(translated, count_run, 0, &blocks().back());
}

void print(Id, void*) {
  for (const Block& block : blocks()) {
    if (block.runs == 0) continue;
    qemu_plugin_outs((std::to_string(block.instructions * block.runs) + " " + block.function + "\n").c_str());
  }
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int qemu_plugin_install(Id id, const void*, int, char**) {
  qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
  qemu_plugin_register_atexit_cb(id, print, nullptr);
  return 0;
}
