// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=68
// sibling: helper_store_neighbour.cl
// about: a helper function stores to the element that it is given

static void put(__global int *cells, int at, int value) {
  cells[at] = value;
}

__kernel void fill(__global int *out) {
  int i = get_global_id(0);
  put(out, i, i);
  put(out, i, i + 60);
}
