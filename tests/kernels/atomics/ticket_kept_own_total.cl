// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer in=32 --buffer ticket=4 --buffer taken=8 --buffer total=8
// sibling: ticket_kept_aside.cl
// about: each group has a place for its sum

__kernel void add_up(__global const uint *in, __global uint *ticket, __global uint *taken, __global uint *total) {
  uint sum = in[get_global_id(0)];
  if (get_local_id(0) == 0) {
    taken[get_group_id(0)] = atomic_inc(ticket);
    sum += get_group_id(0);
    total[get_group_id(0)] = sum;
  }
}
