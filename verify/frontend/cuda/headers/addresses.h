// Which memory an address is of (programming guide, "Address Space Predicate Functions" and "Address Space
// Conversion Functions"), and memory that a thread allocates.
#pragma once

LAUNCHPROOF_BUILTIN(void*, __launchproof_to_global, (const void*), "__to_global");
LAUNCHPROOF_BUILTIN(void*, __launchproof_to_local, (const void*), "__to_local");
LAUNCHPROOF_BUILTIN(void*, __launchproof_to_private, (const void*), "__to_private");
LAUNCHPROOF_FUNCTION unsigned int __isGlobal(const void* at) {
  return __launchproof_to_global(at) != nullptr;
}
LAUNCHPROOF_FUNCTION unsigned int __isShared(const void* at) {
  return __launchproof_to_local(at) != nullptr;
}
LAUNCHPROOF_FUNCTION unsigned int __isLocal(const void* at) {
  return __launchproof_to_private(at) != nullptr;
}
LAUNCHPROOF_FUNCTION unsigned int __isConstant(const void* at) {
  return at != nullptr && __isGlobal(at) == 0 && __isShared(at) == 0 && __isLocal(at) == 0;
}

// Addresses as numbers, which are followed to the pointers that they are made of.
#define LAUNCHPROOF_CONVERSIONS(memory)                                                 \
  LAUNCHPROOF_BUILTIN(unsigned long long, __launchproof_number_##memory, (const void*), \
                      "launchproof.number." #memory);                                   \
  LAUNCHPROOF_BUILTIN(void*, __launchproof_address_##memory, (unsigned long long),      \
                      "launchproof.address." #memory);                                  \
  LAUNCHPROOF_FUNCTION size_t __cvta_generic_to_##memory(const void* at) {              \
    return __launchproof_number_##memory(at);                                           \
  }                                                                                     \
  LAUNCHPROOF_FUNCTION void* __cvta_##memory##_to_generic(size_t at) {                  \
    return __launchproof_address_##memory(at);                                          \
  }
LAUNCHPROOF_CONVERSIONS(global)
LAUNCHPROOF_CONVERSIONS(shared)
LAUNCHPROOF_CONVERSIONS(constant)
LAUNCHPROOF_CONVERSIONS(local)
LAUNCHPROOF_CONVERSIONS(grid_constant)
#undef LAUNCHPROOF_CONVERSIONS

// Declared without a body: clusters, and allocation.
__device__ unsigned int __isGridConstant(const void*);
__device__ unsigned int __isClusterShared(const void*);
__device__ unsigned int __isCtaShared(const void*);
__device__ dim3 __clusterDim();
__device__ dim3 __clusterIdx();
__device__ dim3 __clusterGridDimInClusters();
__device__ dim3 __clusterRelativeBlockIdx();
__device__ unsigned __clusterDimIsSpecified();
__device__ unsigned __clusterRelativeBlockRank();
__device__ unsigned __clusterSizeInBlocks();
__device__ void __cluster_barrier_arrive();
__device__ void __cluster_barrier_arrive_relaxed();
__device__ void __cluster_barrier_wait();
__device__ void* __cluster_map_shared_rank(const void*, unsigned);
__device__ unsigned __cluster_query_shared_rank(const void*);
__device__ void __threadfence_cluster();
__device__ void* __nv_aligned_device_malloc(size_t, size_t);

LAUNCHPROOF_FUNCTION void* __nv_associate_access_property(const void* at, unsigned long long) {
  return const_cast<void*>(at);
}
LAUNCHPROOF_FUNCTION void __assume(bool holds) {
  __builtin_assume(holds);
}

// Memory allocated by a thread.
__device__ void* __launchproof_malloc(size_t);
__device__ void __launchproof_free(void*);
__device__ void* __launchproof_alloca(size_t);
LAUNCHPROOF_FUNCTION void* malloc(size_t bytes) {
  return __launchproof_malloc(bytes);
}
LAUNCHPROOF_FUNCTION void free(void* at) {
  __launchproof_free(at);
}
LAUNCHPROOF_FUNCTION void* alloca(size_t bytes) {
  return __launchproof_alloca(bytes);
}
