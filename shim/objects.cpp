#include "shim/objects.h"

namespace launchproof::shim {

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
