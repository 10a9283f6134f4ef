// Programs that behave like faulty solvers.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>

namespace launchproof::smt {

// Creates shell programs that read the script line by line and answer (echo). No child may be left when this
// object is destroyed.
class FakeSolvers {
 public:
  FakeSolvers() {
    std::string pattern = (std::filesystem::temp_directory_path() / "launchproof-smt-XXXXXX").string();
    d_folder = mkdtemp(pattern.data());
  }
  ~FakeSolvers() {
    std::filesystem::remove_all(d_folder);
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a child was left behind";
    EXPECT_EQ(errno, ECHILD);
  }
  FakeSolvers(const FakeSolvers&) = delete;
  FakeSolvers& operator=(const FakeSolvers&) = delete;

  // Returns the path of a program. Its actions on start, on (check-sat) and on (get-value …) are shell
  // commands, in which $folder is folder().
  std::string make(const std::string& name, const std::string& on_start, const std::string& on_check,
                   const std::string& on_values = ":") const {
    const auto path = d_folder / name;
    std::ofstream script(path);
    script << "#!/bin/sh\nfolder='" << d_folder.string() << "'\n"
           << on_start << "\nwhile read -r line; do\n"
           << "case \"$line\" in\n'(check-sat)') " << on_check << ";;\n'(get-value'*) " << on_values << ";;\n"
           << "'(echo '*) line=${line#*\\\"}; echo \"${line%\\\"*}\";;\nesac\ndone\n";
    script.close();
    chmod(path.c_str(), 0755);
    return path.string();
  }
  const std::filesystem::path& folder() const { return d_folder; }

 private:
  std::filesystem::path d_folder;
};

}  // namespace launchproof::smt
