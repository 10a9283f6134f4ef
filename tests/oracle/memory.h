// Byte-addressed memory objects. An address contains its object's number and an offset, so that every access
// can be checked against its object even after the pointer was stored, cast to an integer and loaded again.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/oracle/accesses/access_log.h"
#include "tests/oracle/contents.h"
#include "tests/oracle/image.h"

namespace launchproof::oracle {

using Address = std::uint64_t;
using ObjectId = std::uint32_t;  // 0 belongs to the null pointer

enum class MemoryKind : std::uint8_t { Global, Constant, Local, Private };

// Accesses that kernels may make to an object.
enum class Allowed : std::uint8_t { Both, Reads, Writes };

struct Object {
  MemoryKind kind = MemoryKind::Global;
  bool bounded = true;  // false: an array of unknown size, which has no end
  bool alive = true;
  Allowed allowed = Allowed::Both;
  ObjectId root = 0;        // the object itself, unless it is a view into another object
  std::int64_t origin = 0;  // where a view begins in its root
  std::uint64_t size = 0;   // size in bytes; a view has its own size
  std::int64_t group = -1;  // Local: its group; -1: any group
  std::int64_t item = -1;   // Private: its work-item
  const std::string* name = nullptr;
  std::vector<std::uint8_t> bytes;                           // of a root
  std::unordered_map<std::int64_t, std::uint8_t> far_bytes;  // bytes outside of `bytes`, for arrays of
                                                             // unknown size
  Contents contents;                                         // values of far bytes before they are written
  ElementType element;
  std::shared_ptr<const ImageInfo> image;  // set for an image; for an image over a buffer, the view has it
  std::unique_ptr<AccessLog> log;          // set for roots that several work-items can access
};

// Where an access lands.
struct Target {
  enum class State : std::uint8_t { Ok, Null, OutOfBounds, NoObject } state = State::NoObject;
  Object* object = nullptr;  // the addressed object (a view, not its root)
  Object* root = nullptr;
  std::int64_t offset = 0;       // in `object`
  std::int64_t root_offset = 0;  // in `root`
};

class Memory {
 public:
  explicit Memory(std::uint64_t seed) : d_seed(mix(seed)) { d_objects.resize(1); }

  // Bytes of a new object are unspecified and differ between seeds.
  ObjectId allocate(MemoryKind kind, std::uint64_t size, const std::string* name, bool logged);
  ObjectId allocate_view(ObjectId root, std::int64_t origin, std::uint64_t size, bool bounded,
                         const std::string* name);
  // Releases private objects whose function returned. Numbers are reused late, so that stale pointers are
  // detected.
  void release(ObjectId id);

  Object& object(ObjectId id) { return d_objects[id]; }
  static Address address_of(ObjectId id) { return ((kFirst + id) << kOffsetBits) + kMiddle; }

  Target resolve(Address address, std::uint64_t bytes);
  // Returns equal numbers for equal places, even through views, for comparing pointers.
  std::uint64_t canonical(Address address);

  static void read(const Target& target, std::uint8_t* out, std::uint64_t bytes);
  static void write(const Target& target, const std::uint8_t* data, std::uint64_t bytes);

  std::uint64_t random() { return d_seed = mix(d_seed); }

 private:
  // Offsets are relative to the middle of an object's range, so that negative ones stay in their object's
  // range.
  static constexpr unsigned kOffsetBits = 40;
  static constexpr Address kMiddle = Address{1} << (kOffsetBits - 1);
  // Objects are as far from the null pointer as possible: an offset of some terabytes must not come near it.
  static constexpr Address kFirst = Address{1} << (63 - kOffsetBits);
  static constexpr std::size_t kReuseDelay = 4096;

  ObjectId object_at(Address address) const;  // returns 0 if there is none

  std::uint64_t d_seed;
  std::deque<Object> d_objects;
  std::deque<ObjectId> d_released;
};

}  // namespace launchproof::oracle
