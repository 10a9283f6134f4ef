// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0" --buffer g=64 --buffer out=4
// about: get_fence names local memory, so no work-item leaves the place alone.

kernel void k(global int* g, global int* out) {
  local int l[8];
  int* p = l;
  if (get_fence(p) != CLK_GLOBAL_MEM_FENCE) out[0] = get_global_id(0);
  l[get_local_id(0)] = 1;
}
