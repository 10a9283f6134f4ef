// expect: defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 2 --arg passes=0
// about: the unconditional first pass of a do-while loop writes the element of the next work-item

__kernel void passes(__global int *out, int passes) {
  int i = get_global_id(0);
  int k = 0;
  do {
    out[i / 2 + k] = i;
    k++;
  } while (k < passes);
}
