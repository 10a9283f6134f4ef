// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=32
// sibling: nested_helpers_past_end.cl
// about: an index is formed through two helper functions

static int half_of(int i) { return i / 2; }

static int slot(int i) { return half_of(i); }

__kernel void pairs(__global int *out) {
  int i = get_global_id(0);
  if (i & 1) out[slot(i)] = i;
}
