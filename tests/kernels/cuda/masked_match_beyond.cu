// expect: possible-defect
// property: out-of-bounds
// lines: 13
// launch: --blockDim 64 --gridDim 1 --buffer keys=256 --buffer counts=1024
// about: The last key counts beyond the array.
// replay: skip masks that are not constant are not replayed

__global__ void k(const unsigned char* keys, unsigned* counts) {
  const unsigned key = keys[threadIdx.x];
  const unsigned peers = __match_any_sync(0xffffffffu, key);
  unsigned count = __popc(peers);
  __syncwarp(peers);
  if (__ffs(peers) - 1 == threadIdx.x % 32) atomicAdd(&counts[key + 1], count);
}
