// expect: verified
// launch: --local-size 8 --num-groups 2 --arg passes=0
// sibling: do_while_first_pass.cl
// about: the body of a do-while loop runs once even for zero passes, in the own element

__kernel void passes(__global int *out, int passes) {
  int i = get_global_id(0);
  int k = 0;
  do {
    out[i * 2 + k] = i;
    k++;
  } while (k < passes);
}
