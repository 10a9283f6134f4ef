// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: door_read_plainly.cl
// about: a barrier stands between the atomic and the plain read

__kernel void pass(__global int *out) {
  __local uint door;
  int l = get_local_id(0);
  if (l == 0) door = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) atomic_add(&door, 2);
  barrier(CLK_LOCAL_MEM_FENCE); if (door != 2) return;
  out[l] = l;
}
