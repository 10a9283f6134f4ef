// equal: plain forgetful
// launch: --local-size 32 --num-groups 2 --buffer in=256 --buffer out=256
// expect: unknown
// cause: undefined-value
// about: Local memory that nothing wrote holds anything.
__kernel void plain(__global const int *in, __global int *out) { out[get_global_id(0)] = in[get_global_id(0)] * 0; }
__kernel void forgetful(__global const int *in, __global int *out) {
  __local int tile[32];
  out[get_global_id(0)] = tile[get_local_id(0)];
}
