// equal: one two
// launch: --local-size 32 --num-groups 2 --buffer in=256 --buffer out=256 --buffer extra=256
// expect: usage
// reason: `extra` is written on the right side, and nothing on the other side corresponds to it
// about: An output that only one side has is an error, unless --bind NAME=none leaves it out.
__kernel void one(__global const int *in, __global int *out) { out[get_global_id(0)] = in[get_global_id(0)]; }

__kernel void two(__global const int *in, __global int *out, __global int *extra) {
  out[get_global_id(0)] = in[get_global_id(0)];
  extra[get_global_id(0)] = 0;
}
