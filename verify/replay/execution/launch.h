// State shared by the groups of one replay: arguments and memory objects.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "verify/model/launch_facts.h"
#include "verify/replay/memory/contents.h"
#include "verify/replay/memory/footprint.h"
#include "verify/replay/memory/image.h"
#include "verify/replay/memory/memory.h"
#include "verify/replay/memory/seen.h"

namespace launchproof::replay {

// The loads from a memory object that promise that the launch writes nothing there, and the writes to it.
struct PromisedReads {
  std::mutex mutex;
  Footprint accesses;  // reads: those loads alone
};

// The memory that pointers into one object may touch.
struct View {
  Storage* storage = nullptr;
  ObjectKind kind = ObjectKind::Parameter;
  bool is_local = false;
  bool is_image = false;
  bool is_null = false;
  bool is_given = true;       // contents
  bool is_written = false;    // some work-item may write to the same memory
  bool is_recorded = false;   // accesses are recorded and compared, because the memory is written or its
                              // contents are undefined
  bool is_undefined = false;  // unwritten bytes have no value
  bool is_mixed = false;      // both images and pointers access its storage, so a barrier may order only one
                              // of the two kinds
  model::KernelAccess access = model::KernelAccess::ReadWrite;
  bool was_read = false;
  Footprint* footprint = nullptr;  // records every access; null if not requested
  // Records loads that are not coherent, and writes; null unless the launch may write what such a load reads.
  PromisedReads* promised = nullptr;
  std::uint64_t origin = 0;  // offset of its first byte in its storage
  std::uint64_t before = 0;  // offset of the kernel's pointer in the view
  std::uint64_t shift = 0;   // difference between a pointer and the address used in comparisons
  std::optional<std::uint64_t> bytes;

  // Returns whether the view is memory. Otherwise it belongs to an argument that is null or not a pointer.
  bool is_memory() const { return !is_null && (storage != nullptr || kind == ObjectKind::Private); }
};

class Launch {
 public:
  Launch(const Image& image, const model::LaunchFacts& facts, const Contents& contents,
         const Options& options, Outcome& outcome);

  // Returns an empty text, or why the launch cannot be executed. In the latter case the outcome's status is
  // Error or Unknown.
  std::string prepare();
  // Does the same for a kernel that works in place. The bytes of each argument must outlive the
  // launch.
  std::string prepare_in_place(const std::vector<std::vector<std::uint8_t>>& arguments,
                               std::uint64_t dynamic_bytes);

  const Image& image() const { return d_image; }
  const KernelTables& tables() const { return d_image.tables; }
  const model::LaunchFacts& facts() const { return d_facts; }
  const Options& options() const { return d_options; }
  // Returns the views by object number. Views of local memory have no storage, because each runner has its
  // own.
  const std::vector<View>& views() const { return d_views; }
  const std::uint8_t* arguments() const { return d_arguments.data(); }
  std::uint64_t local_bytes() const {
    return tables().local_bytes + d_dynamic_bytes;
  }  // in place: of a group
  // Reserves private memory for one more group that runs concurrently. Returns false if no memory is left.
  // The first group's memory is always reserved.
  bool take_private();
  Budget& budget() { return d_budget; }
  AccessSets& sets() { return d_sets; }
  const std::array<std::uint64_t, 3>& groups() const { return d_groups; }
  std::uint64_t group_count() const { return d_groups[0] * d_groups[1] * d_groups[2]; }
  std::uint64_t group_items() const { return d_group_items; }  // number of work-items of a full group

  // Returns the number of work-items of every sub-group except the last one of a group.
  std::uint32_t sub_group_size() const;

  // Returns the distance between the work-item numbers of consecutive groups. The work-items of a group have
  // consecutive numbers, and its last number stands for its copies.
  std::uint32_t group_stride() const { return d_stride; }
  std::uint32_t number_of(const std::array<std::uint64_t, 3>& group,
                          const std::array<std::uint64_t, 3>& local) const;
  bool same_group(std::uint32_t a, std::uint32_t b) const { return (a - 1) / d_stride == (b - 1) / d_stride; }
  // Returns whether the number is the last one of a group, which stands for the group's asynchronous copies.
  bool is_of_copies(std::uint32_t number) const { return (number - 1) % d_stride >= d_group_items; }
  verdict::WorkItem work_item(std::uint32_t number) const;

  // Stores what the runs read in the outcome.
  void finish(const std::vector<bool>& was_read);

 private:
  struct Root {  // a memory object
    std::unique_ptr<Storage> storage;
    std::unique_ptr<PromisedReads> promised;
    const std::vector<std::uint8_t>* given = nullptr;
    const Contents* contents = nullptr;
    std::uint64_t object = 0;
    std::uint64_t bytes = 0;  // number of bytes that views reach
    bool has_size = true;
    bool is_written = false;
    bool is_undefined = false;
    std::vector<std::uint32_t> views;
  };

  std::string measure();
  std::string bind_arguments();
  std::string bind_pointer(std::uint32_t parameter);
  std::string bind_value(std::uint32_t parameter);
  std::string bind_image(std::uint32_t parameter);
  std::string bind_sampler(std::uint32_t parameter);
  std::string make_storage();
  Storage* own_storage(std::uint64_t bytes);
  Root& root(std::uint64_t object);
  static void fill(const void* root, std::uint64_t offset, std::uint8_t* bytes, std::uint64_t count);

  const Image& d_image;
  const model::LaunchFacts& d_facts;
  const Contents& d_contents;
  const Options& d_options;
  Outcome& d_outcome;

  Budget d_budget;
  AccessSets d_sets;
  std::map<std::uint64_t, Root> d_roots;
  std::deque<model::ImageShape> d_shapes;       // shapes of images, as queried by machine code
  std::vector<std::unique_ptr<Storage>> d_own;  // constants, by-value structures
  std::vector<View> d_views;
  std::vector<std::uint8_t> d_arguments;
  std::array<std::uint64_t, 3> d_groups{1, 1, 1};
  std::uint64_t d_group_items = 1;
  std::uint64_t d_dynamic_bytes = 0;
  std::uint32_t d_stride = 1;
};

}  // namespace launchproof::replay
