// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer seeds=32 --buffer out=2080
// sibling: hash_walk_past_end.cl
// about: a walk without closed form stays below the number that it is reduced by

__kernel void walk(__global const uint *seeds, __global int *out) {
  int i = get_global_id(0);
  uint at = i;
  for (int k = 0; k < 1000; k++) {
    out[at * 8 + i] = k;
    at = (at * at + seeds[i]) % 65;
  }
}
