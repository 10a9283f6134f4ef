// expect: verified
// launch: --local-size 4,2 --num-groups 2,2 --arg n=8 --arg k=3 --buffer reached=256
// oracle-launch: --local-size 2,2 --num-groups 2,2 --arg n=4 --arg k=1 --buffer reached=64
// sibling: transitive_closure_stores_again.cl
// about: an element that others read is stored only where it holds zero and is not zero

kernel void close(global int* reached, int n, int k) {
  int i = get_global_id(0), j = get_global_id(1);
  if (i < n && j < n)
    if (!reached[i * n + j] && reached[i * n + k] && reached[k * n + j]) reached[i * n + j] = i + 1;
}
