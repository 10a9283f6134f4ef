// expect: possible-defect
// property: barrier-divergence
// lines: 13
// launch: --local-size 8 --num-groups 1 --buffer a=64
// oracle: skip the private arrays of all its work-items lie alike
// replay: skip in a replay, the arrays of all work-items happen to lie alike
// about: where one private array ends and another begins is each work-item's own

kernel void k(global int* a) {
  int p[4], q[4];
  p[get_global_id(0) & 3] = 1;
  q[get_global_id(0) & 3] = 2;
  if (p + 4 == q) barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0) + 1] = p[1] + q[2];
}
