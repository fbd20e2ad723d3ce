import { fill } from "../../messages/table/fill.js";
import { DiskTable, UserTable, VmTable, type Disk, type Limits, type User, type Vm } from "./vm.fixture.js";

/** Random resources, and random changes of them as programs make them: in place, by copy, by moving about. */
export class RandomVm {
  readonly #random: () => number;
  #passwords = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  vm(): Vm {
    return fill(VmTable, {
      metadata: {
        id: "i",
        name: this.#pick(["", "n"]),
        parentId: "p",
        resourceVersion: 5n,
        labels: this.#map(() => "v"),
      },
      spec: {
        cpu: this.roll(3),
        zone: "z",
        password: "of the machine",
        limits: this.#maybe(() => this.#limits()),
        tags: this.#list(() => this.#pick(["a", "b"])),
        disks: this.#list(() => this.#disk()),
        users: this.#list(() => this.#user(true)),
        diskByName: this.#map(() => this.#disk()),
        userByName: this.#map(() => this.#user(true)),
        at: this.#maybe(() => this.#time()),
        count: this.#maybe(() => this.roll(2)),
        source: this.#source(),
      },
      status: { cpu: 1 },
    });
  }

  /** A number from 0 up to another, without that. */
  roll(end: number): number {
    return Math.floor(this.#random() * end);
  }

  /** Changes a resource as a program does. */
  change({ metadata, spec }: Vm): void {
    this.#pick<() => unknown>([
      () => (spec.cpu = this.roll(3)),
      () => (spec.limits = this.#maybe(() => this.#limits())),
      () => (spec.limits ? (spec.limits.memory = this.roll(3)) : undefined),
      () => (spec.tags = ["c"]),
      () => spec.tags.pop(),
      () =>
        this.#changeList(
          spec.disks,
          () => this.#disk(),
          (disk) => this.#changeDisk(disk),
        ),
      () =>
        this.#changeList(
          spec.users,
          () => this.#user(false),
          (user) => this.#changeUser(user),
        ),
      () =>
        this.#changeList(
          spec.users,
          () => this.#user(true),
          (user) => this.#changeUser(user),
        ),
      () =>
        this.#changeMap(
          spec.diskByName,
          () => this.#disk(),
          (disk) => this.#changeDisk(disk),
        ),
      () =>
        this.#changeMap(
          spec.userByName,
          () => this.#user(false),
          (user) => this.#changeUser(user),
        ),
      () => (spec.at = this.#maybe(() => this.#time())),
      () => (spec.count = this.#maybe(() => this.roll(2))),
      () => (spec.source = this.#source()),
      () => (spec.source?.$case === "disk" ? this.#changeDisk(spec.source.value) : undefined),
      () => (spec.disks[0] ? (spec.diskByName["k"] = spec.disks.shift() ?? this.#disk()) : undefined),
      () => (metadata.labels = this.#map(() => "w")),
      () => (spec.disks = spec.disks.map((disk) => ({ ...disk, size: disk.size + 1 }))),
      () => (spec.users = structuredClone(spec.users)),
      () => (spec.disks = spec.disks.filter(() => this.#random() < 0.6)),
    ])();
  }

  #changeList<Element extends object>(
    list: Element[],
    make: () => Element,
    change: (one: Element) => void,
  ): void {
    const index = this.roll(list.length + 1);
    const element = list[index];
    const [copy, made] = [{ ...element } as Element, make()];
    this.#pick<() => unknown>([
      () => list.splice(index, 1),
      () => list.splice(index, 0, made),
      () => list.splice(0, list.length, ...list.toReversed()),
      () => list.push(made),
      () => list.pop(),
      () => (element ? change(element) : undefined),
      () => (element ? (change(copy), (list[index] = copy)) : undefined),
      () => (element ? (list[index] = made) : undefined),
    ])();
  }

  #changeMap<Value extends object>(
    map: { [key: string]: Value },
    make: () => Value,
    change: (one: Value) => void,
  ): void {
    const [key, other] = [this.#pick(["k", "l", "m"]), this.#pick(["k", "l", "m"])];
    const value = map[key];
    this.#pick<() => unknown>([
      () => (map[key] = make()),
      () => Reflect.deleteProperty(map, key),
      () => (value ? change(value) : undefined),
      () => (value ? (map[other] = value) : undefined),
    ])();
  }

  #changeDisk(disk: Disk): void {
    this.#pick<() => unknown>([
      () => (disk.size = this.roll(3)),
      () => (disk.limits = this.#maybe(() => this.#limits())),
      () => (disk.parts = this.#list(() => this.#limits())),
      () => disk.parts.shift(),
      () => (disk.image = this.#pick(["", "a", "c"])),
      () => (disk.blockSize = this.roll(2)),
    ])();
  }

  #changeUser(user: User): void {
    this.#pick<() => unknown>([
      () => (user.name = this.#pick(["", "x", "w"])),
      () => (user.role = this.#pick(["", "r"])),
      () => (user.password = this.#password()),
    ])();
  }

  #disk(): Disk {
    return fill(DiskTable, {
      image: this.#pick(["", "a", "b"]),
      size: this.roll(3),
      blockSize: this.roll(2),
      parts: this.#list(() => this.#limits()),
      limits: this.#maybe(() => this.#limits()),
    });
  }

  /** A user with a password of its own, or most often. */
  #user(always: boolean): User {
    return fill(UserTable, {
      name: this.#pick(["", "x", "y", "z"]),
      role: this.#pick(["", "r", "q"]),
      password: always || this.#random() < 0.6 ? this.#password() : "",
    });
  }

  #password(): string {
    this.#passwords++;
    return `password ${this.#passwords}`;
  }

  #limits(): Limits {
    return { cpu: this.roll(3), memory: this.roll(3) };
  }

  #time(): { seconds: bigint; nanos: number } {
    return { seconds: BigInt(this.roll(2)), nanos: this.roll(2) };
  }

  #source(): Vm["spec"]["source"] {
    const disk = this.#disk();
    return this.#pick([
      undefined,
      { $case: "url", value: this.#pick(["", "u"]) },
      { $case: "disk", value: disk },
    ]);
  }

  #pick<Value>(values: readonly Value[]): Value {
    // There is one at each index below the length.
    return values[this.roll(values.length)] as Value;
  }

  #maybe<Value>(make: () => Value): Value | undefined {
    return this.#random() < 0.5 ? make() : undefined;
  }

  #list<Value>(make: () => Value): Value[] {
    return Array.from({ length: this.roll(4) }, make);
  }

  #map<Value>(make: () => Value): { [key: string]: Value } {
    const keys = ["k", "l", "m"].filter(() => this.#random() < 0.5);
    return Object.fromEntries(keys.map((key) => [key, make()]));
  }
}
