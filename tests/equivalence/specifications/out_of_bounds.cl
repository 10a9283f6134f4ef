// check: shift "reference"
// launch: --local-size 32 --num-groups 1 --buffer in=128 --buffer out=128
// expect: defect out-of-bounds
// cause: side-not-verified
// reason: depends on `reference`, whose out-of-bounds is defect
// about: A specification that reads beyond its buffer specifies nothing.
__kernel void reference(__global const int *in, __global int *out) { out[get_global_id(0)] = in[get_global_id(0) + 1]; }
__kernel void shift(__global const int *in, __global int *out) {
  if (get_global_id(0) < 31) out[get_global_id(0)] = in[get_global_id(0) + 1];
}
