// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer a=32 --buffer b=32
// sibling: moved_too_far.cl
// oracle: skip it asks no postconditions
// about: postconditions with all quantifiers: elements are moved by one place, and one is counted up in place

kernel void move(global int* a, global int* b) {
  __postcondition(__forall(i, 0, 8, b[(i + 1) % 8] == __old(a[i])));
  __postcondition(__exists(i, 0, 8, b[i] == __old(a[0])) && __sum(i, 0, 8, b[i]) == __sum(i, 0, 8, a[i]) - 1);
  int g = get_global_id(0);
  b[(g + 1) % 8] = a[g];
  if (g == 7) ++a[g];
}
