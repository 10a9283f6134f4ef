#include "tests/oracle/memory.h"

#include <cstring>

namespace launchproof::oracle {

ObjectId Memory::allocate(MemoryKind kind, std::uint64_t size, const std::string* name, bool logged) {
  ObjectId id = 0;
  if (d_released.size() > kReuseDelay) {
    id = d_released.front();
    d_released.pop_front();
  } else {
    id = static_cast<ObjectId>(d_objects.size());
    d_objects.emplace_back();
  }
  Object& object = d_objects[id];
  object.kind = kind;
  object.bounded = true;
  object.alive = true;
  object.root = id;
  object.origin = 0;
  object.size = size;
  object.group = -1;
  object.item = -1;
  object.name = name;
  object.bytes.resize(size);
  for (std::uint64_t i = 0; i < size; i += 8) {
    const std::uint64_t word = random();
    std::memcpy(object.bytes.data() + i, &word, std::min<std::uint64_t>(8, size - i));
  }
  if (logged) object.log = std::make_unique<AccessLog>(size);
  return id;
}

ObjectId Memory::allocate_view(ObjectId root, std::int64_t origin, std::uint64_t size, bool bounded,
                               const std::string* name) {
  const auto id = static_cast<ObjectId>(d_objects.size());
  Object& view = d_objects.emplace_back();
  view.kind = d_objects[root].kind;
  view.bounded = bounded;
  view.root = root;
  view.origin = origin;
  view.size = size;
  view.name = name;
  return id;
}

void Memory::release(ObjectId id) {
  d_objects[id].alive = false;
  d_released.push_back(id);
}

ObjectId Memory::object_at(Address address) const {
  const Address number = address >> kOffsetBits;
  return number > kFirst && number - kFirst < d_objects.size() ? static_cast<ObjectId>(number - kFirst) : 0;
}

Target Memory::resolve(Address address, std::uint64_t bytes) {
  const Address number = address >> kOffsetBits;
  Target target;
  // Null, and every address reached from it by an offset of either sign.
  if (number == 0 || number == (~Address{0} >> kOffsetBits)) {
    target.state = Target::State::Null;
    target.offset = static_cast<std::int64_t>(address);
    return target;
  }
  const ObjectId id = object_at(address);
  if (id == 0 || !d_objects[id].alive) return target;
  Object& object = d_objects[id];
  target.object = &object;
  target.root = &d_objects[object.root];
  target.offset = static_cast<std::int64_t>(address & ((Address{1} << kOffsetBits) - 1)) -
                  static_cast<std::int64_t>(kMiddle);
  target.root_offset = target.offset + object.origin;
  const bool inside = target.offset >= 0 && static_cast<std::uint64_t>(target.offset) + bytes <= object.size;
  const bool reaches = !object.bounded && target.offset >= 0;
  target.state = inside || reaches ? Target::State::Ok : Target::State::OutOfBounds;
  return target;
}

std::uint64_t Memory::canonical(Address address) {
  const ObjectId id = object_at(address);
  if (id == 0) return address;
  const Object& object = d_objects[id];
  return address - address_of(id) + address_of(object.root) + static_cast<std::uint64_t>(object.origin);
}

void Memory::read(const Target& target, std::uint8_t* out, std::uint64_t bytes) {
  const Object& root = *target.root;
  const std::int64_t begin = target.root_offset;
  if (begin >= 0 && static_cast<std::uint64_t>(begin) + bytes <= root.bytes.size()) {
    std::memcpy(out, root.bytes.data() + begin, bytes);
    return;
  }
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const std::int64_t at = begin + static_cast<std::int64_t>(i);
    if (at >= 0 && static_cast<std::uint64_t>(at) < root.bytes.size()) {
      out[i] = root.bytes[static_cast<std::size_t>(at)];
      continue;
    }
    const auto far = root.far_bytes.find(at);
    out[i] = far != root.far_bytes.end() ? far->second : content_byte(root.contents, root.element, at);
  }
}

void Memory::write(const Target& target, const std::uint8_t* data, std::uint64_t bytes) {
  Object& root = *target.root;
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const std::int64_t at = target.root_offset + static_cast<std::int64_t>(i);
    if (at >= 0 && static_cast<std::uint64_t>(at) < root.bytes.size()) {
      root.bytes[static_cast<std::size_t>(at)] = data[i];
    } else {
      root.far_bytes[at] = data[i];
    }
  }
}

}  // namespace launchproof::oracle
