// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=32 --buffer a=32
// sibling: counts_down_by_bits_to_pairs.cl
// about: When the loop ends is not shown, and behind it each work-item has its own place.

kernel void k(global int* out, global const int* a) {
  int i = get_global_id(0);
  uint n = a[i];
  while (n > 1) n = (n & 1) != 0 ? n - 1 : n / 2;
  out[i] = i;
}
