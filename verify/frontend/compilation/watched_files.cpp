#include "verify/frontend/compilation/watched_files.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA256.h>

#include <utility>

namespace launchproof::frontend {
namespace {

// A file that was read once, so that the compiled text is the recorded text.
class ReadFile : public llvm::vfs::File {
 public:
  ReadFile(llvm::vfs::Status status, std::unique_ptr<llvm::MemoryBuffer> text)
      : d_status(std::move(status)), d_text(std::move(text)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return d_status; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, std::int64_t, bool,
                                                               bool) override {
    return llvm::MemoryBuffer::getMemBufferCopy(d_text->getBuffer(), name);
  }
  std::error_code close() override { return {}; }

 private:
  llvm::vfs::Status d_status;
  std::unique_ptr<llvm::MemoryBuffer> d_text;
};

}  // namespace

bool tells_time(llvm::StringRef text) {
  return text.contains("__TIME__") || text.contains("__DATE__") || text.contains("__TIMESTAMP__");
}

WatchedFiles::WatchedFiles() : ProxyFileSystem(llvm::vfs::createPhysicalFileSystem()) {}

void WatchedFiles::note(const llvm::Twine& path, const std::string& found) {
  llvm::SmallString<256> name;
  path.toVector(name);
  std::string& known = d_found[std::string(name)];
  const bool was_read = !known.empty() && known != kAbsent && known != kFolder && known != kOtherFile;
  if (!was_read) {
    // The file has changed since a moment ago, because it is being written.
    const bool same = known.empty() || known == found || (known == kOtherFile && found != kAbsent);
    d_complete = d_complete && same;
    known = found;
  } else if (found != kOtherFile && found != known) {
    d_complete = false;
  }
}

llvm::ErrorOr<llvm::vfs::Status> WatchedFiles::status(const llvm::Twine& path) {
  auto found = ProxyFileSystem::status(path);
  if (!found)
    note(path, kAbsent);
  else
    note(path, found->isDirectory() ? kFolder : kOtherFile);
  return found;
}

bool WatchedFiles::exists(const llvm::Twine& path) {
  return static_cast<bool>(status(path));
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> WatchedFiles::openFileForRead(const llvm::Twine& path) {
  auto file = ProxyFileSystem::openFileForRead(path);
  if (!file) {
    status(path);
    return file.getError();
  }
  auto found = (*file)->status();
  if (!found) return found.getError();
  auto text = (*file)->getBuffer(path, -1, /*RequiresNullTerminator=*/true, /*IsVolatile=*/true);
  if (!text) {
    status(path);
    return text.getError();
  }
  const llvm::StringRef bytes = (*text)->getBuffer();
  note(path, llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(bytes)), /*LowerCase=*/true));
  if (tells_time(bytes)) d_complete = false;
  auto as_read = llvm::vfs::Status(found->getName(), found->getUniqueID(), found->getLastModificationTime(),
                                   found->getUser(), found->getGroup(), bytes.size(), found->getType(),
                                   found->getPermissions());
  return std::make_unique<ReadFile>(std::move(as_read), std::move(*text));
}

llvm::vfs::directory_iterator WatchedFiles::dir_begin(const llvm::Twine& folder, std::error_code& error) {
  d_complete = false;
  return ProxyFileSystem::dir_begin(folder, error);
}

FileUses WatchedFiles::uses(std::uint32_t source) const {
  FileUses result;
  result.complete = d_complete;
  for (const auto& [path, found] : d_found) result.files.push_back({source, path, found});
  return result;
}

}  // namespace launchproof::frontend
