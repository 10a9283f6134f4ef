// expect: possible-defect
// property: out-of-bounds
// lines: 14
// launch: --local-size 8 --num-groups 1 --buffer out=32 --buffer in=32
// about: what an assumption reads while others write there says nothing of what is read later

__kernel void some(__global int *out, __global const int *in) {
  __local int place[8];
  int i = get_local_id(0);
  place[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  place[7 - i] = in[i]; __assume(place[i] >= 0 & place[i] < 8);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = in[place[i]];
}
