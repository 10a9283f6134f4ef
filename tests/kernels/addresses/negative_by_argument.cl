// expect: verified
// launch: --local-size 8 --num-groups 1
// oracle-launch: --local-size 8 --num-groups 1 --arg back=0
// sibling: negative_by_argument_given.cl
// about: that the argument leads before the array is not certain, so that bounds are not asked as ever

__kernel void shifted(__global int *data, int back) {
  int i = get_global_id(0);
  data[i - back] = i;
}
