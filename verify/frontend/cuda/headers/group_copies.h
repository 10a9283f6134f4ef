// Copies that a group of threads makes while it does other work (CUDA C++ Programming Guide, "Asynchronous
// Data Copies"). Which thread copies what is not specified, so that the thread that copies is any one, and
// all of the group know which. An access of another thread that no barrier keeps apart races with it.
#pragma once

namespace cuda {
// A number of bytes. The number and the pointers of the copy must be multiples of Alignment.
template <size_t Alignment>
struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  __host__ __device__ constexpr explicit aligned_size_t(size_t bytes) : value(bytes) {}
  __host__ __device__ constexpr operator size_t() const { return value; }
};
}  // namespace cuda

namespace cooperative_groups {

// The rank of the thread of the group that copies.
template <typename Group>
static __device__ __forceinline__ unsigned __launchproof_copying_rank(const Group& group) {
  return group.shfl((unsigned)__launchproof_clock(), 0);
}
static __device__ __forceinline__ unsigned __launchproof_copying_rank(const thread_block&) {
  return (unsigned)__launchproof_group_sum((int)__launchproof_clock());
}
template <typename Parent>
static __device__ __forceinline__ unsigned __launchproof_copying_rank(const thread_block_tile<1, Parent>&) {
  return 0;
}
template <typename Group>
static __device__ __forceinline__ void __launchproof_copy_of_group(const Group& group, void* to,
                                                                   const void* from, size_t bytes) {
  if (__launchproof_copying_rank(group) % group.size() == group.thread_rank())
    __launchproof_copy_bytes(to, from, bytes);
}

template <typename Group, typename Size>
static __device__ __forceinline__ void memcpy_async(const Group& group, void* to, const void* from,
                                                    const Size& bytes) {
  __launchproof_copy_of_group(group, to, from, (size_t)bytes);
  __launchproof_copy_commit();
}
// With the numbers of elements of both sides.
template <typename Group, typename T, typename ToLayout, typename FromLayout>
static __device__ __forceinline__ void memcpy_async(const Group& group, T* to, const ToLayout& to_elements,
                                                    const T* from, const FromLayout& from_elements) {
  const size_t there = (size_t)to_elements;
  const size_t here = (size_t)from_elements;
  memcpy_async(group, (void*)to, (const void*)from, (here < there ? here : there) * sizeof(T));
}
template <typename Group>
static __device__ __forceinline__ void wait(const Group& group) {
  __launchproof_copy_wait(0);
  group.sync();
}
template <unsigned Stage, typename Group>
static __device__ __forceinline__ void wait_prior(const Group& group) {
  __launchproof_copy_wait(Stage);
  group.sync();
}

}  // namespace cooperative_groups
