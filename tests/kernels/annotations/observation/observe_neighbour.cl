// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer out=64
// sibling: observe_neighbour_by_itself.cl
// about: what an assumption reads races with nothing

__kernel void some(__global int *out) {
  int i = get_global_id(0);
  __assume(i == 0 || out[i - 1] != 7);
  out[i] = i;
}
