// expect: verified
// launch: --local-size 2 --num-groups 2 --buffer c=4 --buffer o=8 --buffer p=4 --contents c=zero --contents o=zero --contents p=zero --build-options -cl-std=CL2.0
// sibling: read_without_release.cl
// about: the counter orders the stores before the last group's reads, whatever an execution shows of their bytes

kernel void k(global atomic_int* c, global int* o, global int* p) {
  if (get_local_id(0) == 0) {
    o[get_group_id(0)] = 1;
    if (atomic_fetch_add_explicit(c, 1, memory_order_acq_rel, memory_scope_device) == 1) *p = o[0] + o[1];
  }
}
