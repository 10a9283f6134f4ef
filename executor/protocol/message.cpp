#include "executor/protocol/message.h"

#include <sys/socket.h>

#include <cerrno>

namespace launchproof::executor {
namespace {

void send_all(int socket, const char* bytes, std::size_t size) {
  while (size != 0) {
    const ssize_t sent = ::send(socket, bytes, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) throw ConnectionLost();
    bytes += sent;
    size -= static_cast<std::size_t>(sent);
  }
}

void receive_all(int socket, char* bytes, std::size_t size) {
  while (size != 0) {
    const ssize_t got = ::recv(socket, bytes, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw ConnectionLost();
    bytes += got;
    size -= static_cast<std::size_t>(got);
  }
}

}  // namespace

void send_message(int socket, std::string_view bytes) {
  const std::uint64_t size = bytes.size();
  send_all(socket, reinterpret_cast<const char*>(&size), sizeof size);
  send_all(socket, bytes.data(), bytes.size());
}

std::string receive_message(int socket) {
  std::uint64_t size = 0;
  receive_all(socket, reinterpret_cast<char*>(&size), sizeof size);
  std::string bytes(size, '\0');
  receive_all(socket, bytes.data(), bytes.size());
  return bytes;
}

void put(MessageWriter& message, const LoadedModule& module) {
  message.put_text(module.problem);
  message.put(module.has_no_ptx);
  message.put(module.number);
  message.put_text(module.ptx);
  message.put(module.architecture);
  message.put<std::uint64_t>(module.kernels.size());
  for (const LoadedKernel& kernel : module.kernels) {
    message.put_text(kernel.name);
    message.put(kernel.static_shared_bytes);
    message.put<std::uint64_t>(kernel.parameters.size());
    for (const KernelParameter& parameter : kernel.parameters) message.put(parameter);
  }
  message.put<std::uint64_t>(module.variables.size());
  for (const LoadedVariable& variable : module.variables) {
    message.put_text(variable.name);
    message.put(variable.alignment);
    message.put_text(variable.initial);
  }
}

LoadedModule take_module(MessageReader& message) {
  LoadedModule module;
  module.problem = message.take_text();
  module.has_no_ptx = message.take<bool>();
  module.number = message.take<std::uint64_t>();
  module.ptx = message.take_text();
  module.architecture = message.take<std::uint32_t>();
  for (auto count = message.take<std::uint64_t>(); count != 0; --count) {
    LoadedKernel& kernel = module.kernels.emplace_back();
    kernel.name = message.take_text();
    kernel.static_shared_bytes = message.take<std::uint64_t>();
    for (auto parameters = message.take<std::uint64_t>(); parameters != 0; --parameters)
      kernel.parameters.push_back(message.take<KernelParameter>());
  }
  for (auto count = message.take<std::uint64_t>(); count != 0; --count) {
    LoadedVariable& variable = module.variables.emplace_back();
    variable.name = message.take_text();
    variable.alignment = message.take<std::uint64_t>();
    variable.initial = message.take_text();
  }
  return module;
}

void put(MessageWriter& message, const KernelLaunch& launch) {
  message.put(launch.module);
  message.put_text(launch.kernel);
  for (const std::uint64_t size : launch.groups) message.put(size);
  for (const std::uint64_t size : launch.local_size) message.put(size);
  message.put(launch.dynamic_bytes);
  message.put<std::uint32_t>(launch.is_cooperative ? 1U + (*launch.is_cooperative ? 1U : 0U) : 0U);
  message.put_text(launch.parameters);
}

KernelLaunch take_launch(MessageReader& message) {
  KernelLaunch launch;
  launch.module = message.take<std::uint64_t>();
  launch.kernel = message.take_text();
  for (std::uint64_t& size : launch.groups) size = message.take<std::uint64_t>();
  for (std::uint64_t& size : launch.local_size) size = message.take<std::uint64_t>();
  launch.dynamic_bytes = message.take<std::uint64_t>();
  if (const auto known = message.take<std::uint32_t>(); known != 0) launch.is_cooperative = known == 2;
  launch.parameters = message.take_text();
  return launch;
}

void put(MessageWriter& message, const LaunchResult& result) {
  message.put(result.end);
  message.put_text(result.problem);
  message.put_text(result.printed);
  message.put_text(result.failed_asserts);
}

LaunchResult take_result(MessageReader& message) {
  LaunchResult result;
  result.end = message.take<LaunchEnd>();
  result.problem = message.take_text();
  result.printed = message.take_text();
  result.failed_asserts = message.take_text();
  return result;
}

}  // namespace launchproof::executor
