#include "capture/editing/new_folder.h"

#include <unistd.h>

#include <fstream>

#include "capture/error.h"

namespace launchproof::capture {

namespace fs = std::filesystem;

NewFolder::NewFolder(const std::string& path) : d_path(path) {
  if (!d_path.has_filename()) d_path = d_path.parent_path();
  std::error_code error;
  if (fs::exists(fs::symlink_status(d_path, error)))
    throw InputError(d_path.string(), "is there already", "name another folder with -o");
  d_unfinished = d_path;
  d_unfinished += ".unfinished-" + std::to_string(::getpid());
  fs::create_directories(d_unfinished);
}

NewFolder::~NewFolder() {
  std::error_code ignored;
  if (!d_unfinished.empty()) fs::remove_all(d_unfinished, ignored);
}

void NewFolder::finish() {
  fs::rename(d_unfinished, d_path);
  d_unfinished.clear();
}

void NewFolder::write(const std::string& name, const std::string& text) const {
  const fs::path file = d_unfinished / name;
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) throw std::runtime_error("cannot write " + file.string());
}

}  // namespace launchproof::capture
