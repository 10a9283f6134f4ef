#include "shim/cuda/driver/performer.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>

#include "shim/cuda/device/array.h"
#include "shim/cuda/driver/driver.h"
#include "shim/cuda/recording/addresses.h"

namespace launchproof::cuda {
namespace {

// Returns whether the bytes lie in one allocation of the device.
bool is_device_range(Driver& driver, CUdeviceptr address, std::size_t bytes) {
  const auto found = driver.memory().find(address);
  return found && bytes <= found->begin + found->size - address;
}

// Returns whether a copy may use the bytes: those in the device's memory must lie in an allocation.
bool is_range(Driver& driver, CUdeviceptr address, std::size_t bytes) {
  const bool is_of_device = address - DeviceMemory::address() < driver.memory().size();
  return address != 0 && (!is_of_device || is_device_range(driver, address, bytes));
}

// One side of a copy: row y of layer z begins at begin + z * layer + y * pitch.
struct CopySide {
  CUmemorytype type{};
  CUdeviceptr begin = 0;
  std::size_t pitch = 0, layer = 0;
  bool fits = true;
};

CopySide side_of(CUmemorytype type, const void* host, CUdeviceptr device, CUarray array, std::size_t x,
                 std::size_t y, std::size_t z, std::size_t pitch, std::size_t height,
                 const CUDA_MEMCPY3D& copy) {
  CopySide side{type, type == CU_MEMORYTYPE_HOST ? address_of(host) : device, pitch, pitch * height};
  if (type == CU_MEMORYTYPE_ARRAY) {
    if (array == nullptr) return {.fits = false};
    side.begin = array->address;
    side.pitch = array->row_bytes();
    side.layer = side.pitch * array->rows();
    side.fits = x + copy.WidthInBytes <= side.pitch && y + copy.Height <= array->rows() &&
                z + copy.Depth <= array->layers();
  }
  side.begin += z * side.layer + y * side.pitch + x;
  return side;
}

CopySide source_of(const CUDA_MEMCPY3D& copy) {
  return side_of(copy.srcMemoryType, copy.srcHost, copy.srcDevice, copy.srcArray, copy.srcXInBytes, copy.srcY,
                 copy.srcZ, copy.srcPitch, copy.srcHeight, copy);
}

CopySide destination_of(const CUDA_MEMCPY3D& copy) {
  return side_of(copy.dstMemoryType, copy.dstHost, copy.dstDevice, copy.dstArray, copy.dstXInBytes, copy.dstY,
                 copy.dstZ, copy.dstPitch, copy.dstHeight, copy);
}

bool is_empty(const CUDA_MEMCPY3D& copy) {
  return copy.WidthInBytes == 0 || copy.Height == 0 || copy.Depth == 0;
}

bool is_there(Driver& driver, const CopySide& side, const CUDA_MEMCPY3D& copy) {
  if (!side.fits) return false;
  const std::size_t extent =
      (copy.Depth - 1) * side.layer + (copy.Height - 1) * side.pitch + copy.WidthInBytes;
  return side.type == CU_MEMORYTYPE_DEVICE ? is_device_range(driver, side.begin, extent)
                                           : is_range(driver, side.begin, extent);
}

template <typename Number>
void fill(const CUDA_MEMSET_NODE_PARAMS& what) {
  const auto value = static_cast<Number>(what.value);
  for (std::size_t y = 0; y < what.height; ++y) {
    auto* const begin = static_cast<Number*>(pointer_to(what.dst + y * what.pitch));
    std::fill_n(begin, what.width, value);
  }
}

class Performer {
 public:
  Performer(Driver& driver, WorkPlace& place)
      : d_driver(driver), d_place(place), d_begin(driver.order().begin()) {}

