// A folder that appears under its name once it is complete.
#pragma once

#include <filesystem>
#include <string>

namespace launchproof::capture {

class NewFolder {
 public:
  // Throws InputError if `path` already exists, and std::filesystem::filesystem_error if nothing can be
  // created next to it.
  explicit NewFolder(const std::string& path);
  ~NewFolder();  // removes what was not finished
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  const std::filesystem::path& path() const {
    return d_unfinished;
  }  // the folder's path while it is
     // unfinished
  void finish();

  // Throws std::runtime_error.
  void write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path d_path, d_unfinished;
};

}  // namespace launchproof::capture
