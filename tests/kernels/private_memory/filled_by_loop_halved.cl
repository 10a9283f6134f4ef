// expect: defect
// property: data-race
// lines: 12
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: two entries of the private array are equal

__kernel void scatter(__global int *out) {
  int places[8];
  for (int k = 0; k < 8; k++) {
    places[k] = 7 - k / 2;
  }
  out[places[get_local_id(0)]] = get_local_id(0);
}
