// expect: defect
// property: data-race
// lines: 12
// launch: --local-size 4,2 --num-groups 1,2
// about: the pitch of a row is one less than the local size in x

__kernel void number(__global int *out) {
  __local int cells[8];
  int x = get_local_id(0);
  int y = get_local_id(1);
  int pitch = get_local_size(0) - 1;
  cells[y * pitch + x] = y * 10 + x;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(1) * 4 + x] = cells[y * pitch + 3 - x];
}
