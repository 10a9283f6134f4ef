// A folder that appears under its name when it is whole.
#pragma once

#include <filesystem>
#include <string>

namespace launchproof::capture {

class NewFolder {
 public:
  // Throws InputError when `path` is there already, and std::filesystem::filesystem_error when nothing can be
  // made beside it.
  explicit NewFolder(const std::string& path);
  ~NewFolder();  // removes what was not finished
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  const std::filesystem::path& path() const { return d_unfinished; }  // where it is made
  void finish();

  // Throws std::runtime_error.
  void write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path d_path, d_unfinished;
};

}  // namespace launchproof::capture
