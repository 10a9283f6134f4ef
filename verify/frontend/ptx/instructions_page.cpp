#include "verify/frontend/ptx/instructions_page.h"

#include <algorithm>

#include "verify/frontend/ptx/instruction_writer.h"

namespace launchproof::frontend::ptx {

std::string instructions_page() {
  const auto entries = opcode_entries();
  const auto understood =
      std::ranges::count_if(entries, [](const OpcodeEntry& entry) { return entry.reason.empty(); });
  std::string page =
      "# Instructions of PTX\n\n"
      "This page is generated from `verify/frontend/ptx/opcodes.def`. It lists the instructions of PTX ISA "
      "9.0 with what "
      "[`launchproof check`](ptx.md) understands of them. A kernel that may come to another one, or to one "
      "with a suffix that is not understood, is "
      "`unsupported`, with the line.\n\n" +
      std::to_string(understood) + " of " + std::to_string(entries.size()) +
      " are understood.\n\n| instruction | what is understood |\n|---|---|\n";
  std::string refused = "\n| instruction | why it is `unsupported` |\n|---|---|\n";
  for (const OpcodeEntry& entry : entries) {
    std::string& table = entry.reason.empty() ? page : refused;
    table += "| `" + std::string(entry.name) + "` | " +
             std::string(entry.reason.empty() ? entry.understood : entry.reason) + " |\n";
  }
  return page + refused;
}

}  // namespace launchproof::frontend::ptx
