// expect: possible-defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 4 --num-groups 1 --buffer c=4 --buffer q=@c --buffer o=16 --contents c=zero
// oracle: skip the counter never is negative
// replay: skip the counter never is negative
// about: the contents of one argument are those of the other one, and no others are made up

kernel void k(global int* c, global int* q, global int* o) {
  int v = atomic_add(q, 4);
  if (v < 0) o[40] = 1;
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (get_local_id(0) == 0) c[0] = 0;
}
