// expect: possible-defect
// property: data-race
// lines: 11
// launch: --blockDim 64 --gridDim 1 --buffer keys=64 --buffer counts=1024
// about: Each of two warps has a thread that writes for the key.
// replay: skip which threads hold one value is not computed

__global__ void k(const unsigned char* keys, unsigned* counts) {
  const unsigned key = keys[threadIdx.x];
  const unsigned peers = __match_any_sync(0xffffffffu, key);
  if (__ffs(peers) - 1 == threadIdx.x % 32) counts[key] = __popc(peers);
}
