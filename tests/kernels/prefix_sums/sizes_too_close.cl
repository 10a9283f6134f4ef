// expect: defect
// launch: --local-size 8 --num-groups 2 --buffer out=192 --buffer in=64
// property: data-race
// lines: 21
// replay: skip with the contents that it draws, no group needs more room than it has
// about: groups have room for two elements of a work-item, which may need three

kernel void expand(global uint* out, global const uint* in) {
  local uint begins[8];
  uint t = get_local_id(0), n = get_local_size(0);
  uint size = in[get_global_id(0)] & 3;
  begins[t] = size;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < n; step *= 2) {
    uint other = t >= step ? begins[t - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    begins[t] += other;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  uint begin = begins[t] - size;
  for (uint k = 0; k < size; ++k) out[get_group_id(0) * n * 2 + begin + k] = get_global_id(0);
}
