// Each group numbers one row of a table; `pitch` is the distance between rows in elements.
__kernel void number_rows(__global int *table, int pitch) {
  int column = get_local_id(0);
  int row = get_group_id(0);
  table[row * pitch + column] = get_global_id(0);
}
