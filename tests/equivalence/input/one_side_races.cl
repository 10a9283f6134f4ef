// equal: shifted racing
// launch: --local-size 32 --num-groups 2 --buffer in=256 --buffer out=256
// expect: defect data-race
// cause: side-not-verified
// reason: depends on `racing`, whose data-race is defect
// about: Nothing is said of a kernel that races, whatever one order of its work-items gives.
__kernel void shifted(__global const int *in, __global int *out) { out[get_global_id(0)] = in[get_global_id(0)]; }

__kernel void racing(__global const int *in, __global int *out) {
  out[get_global_id(0) / 2] = in[get_global_id(0)];
}
