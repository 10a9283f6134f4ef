"""Random kernels in which an atomic counts the groups, and the last one reads what all have stored.

The order lies in the atomic or in fences around it; one work-item or all of them store; what was found is used at once or handed over in local memory; the count is set back or not; groups lie in one dimension
or two. What slips: an order, a scope or memory of a fence; a barrier; the number that is compared; a group that is not counted, or twice; a store behind the atomic, a read before it; the
work-item that counts; who sets the count back; what the count begins at."""

from draws import Draws

ORDERS = ("memory_order_relaxed", "memory_order_acquire", "memory_order_release", "memory_order_acq_rel", "memory_order_seq_cst")


class LastGroup(Draws):
    def __init__(self, seed, slip=0.08):
        super().__init__(f"last group {seed}", slip)
        self.seed = seed
        self.flat = self.chance(0.75)
        self.local = (self.pick(2, 3, 4), 1) if self.flat else (2, 2)
        self.groups = (self.pick(2, 3, 4), 1) if self.flat else (2, self.pick(1, 2))
        self.fenced = self.chance(0.5)
        self.all_store = self.chance(0.4)
        self.handed = self.all_store or self.chance(0.6)
        self.counter = self.pick(0, 0, self.random.randint(0, self.local[0] * self.local[1] - 1))

    def scope(self):
        return self.pick("memory_scope_work_group", "memory_scope_work_item") if self.slip() else self.pick(
            "memory_scope_device", "memory_scope_device", "memory_scope_all_svm_devices")

    def fence(self, orders):
        if self.slip():
            if self.chance(0.5):
                return
            orders = ORDERS
        memory = "CLK_LOCAL_MEM_FENCE" if self.slip() else self.pick("CLK_GLOBAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE")
        self.emit(f"atomic_work_item_fence({memory}, {self.pick(*orders)}, {self.scope()});")

    def barrier(self):
        if self.slip():
            return
        memory = "CLK_LOCAL_MEM_FENCE" if self.slip() else self.pick("CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE")
        self.emit(f"barrier({memory});")

    def atomic(self):
        orders = ("memory_order_acq_rel", "memory_order_seq_cst")
        if self.fenced:
            orders = ("memory_order_relaxed",)
        if self.slip(1.5):
            orders = ORDERS
        amount = self.pick(2, 0) if self.slip(0.5) else 1
        return f"atomic_fetch_add_explicit(counted, {amount}, {self.pick(*orders)}, {self.scope()})"

    def last(self, found):
        number = "n - 1"
        if self.slip():
            number = self.pick("n - 2", "n", "0", "n / 2")
        form = self.pick(f"{found} == {number}", f"!({found} != {number})", f"{found} >= {number}", f"{found} + 1 == {number} + 1")
        return f"{found} > 0" if self.slip(0.3) else form

    def store(self):
        if self.all_store:
            self.emit("kept[gid] = gid + 1;")
            if self.chance(0.3):
                self.emit("more[gid] = gid * 2;")
        else:
            self.emit("kept[g] = gid + 1;")

    def read(self, behind):
        """Either all work-items read, or only the one that counts."""
        items, size = self.local[0] * self.local[1], "n" if not self.all_store else f"n * {self.local[0] * self.local[1]}"
        if behind and (self.all_store or self.chance(0.7)):
            self.emit(f"for (uint i = l; i < {size}; i += {items}) out[i] = kept[i];")
            return
        if behind:
            self.emit(f"if (l == {self.counter})")
        self.emit("{ int sum = 0; for (uint i = 0; i < " + size + "; ++i) sum += kept[i]; out[0] = sum; }")

    def make(self):
        count = self.groups[0] * self.groups[1]
        zero = "bytes:01000000" if self.slip(0.5) else "zero"
        given = [f"--local-size {self.local[0]},{self.local[1]}", f"--num-groups {self.groups[0]},{self.groups[1]}", "--build-options -cl-std=CL2.0",
                 "--buffer counted=4", f"--contents counted={zero}", "--buffer kept=256", "--buffer more=256", "--buffer out=256"]
        self.emit("uint l = get_local_id(1) * get_local_size(0) + get_local_id(0), n = get_num_groups(0) * get_num_groups(1);")
        self.emit(f"uint g = get_group_id(1) * get_num_groups(0) + get_group_id(0), gid = g * {self.local[0] * self.local[1]} + l;")
        if self.handed:
            self.emit(f"__local {self.pick('int', 'uint')} found;")
        late = self.slip()
        if self.all_store:
            if not late:
                self.store()
            self.barrier()
        if self.slip(0.5):
            self.emit("out[0] = kept[0];")
        self.emit(f"if (l {'<=' if self.slip(0.5) else '=='} {self.counter}) {{")
        self.depth += 1
        if not self.all_store and not late:
            self.store()
        skips = self.slip(0.5)  # a group that is not counted
        if self.fenced:
            self.fence(("memory_order_release", "memory_order_acq_rel", "memory_order_seq_cst"))
        if self.slip(0.5):
            self.emit(self.atomic() + ";")
        self.emit(f"uint before = {'g == 1 ? 9 : ' if skips else ''}{self.atomic()};")
        if self.fenced:
            self.fence(("memory_order_acquire", "memory_order_acq_rel", "memory_order_seq_cst"))
        if late and not self.all_store:
            self.store()
        whole = self.chance(0.5)
        if self.handed:
            self.emit(f"found = {'before' if whole else self.last('before')};")
        else:
            self.emit(f"if ({self.last('before')})")
            self.read(False)
        self.depth -= 1
        self.emit("}")
        if late and self.all_store:
            self.store()
        if self.handed:
            self.barrier()
            self.emit(f"if ({self.last('found') if whole else 'found'}) {{" if not self.slip(0.5) else "{")
            self.depth += 1
            self.read(True)
            if self.chance(0.4):
                back = f"if (l == {self.counter})" if not self.slip() else ""
                self.emit(f"{back} {self.pick('atomic_store_explicit(counted, 0, memory_order_relaxed, memory_scope_device)', '*(__global uint *)counted = 0')};")
            self.depth -= 1
            self.emit("}")
        header = [f"// launch: {' '.join(given)}", f"// about: generated from seed {self.seed}, {count} groups", ""]
        parameters = "__global int *kept, __global int *more, __global atomic_uint *counted, __global int *out"
        return "\n".join(header) + f"\n__kernel void k({parameters}) {{\n" + "\n".join(self.lines) + "\n}\n"
