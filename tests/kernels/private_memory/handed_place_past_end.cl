// expect: defect
// property: out-of-bounds
// lines: 12
// launch: --local-size 64 --num-groups 1 --buffer out=256
// about: a function reads the fourth of three elements of a private array, which it gets in a structure with the index

typedef struct {
  const int *from;
  int at;
} Place;

int value_of(Place place) { return place.from[place.at]; }

__kernel void pick(__global int *out) {
  int numbers[3] = {1, 2, 3};
  Place place = {numbers, 3};
  out[get_global_id(0)] = value_of(place);
}
