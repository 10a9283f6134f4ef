// expect: verified
// sibling: match_leader_of_warps.cu
// launch: --blockDim 32 --gridDim 1 --buffer keys=32 --buffer counts=1024
// about: One thread of those that hold a key writes how many they are.
// replay: skip which threads hold one value is not computed

__global__ void k(const unsigned char* keys, unsigned* counts) {
  const unsigned key = keys[threadIdx.x];
  const unsigned peers = __match_any_sync(0xffffffffu, key);
  if (__ffs(peers) - 1 == threadIdx.x) counts[key] = __popc(peers);
}
