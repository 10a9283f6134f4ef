// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer a=64
// sibling: private_ends_decide_barrier.cl
// about: no element of one private array is the beginning of another one

kernel void k(global int* a) {
  int p[4], q[4];
  p[get_global_id(0) & 3] = 1;
  q[get_global_id(0) & 3] = 2;
  if (p + 3 == q) barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0) + 1] = p[1] + q[2];
}
