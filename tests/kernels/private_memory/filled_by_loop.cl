// expect: verified
// launch: --local-size 8 --num-groups 1 --buffer out=32
// sibling: filled_by_loop_halved.cl
// about: a private array that a loop filled is read at the work-item's place

__kernel void scatter(__global int *out) {
  int places[8];
  for (int k = 0; k < 8; k++) {
    places[k] = 7 - k;
  }
  out[places[get_local_id(0)]] = get_local_id(0);
}
