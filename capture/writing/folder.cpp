#include "capture/writing/folder.h"

#include <fcntl.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>

#include "capture/files/files.h"
#include "capture/files/quiet_section.h"
#include "capture/json/to_json.h"

namespace launchproof::capture {
namespace {

// Returns at most `limit` bytes from the front of a file; empty if it cannot be read.
std::string read_front(const std::string& path, std::size_t limit) {
  std::string content;
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return content;
  char part[4096];
  while (content.size() < limit) {
    const ssize_t length = ::read(fd, part, sizeof part);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) break;
    content.append(part, static_cast<std::size_t>(length));
  }
  ::close(fd);
  return content;
}

std::string failure(const char* verb, const std::string& path, int error) {
  return std::string("cannot ") + verb + ' ' + path + ": " + error_text(error);
}

// Only the beginning of session.json is read, which holds the schema.
std::string check_session(const std::string& path) {
  const std::string expected = std::string("{\"schema\":\"") + kSchema + '"';
  const std::string front = read_front(path, expected.size());
  if (front.compare(0, expected.size(), expected) == 0) return {};
  return path + " is not of schema " + kSchema;
}

Text current_directory() {
  std::string path = absolute_path("");
  if (path.size() > 1) path.pop_back();
  return path;
}

Session describe() {
  Session session;
  const std::string arguments = read_front("/proc/self/cmdline", 1U << 20);
  for (std::size_t at = 0; at < arguments.size();) {
    std::size_t end = arguments.find('\0', at);
    if (end == std::string::npos) end = arguments.size();
    session.command.push_back(arguments.substr(at, end - at));
    at = end + 1;
  }
  session.working_directory = current_directory();
  utsname names{};
  if (::uname(&names) == 0) {
    session.host = names.nodename;
    session.system = std::string(names.sysname) + ' ' + names.release + ' ' + names.machine;
  }
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  char text[32];
  if (::gmtime_r(&now, &utc) != nullptr &&
      std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc) != 0) {
    session.started = text;
  }
  return session;
}

}  // namespace

std::string prepare_folder(const std::string& path, const Session& session, bool must_be_new) {
  if (path.empty()) return "the capture's folder has no name, or the current directory is gone";
  if (const int error = make_folders(path); error != 0) return failure("make the folder", path, error);
  const std::string blobs = path + "/blobs";
  if (const int error = make_folders(blobs); error != 0) return failure("make the folder", blobs, error);
  const std::string file = path + "/session.json";
  if (::access(file.c_str(), F_OK) == 0) {
    return must_be_new ? path + " already holds a capture" : check_session(file);
  }
  const std::string content = session_to_json(session) + '\n';
  const std::string temporary = path + "/.session." + std::to_string(::getpid());
  ::unlink(temporary.c_str());
  const int error = publish(file, temporary, content.data(), content.size());
  return error == 0 ? std::string() : failure("write", file, error);
}

Session describe_process() noexcept {
  const QuietSection quiet;
  try {
    return describe();
  } catch (...) {
    return {};
  }
}

std::string create_capture(const char* path, const Session& session, bool may_exist) noexcept {
  const QuietSection quiet;
  try {
    return prepare_folder(absolute_path(path), session, !may_exist);
  } catch (...) {
    return {"no memory"};
  }
}

}  // namespace launchproof::capture
