// Files of the recording side. Results are 0 or an errno value; nothing throws but for lack of memory.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace launchproof::capture {

// A file that this process alone appends to. Survives an application that closes descriptors it does not own:
// before each line the descriptor is checked to be still that file, and else opened anew.
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

// Lets the owner read and write an open file, whatever the application's umask took from its mode: else
// nobody could read what is recorded, and no line be added once the descriptor is lost.
void let_owner_use(int fd);

// Opens a file that may have to be made, with let_owner_use. Returns what open() returns.
int open_new(const char* path, int flags);

// Makes a folder as mkdir() does for `mode`, with all rights for the owner, whatever the umask is.
int make_folder(const char* path, unsigned mode);

// Moves the descriptor out of the way of the application's own (to 200 or above where the limit allows, never
// 0 to 2).
int move_high(int fd);

// Writes all bytes to the descriptor.
int write_all(int fd, const void* bytes, std::size_t size);

// Returns the content of a regular file of at most `limit` bytes; nothing otherwise.
std::optional<std::string> read_file(const std::string& path, std::size_t limit);

// Makes a new file with this content appear at once under `path`. An existing file stays, which is no error.
int publish(const std::string& path, const std::string& temporary, const void* bytes, std::size_t size);

// Makes the folder and those above it.
int make_folders(const std::string& path);

// Returns the path from the root, without resolving links. Empty when the current directory cannot be told.
std::string absolute_path(std::string_view path);

// Returns the text of an errno value.
std::string error_text(int error);

}  // namespace launchproof::capture
