// The result of translating a program.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "verify/frontend/program/file_uses.h"
#include "verify/frontend/program/postconditions.h"
#include "verify/frontend/program/program.h"
#include "verify/model/kernel_model.h"
#include "verify/model/variables.h"

namespace launchproof::frontend {

struct Translation {
  bool compiled = false;
  std::vector<model::KernelModel> kernels;  // every __kernel function of the program
  std::vector<CompilerMessage> messages;
  std::vector<std::string> assumptions;  // assumptions about the device's compiler, one sentence each
  // By kernel: the guesses that its model may depend on. Guesses that change nothing are omitted.
  std::map<std::string, std::vector<Guess>> guesses;
  std::map<std::string, model::Variables> variables;     // by kernel
  std::map<std::string, Postconditions> postconditions;  // by kernel, if the source requests them
  FileUses files;  // files that the translation depends on besides the sources and their headers
};

}  // namespace launchproof::frontend
