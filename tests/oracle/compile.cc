#include "tests/oracle/compile.h"

#include <fcntl.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "tests/oracle/errors.h"

namespace launchproof::oracle {

namespace {

struct Output {
  int status = -1;
  std::string standard;
  std::string error;
};

// Both pipes are read together, so that neither fills up.
void drain(int out, int err, Output& output) {
  std::array<pollfd, 2> files{{{out, POLLIN, 0}, {err, POLLIN, 0}}};
  std::array<std::string*, 2> texts{&output.standard, &output.error};
  std::array<char, 65536> buffer{};
  int open = 2;
  while (open > 0) {
    if (poll(files.data(), files.size(), -1) < 0) return;
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (files[i].fd < 0 || files[i].revents == 0) continue;
      const ssize_t count = read(files[i].fd, buffer.data(), buffer.size());
      if (count > 0) {
        texts[i]->append(buffer.data(), static_cast<std::size_t>(count));
      } else {
        files[i].fd = -1;
        --open;
      }
    }
  }
}

Output run(const std::vector<std::string>& command) {
  std::array<int, 2> out{};
  std::array<int, 2> err{};
  if (pipe2(out.data(), O_CLOEXEC) != 0 || pipe2(err.data(), O_CLOEXEC) != 0) {
    throw UsageError{"no pipe for the compiler: too many open files?"};
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int failure = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(out[1]);
  close(err[1]);
  Output output;
  if (failure == 0) {
    drain(out[0], err[0], output);
    waitpid(child, &output.status, 0);
  }
  close(out[0]);
  close(err[0]);
  if (failure != 0) throw UsageError{command[0] + ": cannot be started; install clang-19"};
  return output;
}

}  // namespace

CompiledFile::CompiledFile() : context(std::make_unique<llvm::LLVMContext>()) {}
CompiledFile::CompiledFile(CompiledFile&&) noexcept = default;
CompiledFile::~CompiledFile() {
  module.reset();  // before its context
}

CompiledFile compile(const std::string& path, const std::vector<std::string>& build_options) {
  std::vector<std::string> command{LAUNCHPROOF_ORACLE_CLANG, "-x", "cl", "-w"};
  const bool has_standard = std::any_of(build_options.begin(), build_options.end(),
                                        [](const std::string& word) { return word.starts_with("-cl-std="); });
  if (!has_standard) command.emplace_back("-cl-std=CL1.2");
  command.insert(command.end(), build_options.begin(), build_options.end());
  for (const char* word : {"-Xclang", "-finclude-default-header", "-Xclang", "-fdeclare-opencl-builtins",
                           "-O0", "-g", "-cl-kernel-arg-info", "-fno-discard-value-names", "-ffp-contract=on",
                           "-target", "spir64", "-emit-llvm", "-c", "-o", "-"}) {
    command.emplace_back(word);
  }
  command.push_back(path);
  const Output output = run(command);
  CompiledFile file;
  file.messages = output.error;
  if (output.status != 0) return file;
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(output.standard, path), *file.context);
  if (!module) {
    file.messages += llvm::toString(module.takeError());
    return file;
  }
  file.module = std::move(*module);
  return file;
}

}  // namespace launchproof::oracle
