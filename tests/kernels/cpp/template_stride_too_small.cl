// expect: defect
// property: data-race
// lines: 9 10
// launch: --local-size 8 --num-groups 2 --build-options "-cl-std=CLC++"
// about: A template lays the work-items one place apart, each with two places.

template <int Stride>
void put(global int* out, int value) {
  out[Stride * get_global_id(0)] = value;
  out[Stride * get_global_id(0) + 1] = value;
}

kernel void k(global int* out) {
  put<1>(out, get_global_id(0));
}
