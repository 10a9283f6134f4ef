// expect: verified
// sibling: masked_match_beyond.cu
// launch: --blockDim 64 --gridDim 1 --buffer keys=256 --buffer counts=1024
// about: One thread of those that hold a key counts for all of them.
// replay: skip masks that are not constant are not replayed

__global__ void k(const unsigned char* keys, unsigned* counts) {
  const unsigned key = keys[threadIdx.x];
  const unsigned peers = __match_any_sync(0xffffffffu, key);
  unsigned count = __popc(peers);
  __syncwarp(peers);
  if (__ffs(peers) - 1 == threadIdx.x % 32) atomicAdd(&counts[key], count);
}
