// expect: possible-defect
// property: data-race
// launch: --local-size 2 --num-groups 1 --buffer c=4 --buffer o=8 --contents c=bytes:01000000 --contents o=zero
// lines: 13 15
// replay: skip it names the first write of a work-item
// about: one work-item stores 0, another value and 0 again, and the other one meets the value between

kernel void k(global const int* c, global int* o) {
  local int t[2];
  int l = get_local_id(0);
  t[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  o[t[l ^ 1] & 1] = 0;
  if (l == 0) {
    o[t[0] & 1] = c[0];
    o[0] = 0;
  }
}
