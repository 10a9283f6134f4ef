// equal: "one --buffer out=256" "two --buffer out=512"
// launch: --local-size 32 --num-groups 2 --buffer in=256
// expect: usage
// reason: the sizes differ: `out` has 256 bytes on the left, and `out` has 512 on the right
// about: Buffers of different sizes do not correspond.
__kernel void one(__global const int *in, __global int *out) { out[get_global_id(0)] = in[get_global_id(0)]; }
__kernel void two(__global const int *in, __global int *out) { out[get_global_id(0)] = in[get_global_id(0)]; }
