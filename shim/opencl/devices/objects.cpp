#include "shim/opencl/devices/objects.h"

namespace launchproof::shim {

Memory::Memory(const void* buffer, const Note& note)
    : id(note.id),
      root(note.id),
      bytes(note.bytes),
      flags(note.flags),
      handle(static_cast<cl_mem>(const_cast<void*>(buffer))) {}

const Parameter& KernelState::parameter(std::size_t index) const {
  static const auto& unknown = *new Parameter;
  return parameters != nullptr && index < parameters->size() ? (*parameters)[index] : unknown;
}

// Never destroyed: the application may call the API until its very end.
HandleTable<Memory>& memories() {
  static auto& table = *new HandleTable<Memory>;
  return table;
}

HandleTable<Sampler>& samplers() {
  static auto& table = *new HandleTable<Sampler>;
  return table;
}

HandleTable<Program>& programs() {
  static auto& table = *new HandleTable<Program>;
  return table;
}

HandleTable<Kernel>& kernels() {
  static auto& table = *new HandleTable<Kernel>;
  return table;
}

HandleTable<MadeQueue>& made_queues() {
  static auto& table = *new HandleTable<MadeQueue>;
  return table;
}

HandleTable<UserEvent>& open_user_events() {
  static auto& table = *new HandleTable<UserEvent>;
  return table;
}

}  // namespace launchproof::shim
