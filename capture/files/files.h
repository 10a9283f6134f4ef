// Files of the recording side. Functions return 0 or an errno value, and throw only for lack of memory.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace launchproof::capture {

// A file that only this process appends to. It survives an application that closes descriptors it does not
// own: each append checks that the descriptor still refers to the file, and otherwise opens it anew.
class AppendFile {
 public:
  // Creates the file, which must not exist.
  int create(const std::string& path);

  // Appends the line and a newline with one write.
  int append(std::string& line);

  // Closes the descriptor if it is still ours.
  void close();

  bool is_open() const { return d_fd >= 0; }

 private:
  bool still_ours() const;
  int reopen();
  int adopt(int fd);

  std::string d_path;
  int d_fd = -1;
  dev_t d_device = 0;
  ino_t d_inode = 0;
};

// Lets the owner read and write an open file, whatever the application's umask removed from its mode. Without
// this, nobody could read the record, and no line could be added after the descriptor is lost.
void let_owner_use(int fd);

// Opens a file, creating it if necessary, and calls let_owner_use() on it. Returns what open() returns.
int open_new(const char* path, int flags);

// Creates a folder as mkdir() does for `mode`, with all rights for the owner, whatever the umask is.
int make_folder(const char* path, unsigned mode);

// Moves the descriptor out of the way of the application's descriptors: to 200 or above if the limit allows,
// and never to 0, 1 or 2.
int move_high(int fd);

// Writes all bytes to the descriptor.
int write_all(int fd, const void* bytes, std::size_t size);

// Returns the content of a regular file of at most `limit` bytes; nothing otherwise.
std::optional<std::string> read_file(const std::string& path, std::size_t limit);

// Makes a new file with this content appear under `path` at once. An existing file is not an error.
int publish(const std::string& path, const std::string& temporary, const void* bytes, std::size_t size);

// Creates the folder and its parent folders.
int make_folders(const std::string& path);

// Returns the path from the root, without resolving links. Empty if the current directory is not known.
std::string absolute_path(std::string_view path);

// Returns the text of an errno value.
std::string error_text(int error);

}  // namespace launchproof::capture
