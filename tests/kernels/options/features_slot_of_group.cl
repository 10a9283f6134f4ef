// expect: verified
// launch: --local-size 4 --num-groups 3 --build-options "-cl-std=CL3.0" --buffer in=48
// sibling: features_one_slot.cl
// about: Program-scope variables and generic pointers are features that the device has by default.

global int sums[3];

void add(int* to, int by) { *to += by; }

kernel void k(global const int* in) {
  local int part[4];
  part[get_local_id(0)] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    for (int i = 0; i < 4; ++i) add(&sums[get_group_id(0)], part[i]);
}
