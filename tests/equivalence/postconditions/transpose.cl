// postconditions: transpose
// launch: --local-size 4,4 --num-groups 2,1 --arg width=8 --arg height=4 --buffer in=128 --buffer out=128
// expect: verified
// about: Quantifiers in each other: the inner bounds and indices use the outer variable.
// mutant: `  out[x * height + y]` to `  out[y * height + x]`: defect data-race
// mutant: `in[y * width + x];` to `in[y * width + width - 1 - x];`: defect
// mutant: `as_int(out[x * height + y])` to `as_int(out[y * height + x])`: defect
__kernel void transpose(__global const float *in, __global float *out, int width, int height) {
  __postcondition(__forall(y, 0, height, __forall(x, 0, width, as_int(out[x * height + y]) == as_int(in[y * width + x]))));
  int x = get_global_id(0), y = get_global_id(1);
  out[x * height + y] = in[y * width + x];
}
