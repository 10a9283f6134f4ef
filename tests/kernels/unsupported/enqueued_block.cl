// expect: unsupported
// lines: 9
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CL2.0"
// oracle: skip nothing is to be judged
// about: a kernel that the device enqueues is named with its line

kernel void k(global int* out) {
  queue_t queue = get_default_queue();
  enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(8), ^{ out[0] = 1; });
}
