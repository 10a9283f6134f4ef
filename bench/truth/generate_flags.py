"""Random kernels in which a group puts up a flag, and another one that finds it reads what the first one has stored.

The order lies in the atomics or in fences beside them; one work-item or all of them store; each group has a flag, or one group alone; a flag is put up by a store, an exchange or another update, and found by a
load or by an update that changes nothing. What slips: an order, a scope or memory of a fence; a barrier; the flag that is put up, or looked at; the value that is compared; a store behind the flag, a
read before it; a second writer; a plain store; who reads; what the flags begin at."""

from draws import Draws

ORDERS = ("memory_order_relaxed", "memory_order_acquire", "memory_order_release", "memory_order_acq_rel", "memory_order_seq_cst")


class Flags(Draws):
    def __init__(self, seed, slip=0.08):
        super().__init__(f"flags {seed}", slip)
        self.seed = seed
        self.local = self.pick(1, 2, 3, 4)
        self.groups = self.pick(2, 2, 3)
        self.all_store = self.chance(0.4)
        self.one_way = self.chance(0.4)  # one group tells, the others read
        self.wide = self.pick("memory_scope_device", "memory_scope_device", "memory_scope_all_svm_devices")

    def scope(self):
        if not self.slip():
            return self.wide
        return self.pick("memory_scope_work_group", "memory_scope_work_item", "memory_scope_device", "memory_scope_all_svm_devices")

    def fence(self, order):
        if self.slip():
            if self.chance(0.5):
                return
            order = self.pick(*ORDERS)
        memory = "CLK_LOCAL_MEM_FENCE" if self.slip() else self.pick("CLK_GLOBAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE")
        self.emit(f"atomic_work_item_fence({memory}, {order}, {self.scope()});")

    def flag(self, group):
        if self.slip():
            group = self.pick("0", "g", "other")
        return f"&ready[{group}]"

    def store_data(self):
        self.emit(f"kept[{'gid' if self.all_store else 'g'}] = gid + 1;")

    def put_up(self):
        by_fence = self.chance(0.5)
        if by_fence:
            self.fence(self.pick("memory_order_release", "memory_order_acq_rel", "memory_order_seq_cst"))
        order = "memory_order_relaxed" if by_fence else "memory_order_release"
        if self.slip():
            order = self.pick("memory_order_relaxed", "memory_order_release", "memory_order_seq_cst")
        value = self.pick("0", "2") if self.slip(0.5) else "1"
        at = self.flag("g")
        if self.slip(0.5):
            self.emit(f"*(__global int *)({at}) = {value};")
            return
        form = self.pick("store", "store", "exchange", "fetch_or", "fetch_add")
        self.emit(f"atomic_{form}_explicit({at}, {value}, {order}, {self.scope()});")
        if self.slip(0.5):
            self.emit(f"atomic_store_explicit({self.flag('g')}, {self.pick('0', '1', '2')}, memory_order_relaxed, {self.scope()});")

    def find(self):
        by_fence = self.chance(0.5)
        order = "memory_order_relaxed" if by_fence else "memory_order_acquire"
        if self.slip():
            order = self.pick("memory_order_relaxed", "memory_order_acquire", "memory_order_seq_cst")
        at = self.flag("0" if self.one_way else "other")
        if self.slip(0.5):
            found = f"*(__global int *)({at})"
        elif self.chance(0.7):
            found = f"atomic_load_explicit({at}, {order}, {self.scope()})"
        else:
            found = f"atomic_fetch_{self.pick('or', 'add')}_explicit({at}, 0, {order}, {self.scope()})"
        self.emit(f"int found = {found};")
        asked = self.pick("== 0", ">= 0", "== 2", "!= 5") if self.slip() else self.pick("== 1", "!= 0", "> 0")
        before = self.slip()
        if before:
            self.read("early = ")
        self.emit(f"if (found {asked}) {{")
        self.depth += 1
        if by_fence:
            self.fence(self.pick("memory_order_acquire", "memory_order_acq_rel", "memory_order_seq_cst"))
        self.read("out[gid] = ")
        if self.slip(0.5):
            self.emit(f"kept[{'other * items' if self.all_store else 'other'}] = 7;")
        self.depth -= 1
        self.emit("}")

    def read(self, into):
        other = "0" if self.one_way else "other"
        if self.all_store:
            self.emit(f"{{ int sum = 0; for (uint i = 0; i < items; ++i) sum += kept[{other} * items + i]; {into}sum; }}")
        else:
            self.emit(f"{into}kept[{other}];")

    def make(self):
        first = "bytes:010000000100000001000000" if self.slip(0.5) else "zero"
        given = [f"--local-size {self.local}", f"--num-groups {self.groups}", "--build-options -cl-std=CL2.0", "--buffer ready=12", f"--contents ready={first}",
                 "--buffer kept=64", "--buffer out=64"]
        self.emit("uint l = get_local_id(0), g = get_group_id(0), items = get_local_size(0), gid = get_global_id(0);")
        self.emit(f"uint other = (g + 1) % {self.groups};")
        self.emit("int early = 0;")
        late = self.slip()
        tells = "g == 0" if self.one_way and not self.slip(0.5) else "g < 9"
        if self.all_store:
            if not late:
                self.emit(f"if ({tells})")
                self.store_data()
            if not self.slip():
                self.emit(f"barrier({'CLK_LOCAL_MEM_FENCE' if self.slip() else 'CLK_GLOBAL_MEM_FENCE'});")
        teller = self.random.randint(0, self.local - 1)
        self.emit(f"if (l {'<=' if self.slip(0.5) else '=='} {teller} && {tells}) {{")
        self.depth += 1
        if not self.all_store and not late:
            self.store_data()
        self.put_up()
        if late:
            self.store_data()
        self.depth -= 1
        self.emit("}")
        reader = self.pick(f"l == {teller}", f"l == {self.random.randint(0, self.local - 1)}", "l < 9")
        reads = "g != 0" if self.one_way and not self.slip(0.5) else "g < 9"
        self.emit(f"if ({reader} && {reads}) {{")
        self.depth += 1
        self.find()
        self.depth -= 1
        self.emit("}")
        self.emit("if (early == 99) out[gid] = 1;")
        header = [f"// launch: {' '.join(given)}", f"// about: generated from seed {self.seed}, {self.groups} groups", ""]
        return "\n".join(header) + "\n__kernel void k(__global int *kept, __global atomic_int *ready, __global int *out) {\n" + "\n".join(self.lines) + "\n}\n"
