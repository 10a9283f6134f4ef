#include "capture/files/failure_box.h"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "capture/files/files.h"

namespace launchproof::capture {
namespace {

constexpr std::size_t kLongestMessage = 8192;
constexpr std::size_t kLongestTag = 32;
constexpr std::size_t kMostMessages = 1000;

// An address that begins with a null byte is not in any file system.
struct Address {
  explicit Address(std::string_view name) {
    text.sun_family = AF_UNIX;
    const std::size_t used = std::min(name.size(), sizeof text.sun_path - 1);
    std::memcpy(text.sun_path + 1, name.data(), used);
    bytes = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + used);
  }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&text); }

  sockaddr_un text{};
  socklen_t bytes = 0;
};

int open_socket() {
  return ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

bool is_tag(std::string_view text) {
  return !text.empty() && text.size() <= kLongestTag &&
         std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || c == '-'; });
}

bool append(const std::string& path, std::string line) {
  const int fd = open_new(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return false;
  line += '\n';
  const bool is_written = write_all(fd, line.data(), line.size()) == 0;
  return ::close(fd) == 0 && is_written;
}

}  // namespace

void tell_failure(const char* box, std::string_view tag, std::string_view line) noexcept {
  if (box == nullptr || *box == '\0') return;
  std::array<char, kLongestMessage> message{};
  if (tag.size() + 1 + line.size() > message.size()) return;
  std::memcpy(message.data(), tag.data(), tag.size());
  message.at(tag.size()) = '\n';
  std::memcpy(message.data() + tag.size() + 1, line.data(), line.size());
  const int socket = open_socket();
  if (socket < 0) return;
  const Address address(box);
  ::sendto(socket, message.data(), tag.size() + 1 + line.size(), MSG_NOSIGNAL, address.get(), address.bytes);
  ::close(socket);
}

FailureBox::FailureBox() noexcept {
  try {
    std::array<unsigned char, 8> random{};
    if (::getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size())) return;
    std::string name = "launchproof-" + std::to_string(::getpid()) + '-';
    for (const unsigned char byte : random) {
      name += "0123456789abcdef"[byte / 16];
      name += "0123456789abcdef"[byte % 16];
    }
    d_socket = open_socket();
    if (d_socket < 0) return;
    const Address address(name);
    if (::bind(d_socket, address.get(), address.bytes) == 0) d_name = std::move(name);
  } catch (...) {
    d_name.clear();  // no memory; a process that cannot write into the capture is then not heard
  }
}

FailureBox::~FailureBox() {
  if (d_socket >= 0) ::close(d_socket);
}

std::vector<FailureBox::Failure> FailureBox::take() const {
  std::vector<Failure> taken;
  std::array<char, kLongestMessage> message{};
  while (!d_name.empty() && taken.size() < kMostMessages) {
    const ssize_t size = ::recv(d_socket, message.data(), message.size(), 0);
    if (size < 0) break;
    const std::string_view text(message.data(), static_cast<std::size_t>(size));
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos || !is_tag(text.substr(0, end))) continue;
    const std::string_view line = text.substr(end + 1);
    if (line.find('\n') == std::string_view::npos)
      taken.push_back({std::string(text.substr(0, end)), std::string(line)});
  }
  return taken;
}

std::vector<FailureBox::Failure> FailureBox::put_into(const std::string& capture) const {
  std::vector<Failure> taken = take();
  std::erase_if(taken,
                [&](const Failure& one) { return append(capture + "/failures." + one.tag, one.line); });
  return taken;
}

}  // namespace launchproof::capture
