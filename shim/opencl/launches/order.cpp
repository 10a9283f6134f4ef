#include "shim/opencl/launches/order.h"

#include "shim/opencl/devices/devices.h"
#include "shim/opencl/launches/actor.h"
#include "shim/recording/section.h"

namespace launchproof::shim {

cl_int Ordering::end(cl_int code) noexcept {
  if (code == CL_SUCCESS) end_taken();
  return code;
}

// A command without events, whether it waits for them or creates one, does not order launches.
void Ordering::end_taken() noexcept {
  if (d_flags == 0 && d_wait_count == 0 && d_event == nullptr) return;
  // Most waits of the host happen while only transfers are running.
  if ((d_flags & capture::kHostWaits) != 0 && recording_is_on() && writer().order_is_quiet()) return;
  end_launches({});
}

void Ordering::end_launches(std::span<const std::uint64_t> launches) noexcept {
  record([&] {
    capture::CommandNote note;
    note.queue = d_known;
    note.out_of_order = d_out_of_order;
    if (d_queue != nullptr && d_known == 0) {
      const KnownQueue queue = queue_of(d_queue);
      note.queue = queue.id;
      note.out_of_order = queue.out_of_order;
    }
    note.begin = d_begin;
    note.event = d_event == nullptr ? 0 : reinterpret_cast<std::uintptr_t>(*d_event);
    note.waits = reinterpret_cast<const void* const*>(d_wait);
    note.wait_count = d_wait_count;
    note.flags = static_cast<std::uint8_t>(d_flags);
    note.launches = launches.data();
    note.launch_count = launches.size();
    if (callbacks_are_running()) note.actor = callback_actor();
    if ((d_flags & capture::kHostWaits) != 0 && note.actor == 0) note.actor = thread_actor();
    writer().add_order(note);
  });
}

void note_user_event(cl_event event) noexcept {
  record([&] {
    capture::CommandNote note;
    note.flags = capture::kUserEvent;
    note.begin = writer().order_now();
    note.event = reinterpret_cast<std::uintptr_t>(event);
    writer().add_order(note);
  });
}

void note_signal(cl_event event, std::uint32_t begin, cl_int status) noexcept {
  record([&] {
    const void* const signalled = event;
    capture::CommandNote note;
    note.flags = capture::kSignals;
    note.begin = begin;
    note.waits = &signalled;
    note.wait_count = 1;
    // A command that waits for a failed event never runs.
    if (status == CL_COMPLETE && callbacks_are_running()) note.actor = callback_actor();
    if (status == CL_COMPLETE && note.actor == 0) note.actor = thread_actor();
    writer().add_order(note);
  });
}

}  // namespace launchproof::shim
