// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: the guard lets the first element through

__kernel void smooth(__local int *row, __global int *out) {
  int i = get_local_id(0);
  row[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  int left = i >= 0 ? row[i - 1] : 0;
  out[i] = left;
}
