// launchproof-model FILE... [-- BUILD OPTIONS]: prints the kernel models of a program in OpenCL C, CUDA
// (`.cu`) or PTX (`.ptx`), or how long they take to create. For developers.
#include <ctime>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "verify/frontend/frontend.h"
#include "verify/frontend/program/languages.h"
#include "verify/frontend/program/program.h"
#include "verify/frontend/ptx/parser.h"

namespace {

using launchproof::frontend::ProgramSource;
using launchproof::frontend::SourceLanguage;

int usage() {
  std::cerr << "usage: launchproof-model [--validate] [--language VERSION] [--32] [--seconds parse|model "
               "[--rounds N]] "
               "FILE... [-- BUILD OPTIONS]\n";
  return 2;
}

SourceLanguage language_of(const std::string& file) {
  return launchproof::frontend::language_of_suffix(file).value_or(SourceLanguage::OpenCl);
}

double processor_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Prints the least processor time of this many rounds.
int print_seconds(const std::string& what, unsigned rounds, const std::vector<ProgramSource>& sources,
                  const launchproof::frontend::DeviceEnvironment& device) {
  double least = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    const double begin = processor_seconds();
    if (what == "model") {
      if (!launchproof::frontend::translate(sources, device).compiled) return 1;
    } else {
      for (const ProgramSource& source : sources) launchproof::frontend::ptx::parse(source.text);
    }
    const double used = processor_seconds() - begin;
    least = round == 0 ? used : std::min(least, used);
  }
  std::cout << least << " s\n";
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace launchproof;
  std::vector<frontend::ProgramSource> sources;
  frontend::DeviceEnvironment device;
  device.opencl_c_version = "3.0";
  std::string options;
  bool validate_only = false;
  std::string timed;
  unsigned rounds = 1;
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
    } else if (word == "--seconds" && i + 1 < argc) {
      timed = argv[++i];
    } else if (word == "--rounds" && i + 1 < argc) {
      rounds = static_cast<unsigned>(std::atoi(argv[++i]));
    } else {
      std::ifstream file(word);
      if (!file) {
        std::cerr << "launchproof-model: cannot read " << word << "\n";
        return 2;
      }
      ProgramSource source{word, std::string(std::istreambuf_iterator<char>(file), {}), "", "", {}};
      source.language = language_of(word);
      sources.push_back(std::move(source));
    }
  }
  if (sources.empty()) return usage();
  for (frontend::ProgramSource& source : sources) source.options = options;
  if (timed == "model" || timed == "parse") return print_seconds(timed, rounds, sources, device);
  if (!timed.empty()) return usage();
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
