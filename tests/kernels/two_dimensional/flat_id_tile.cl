// expect: verified
// launch: --local-size 4,2 --num-groups 1,2
// sibling: flat_id_wrong_pitch.cl
// about: a two-dimensional group numbers its cells row by row

__kernel void number(__global int *out) {
  __local int cells[8];
  int x = get_local_id(0);
  int y = get_local_id(1);
  int pitch = get_local_size(0);
  cells[y * pitch + x] = y * 10 + x;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(1) * 4 + x] = cells[y * pitch + 3 - x];
}
