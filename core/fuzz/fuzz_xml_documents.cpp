// Compares XML that is cut anywhere with the same XML as a whole.
#include <algorithm>
#include <cstdlib>
#include <string>

#include "parbleu/parsing/xml_documents.hpp"

namespace {

using namespace parbleu;

struct Outcome {
  std::string found;  // all documents
  bool good;
};

Outcome read(std::string_view file, std::size_t block) {
  XmlDocuments documents({"doc", {"src", "ref"}, "seg", "id"});
  Outcome outcome{{}, true};
  try {
    for (; !file.empty(); file.remove_prefix(std::min(block, file.size()))) {
      for (const XmlDocument& document : documents.feed(file.substr(0, block))) {
        outcome.found += std::to_string(document.line) + ':';
        for (const auto& [name, value] : document.attributes) outcome.found += name + '=' + value + ' ';
        for (const XmlGroup& group : document.groups) {
          outcome.found += std::to_string(group.line) + group.keys + group.lines;
          for (const std::uint32_t empty : group.empty) outcome.found += std::to_string(empty) + ',';
        }
      }
    }
    documents.finish();
  } catch (const BadXml&) {
    outcome.good = false;
  }
  return outcome;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view file(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Outcome whole = read(file, size);
  const Outcome cut = read(file, 1 + data[0] % 23);
  if (whole.good != cut.good || (whole.good && whole.found != cut.found)) std::abort();
  return 0;
}
