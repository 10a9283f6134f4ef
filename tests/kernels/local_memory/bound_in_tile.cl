// expect: defect
// property: data-race
// lines: 16
// launch: --local-size 4 --num-groups 1 --buffer out=64
// about: the loop's bound lies in a tile that the loop itself changes

__kernel void k(__global int* out) {
  int lid = get_local_id(0);
  __local int t[4];
  t[lid] = lid + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < t[1]; ++i) {
    if (i == 0) { barrier(CLK_LOCAL_MEM_FENCE); if (lid == 0) t[1] = 4; barrier(CLK_LOCAL_MEM_FENCE); }
    int z = t[1];
    // After the first iteration z is 4.
    out[z == 4 ? 0 : lid] = lid;
  }
}