  CUresult operator()(const KernelWork& work) const {
    std::optional<std::uint64_t> counter;
    const CUresult result = d_driver.launch(*work.function, work.launch, counter);
    if (!d_place.is_node)
      d_driver.order().work(d_place.stream, d_begin, counter);
    else if (counter)
      d_place.marks = {d_driver.order().node(*counter, d_place.marks, d_begin)};
    return result;
  }
  CUresult operator()(const CopyWork& work) const {
    const CUDA_MEMCPY3D& copy = work.copy;
    if (const CUresult result = check(d_driver, work); result != CUDA_SUCCESS || is_empty(copy))
      return result;
    const CopySide from = source_of(copy), to = destination_of(copy);
    for (std::size_t z = 0; z < copy.Depth; ++z)
      for (std::size_t y = 0; y < copy.Height; ++y)
        std::memmove(pointer_to(to.begin + z * to.layer + y * to.pitch),
                     pointer_to(from.begin + z * from.layer + y * from.pitch), copy.WidthInBytes);
    note_work();
    return CUDA_SUCCESS;
  }
  CUresult operator()(const FillWork& work) const {
    if (const CUresult result = check(d_driver, work); result != CUDA_SUCCESS) return result;
    if (work.fill.elementSize == 1) fill<std::uint8_t>(work.fill);
    if (work.fill.elementSize == 2) fill<std::uint16_t>(work.fill);
    if (work.fill.elementSize == 4) fill<std::uint32_t>(work.fill);
    note_work();
    return CUDA_SUCCESS;
  }
  // The function belongs to the application, so no lock of the driver is held while it runs.
  CUresult operator()(const HostWork& work) const {
    work.call.fn(work.call.userData);
    note_work();
    return CUDA_SUCCESS;
  }
  CUresult operator()(const GraphWork& work) const { return perform(d_driver, *work.graph, d_place); }
  CUresult operator()(const EventWork& work) const {
    if (work.is_record && d_driver.events.holds(work.event)) work.event->note_now();
    return CUDA_SUCCESS;
  }
  CUresult operator()(const NoWork&) const { return CUDA_SUCCESS; }
  CUresult operator()(const AllocationWork&) const { return CUDA_SUCCESS; }
  CUresult operator()(const ReleaseWork&) const { return CUDA_SUCCESS; }

 private:
  void note_work() const {
    if (!d_place.is_node) d_driver.order().work(d_place.stream, d_begin);
  }

  Driver& d_driver;
  WorkPlace& d_place;
  std::uint32_t d_begin;
};

}  // namespace

CUresult perform(Driver& driver, const Work& work, WorkPlace& place) {
  return std::visit(Performer(driver, place), work);
}

CUresult submit(Driver& driver, CUstream handle, Work work) {
  Stream* const stream = driver.stream(handle);
  if (stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  RecordingEnd& end = stream->recording;
  if (end.recording == nullptr) {
    WorkPlace place{stream->name()};
    return perform(driver, work, place);
  }
  if (end.recording->is_broken) return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  end.last = {end.recording->graph->add(std::move(work), end.last)};
  return CUDA_SUCCESS;
}

CUresult check(Driver& driver, const CopyWork& work) {
  if (is_empty(work.copy)) return CUDA_SUCCESS;
  return is_there(driver, source_of(work.copy), work.copy) &&
                 is_there(driver, destination_of(work.copy), work.copy)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult check(Driver& driver, const FillWork& work) {
  const CUDA_MEMSET_NODE_PARAMS& fill = work.fill;
  if (fill.elementSize != 1 && fill.elementSize != 2 && fill.elementSize != 4)
    return CUDA_ERROR_INVALID_VALUE;
  if (fill.width == 0 || fill.height == 0) return CUDA_SUCCESS;
  const std::size_t extent = (fill.height - 1) * fill.pitch + fill.width * fill.elementSize;
  return fill.dst % fill.elementSize == 0 && is_device_range(driver, fill.dst, extent)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult perform(Driver& driver, const Graph& graph, WorkPlace& place) {
  StreamOrder& order = driver.order();
  const std::uint32_t begin = order.begin();
  std::vector<StreamOrder::Mark> start = place.marks, end;
  if (!place.is_node) start = {order.mark(place.stream, begin)};
  std::map<const GraphNode*, std::vector<StreamOrder::Mark>> marks;
  for (const GraphNode* node : graph.in_order()) {
    WorkPlace own{place.stream, true};
    if (node->after.empty()) own.marks = start;
    for (const GraphNode* other : node->after)
      own.marks.insert(own.marks.end(), marks[other].begin(), marks[other].end());
    const CUresult result = node->is_enabled ? perform(driver, node->work, own) : CUDA_SUCCESS;
    if (result != CUDA_SUCCESS) return result;
    end.insert(end.end(), own.marks.begin(), own.marks.end());
    marks[node] = std::move(own.marks);
  }
  std::ranges::sort(end);
  end.erase(std::ranges::unique(end).begin(), end.end());
  if (place.is_node)
    place.marks = end;
  else
    order.wait(place.stream, end, order.begin());
  return CUDA_SUCCESS;
}

}  // namespace launchproof::cuda
