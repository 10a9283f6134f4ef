// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer a=16
// sibling: assume_beside_race.cl
// about: the benign race is one of the work-items that the assumption leaves, though the proof needs it not

kernel void k(global int *a) {
  __assume(get_local_id(0) > 0);
  a[0] = 7;
}
