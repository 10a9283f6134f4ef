// expect: defect
// property: data-race
// lines: 14
// launch: --local-size 8 --num-groups 4 --buffer out=128 --buffer by=400 --arg n=100
// about: an invariant of two work-items that does not hold hides no race
// oracle: skip it does not know what speaks of two work-items
// replay: skip no replay knows what is said of two work-items

__kernel void rotate(__global int *out, __global const int *by, int n) {
  __local int place[8];
  int l = get_local_id(0);
  int v = l;
  for (int i = 0; __invariant(v >= 0), __invariant(v < 8), __invariant(v != __other_int(v)), i < n; i++) {
    place[v] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = place[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    v = (v + i * l) & 7;
  }
}
