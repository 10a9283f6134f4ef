// expect: defect
// property: out-of-bounds
// lines: 17
// launch: --local-size 8 --num-groups 2 --buffer in=16 --buffer weights=512 --buffer out=64
// about: some entries of a constant table, scaled, are out of the bounds of an array

__constant int kOrder[100] = {
    11, 48, 85, 22, 59, 96, 33, 70, 7, 44, 81, 18, 55, 92, 29, 66, 3, 40, 77, 14,
    51, 88, 25, 62, 99, 36, 73, 10, 47, 84, 21, 58, 95, 32, 69, 6, 43, 80, 17, 54,
    91, 28, 65, 2, 39, 76, 13, 50, 87, 24, 61, 98, 35, 72, 9, 46, 83, 20, 57, 94,
    31, 68, 5, 42, 79, 16, 53, 90, 27, 64, 1, 38, 75, 12, 49, 86, 23, 60, 97, 34,
    71, 8, 45, 82, 19, 56, 93, 30, 67, 4, 41, 78, 15, 52, 89, 26, 63, 0, 37, 74};

__kernel void look_up(__global const uchar *in, __global const int *weights, __global int *out) {
  int i = get_global_id(0);
  int place = kOrder[in[i] % 100] * 8;
  out[i] = weights[place];
}
