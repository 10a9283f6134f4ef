// launchproof-model FILE.cl... [-- BUILD OPTIONS]: prints the kernel models of an OpenCL C program. For
// developers.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "verify/frontend/frontend.h"
#include "verify/frontend/program/program.h"

namespace {

int usage() {
  std::cerr
      << "usage: launchproof-model [--validate] [--language VERSION] [--32] FILE.cl... [-- BUILD OPTIONS]\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace launchproof;
  std::vector<frontend::ProgramSource> sources;
  frontend::DeviceEnvironment device;
  device.opencl_c_version = "3.0";
  std::string options;
  bool validate_only = false;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--") {
      for (++i; i < argc; ++i) options += std::string(argv[i]) + " ";
    } else if (word == "--validate") {
      validate_only = true;
    } else if (word == "--32") {
      device.address_bits = 32;
    } else if (word == "--language" && i + 1 < argc) {
      device.opencl_c_version = argv[++i];
    } else {
      std::ifstream file(word);
      if (!file) {
        std::cerr << "launchproof-model: cannot read " << word << "\n";
        return 2;
      }
      sources.push_back({word, std::string(std::istreambuf_iterator<char>(file), {}), "", "", {}});
    }
  }
  if (sources.empty()) return usage();
  for (frontend::ProgramSource& source : sources) source.options = options;
  const frontend::Translation result = frontend::translate(sources, device);
  for (const frontend::CompilerMessage& message : result.messages)
    std::cerr << message.file << ":" << message.line << ":" << message.column << ": "
              << (message.is_error ? "error: " : "warning: ") << message.text << "\n";
  if (!result.compiled) return 1;
  int status = 0;
  for (const model::KernelModel& kernel : result.kernels) {
    if (!validate_only) std::cout << model::to_text(kernel) << "\n";
    for (const model::UnsupportedItem& item : kernel.unsupported)
      if (validate_only)
        std::cout << kernel.name << ": unsupported: " << item.construct << " at "
                  << model::describe(kernel, item.location) << "\n";
    const std::string fault = model::validate(kernel);
    if (fault.empty()) continue;
    std::cerr << "launchproof-model: the model of " << kernel.name << " is broken: " << fault << "\n";
    status = 13;
  }
  return status;
}
