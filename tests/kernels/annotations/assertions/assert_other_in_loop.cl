// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: assert_other_in_loop_of_own.cl
// about: the other work-item is in the same iteration, as the second engine shows
// oracle: skip it does not know what speaks of two work-items
// replay: skip no replay knows what is said of two work-items

__kernel void some(__global int *out) {
  for (int i = 0; i < 4; i++) __assert(__other_int(i) == i);
  out[get_global_id(0)] = 1;
}
