// The known contents of a buffer just before the launch.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace launchproof::model {

// Copies share the bytes once they are read. Must not be used by several threads at once.
class BufferContents {
 public:
  using Bytes = std::vector<std::uint8_t>;
  // Returns the bytes, or nothing with the reason in `why`.
  using Read = std::function<std::optional<Bytes>(std::string& why)>;

  BufferContents() = default;  // unknown, and not requested

  static BufferContents unknown(std::string why) {
    BufferContents made;
    made.d_state = std::make_shared<State>();
    made.d_state->reason = std::move(why);
    return made;
  }
  // Creates known contents. `origin` is one word that says where they come from: "recorded", "given".
  static BufferContents known(Bytes bytes, std::string origin) {
    BufferContents made;
    made.d_state = std::make_shared<State>();
    made.d_state->bytes = std::move(bytes);
    made.d_state->origin = std::move(origin);
    return made;
  }
  // Creates contents that are read at the first request: contents may be large, and most questions need none.
  static BufferContents late(Read read, std::string origin) {
    BufferContents made;
    made.d_state = std::make_shared<State>();
    made.d_state->read = std::move(read);
    made.d_state->origin = std::move(origin);
    return made;
  }

  // Returns whether bytes() may return something.
  bool available() const { return d_state && (d_state->bytes || d_state->read); }

  // Returns the bytes, or null if they are unknown or cannot be read; reason() then says why.
  const Bytes* bytes() const {
    if (!d_state) return nullptr;
    if (d_state->read) {
      const Read read = std::exchange(d_state->read, nullptr);
      d_state->bytes = read(d_state->reason);
    }
    return d_state->bytes ? &*d_state->bytes : nullptr;
  }
  std::string reason() const { return d_state ? d_state->reason : std::string(); }
  std::string origin() const { return d_state ? d_state->origin : std::string(); }

 private:
  struct State {
    Read read;
    std::optional<Bytes> bytes;
    std::string reason, origin;
  };
  std::shared_ptr<State> d_state;
};

}  // namespace launchproof::model
