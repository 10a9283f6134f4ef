// A view of the real files that records which files a compilation requests.
#pragma once

#include <llvm/Support/VirtualFileSystem.h>

#include <map>
#include <string>

#include "verify/frontend/program/file_uses.h"

namespace launchproof::frontend {

class WatchedFiles : public llvm::vfs::ProxyFileSystem {
 public:
  WatchedFiles();

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override;
  bool exists(const llvm::Twine& path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine& folder, std::error_code& error) override;

  // Returns the files requested so far. `source` is the number of the compiled source.
  FileUses uses(std::uint32_t source) const;

 private:
  void note(const llvm::Twine& path, const std::string& found);

  std::map<std::string, std::string> d_found;  // by path
  bool d_complete = true;
};

// Returns whether the text may mean something else at another time.
bool tells_time(llvm::StringRef text);

}  // namespace launchproof::frontend
