#include "executor/executor.h"

#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <deque>
#include <map>
#include <string>
#include <thread>

#include "executor/loaded_program.h"
#include "executor/protocol/message.h"

namespace launchproof::executor {
namespace {

class Service {
 public:
  // Returns the answer to one request.
  std::string answer(std::string_view request) {
    MessageReader message(request);
    MessageWriter answer;
    switch (message.take<Request>()) {
      case Request::Load: {
        const auto architecture = message.take<std::uint32_t>();
        LoadedModule described = d_programs.emplace_back(message.take_text(), architecture).described();
        described.number = d_programs.size() - 1;
        put(answer, described);
        break;
      }
      case Request::Place: {
        LoadedProgram& program = d_programs.at(message.take<std::uint64_t>());
        std::map<std::string, std::uint64_t> addresses;
        for (auto count = message.take<std::uint64_t>(); count != 0; --count) {
          std::string name = message.take_text();
          addresses.emplace(std::move(name), message.take<std::uint64_t>());
        }
        program.place(addresses);
        break;
      }
      case Request::Launch: {
        const KernelLaunch launch = take_launch(message);
        put(answer, d_programs.at(launch.module).run(launch));
        break;
      }
    }
    return answer.bytes();
  }

 private:
  std::deque<LoadedProgram> d_programs;  // by number
};

// Ends the process as soon as the application is gone, even while a kernel is running that never ends.
void end_with(int socket) {
  std::thread([socket] {
    pollfd end{socket, POLLRDHUP, 0};
    while (::poll(&end, 1, -1) < 0 && errno == EINTR) {
    }
    ::_exit(0);
  }).detach();
}

}  // namespace

int serve(int socket) {
  Service service;
  try {
    while (true) send_message(socket, service.answer(receive_message(socket)));
  } catch (const ConnectionLost&) {
    return 0;
  }
}

int execute_kernels(int count, const char* const* words) {
  constexpr int kWords = 4;
  if (count != kWords) return 2;
  const int socket = std::atoi(words[0]);
  const int memory = std::atoi(words[1]);
  const std::uint64_t address = std::strtoull(words[2], nullptr, 10);
  const std::uint64_t size = std::strtoull(words[3], nullptr, 10);
  void* const wanted = reinterpret_cast<void*>(address);  // NOLINT(performance-no-int-to-ptr)
  const void* const mapped = ::mmap(wanted, size, PROT_READ | PROT_WRITE,
                                    MAP_SHARED | MAP_FIXED_NOREPLACE | MAP_NORESERVE, memory, 0);
  if (mapped != wanted) return 1;
  ::close(memory);
  end_with(socket);
  return serve(socket);
}

}  // namespace launchproof::executor
