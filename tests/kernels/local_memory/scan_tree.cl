// expect: verified
// launch: --local-size 8 --num-groups 2
// sibling: scan_tree_missing_barrier.cl
// about: the up-sweep of a Blelloch scan has a barrier in each level

__kernel void up_sweep(__global int *data) {
  __local int tree[16];
  int lid = get_local_id(0);
  int base = get_group_id(0) * 16;
  tree[2 * lid] = data[base + 2 * lid];
  tree[2 * lid + 1] = data[base + 2 * lid + 1];
  int offset = 1;
  for (int d = 8; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < d) {
      int a = offset * (2 * lid + 1) - 1;
      int b = offset * (2 * lid + 2) - 1;
      tree[b] += tree[a];
    }
    offset *= 2;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  data[base + 2 * lid] = tree[2 * lid];
  data[base + 2 * lid + 1] = tree[2 * lid + 1];
}
