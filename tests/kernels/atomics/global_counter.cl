// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: global_counter_plain_store.cl
// about: all groups add to one global counter

__kernel void add(__global int *counter) {
  int i = get_global_id(0);
  if (i > 0) atomic_add(counter, i);
  if (i == 0) atomic_xchg(counter, 5);
}
