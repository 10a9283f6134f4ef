// expect: defect
// property: out-of-bounds
// lines: 13
// launch: --local-size 8 --num-groups 2 --buffer out=32
// about: the inner helper function rounds the index up

static int half_of(int i) { return (i + 1) / 2; }

static int slot(int i) { return half_of(i); }

__kernel void pairs(__global int *out) {
  int i = get_global_id(0);
  if (i & 1) out[slot(i)] = i;
}
