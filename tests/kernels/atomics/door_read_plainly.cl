// expect: defect
// property: data-race
// lines: 12 13
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: work-items wait for what one of them adds atomically by reading it plainly, and the wait ends

__kernel void pass(__global int *out) {
  __local uint door;
  int l = get_local_id(0);
  if (l == 0) door = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) atomic_add(&door, 2);
  while (door != 2) ;
  out[l] = l;
}
