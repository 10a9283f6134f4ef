// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --build-options "-cl-std=CL3.0" --device-features=work_group_collective_functions --buffer out=32
// about: The program has another way for devices without collective functions, and this device has them.

kernel void k(global int* out) {
  local int last;
#ifdef __opencl_c_work_group_collective_functions
  last = get_local_id(0);
#else
  if (get_local_id(0) == 7) last = 7;
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = last;
}
