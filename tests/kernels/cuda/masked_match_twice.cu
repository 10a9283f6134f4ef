// expect: unknown
// property: barrier-divergence
// lines: 14
// launch: --blockDim 64 --gridDim 1 --buffer keys=256 --buffer counts=1024
// about: Each thread comes to the barrier as often as its own key says.
// replay: skip masks that are not constant are not replayed

__global__ void k(const unsigned char* keys, unsigned* counts) {
  const unsigned key = keys[threadIdx.x];
  const unsigned peers = __match_any_sync(0xffffffffu, key / 2);
  unsigned count = __popc(peers);
  for (unsigned i = 0; i <= key; ++i)
    // Those of one mask may hold two keys.
    __syncwarp(peers);
  if (__ffs(peers) - 1 == threadIdx.x % 32) atomicAdd(&counts[key], count);
}
