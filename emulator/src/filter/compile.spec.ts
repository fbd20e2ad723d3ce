import { type DescMessage, fromJson, type JsonValue } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { describe, expect, it } from "vitest";
import { loadDescriptors } from "../descriptors/load.js";
import { root } from "../emulator.fixture.js";
import { compileFilter } from "./compile.js";

const kindsProtos = `${root}emulator/testdata/kinds`;
const registry = await loadDescriptors({ protos: "protos" }, root);
const kindsRegistry = await loadDescriptors({ protos: kindsProtos }, kindsProtos);
const instance = registry.getMessage("svc.compute.v1.Instance") as DescMessage;
const kinds = kindsRegistry.getMessage("acme.kinds.v1.Kinds") as DescMessage;
const isExcluded = ({ name }: { readonly name: string }) => name === "user_data";

function matches(desc: DescMessage, json: JsonValue, filter: string): boolean {
  const message = fromJson(desc, json, { registry: kindsRegistry });
  return compileFilter(filter, desc, isExcluded)?.(reflect(desc, message)) ?? true;
}

const vm = {
  metadata: {
    id: "instance-1",
    name: "web-1",
    labels: { env: "prod", "a.b": "c" },
    createdAt: "2030-01-01T00:00:00.5Z",
  },
  spec: {
    cpu: 4,
    memoryBytes: "9007199254740993",
    platform: "cpu*e2",
    bootDisk: { diskId: "disk-1", attachMode: "ATTACH_MODE_READ_WRITE" },
    secondaryDisks: [{ diskId: "disk-2" }, { diskId: "disk-3", attachMode: "ATTACH_MODE_READ_ONLY" }],
    filesystems: { home: { filesystemId: "fs-1", readOnly: true } },
    recoveryPolicy: "RECOVERY_POLICY_FAIL",
    stopGracePeriod: "1.5s",
    priceLimit: 0,
    userData: "c2VjcmV0",
    hostnames: ["alpha", "beta"],
    hostId: "host-1",
    schedulingWeights: { pack: 0.5 },
  },
};

describe("a filter on a resource", () => {
  it.each([
    { filter: "spec.cpu = 4", want: true },
    { filter: "spec.cpu != 4", want: false },
    { filter: "spec.cpu > 3.5 AND spec.cpu < 4.5", want: true },
    { filter: "spec.cpu >= 5", want: false },
    { filter: "spec.cpu <= 4e0", want: true },
    { filter: "spec.cpu > -1", want: true },
    { filter: "spec.memory_bytes = 9007199254740993", want: true },
    { filter: "spec.memory_bytes > 9007199254740992", want: true },
    { filter: "spec.memoryBytes < 9.1e15", want: true },
    { filter: "metadata.name = web-1", want: true },
    { filter: "metadata.name = 'web*'", want: true },
    { filter: "metadata.name = w*b-*", want: true },
    { filter: "metadata.name != *-2", want: true },
    { filter: "metadata.name = WEB-1", want: false },
    { filter: "metadata.name:web", want: false },
    { filter: "metadata.name > 'web' metadata.name < 'web-2'", want: true },
    { filter: String.raw`spec.platform = "cpu\*e2"`, want: true },
    { filter: String.raw`metadata.name = "web\*"`, want: false },
    { filter: "spec.stopped = false", want: true },
    { filter: "spec.stopped != true", want: true },
    { filter: "NOT spec.stopped = true", want: true },
    { filter: "-spec.stopped:*", want: true },
    { filter: "spec.recovery_policy = RECOVERY_POLICY_FAIL", want: true },
    { filter: "spec.recovery_policy != RECOVERY_POLICY_FAIL", want: false },
    { filter: "spec.recovery_policy = (RECOVERY_POLICY_FAIL OR RECOVERY_POLICY_RECOVER)", want: true },
    { filter: "spec.boot_disk.attach_mode = ATTACH_MODE_READ_WRITE", want: true },
    { filter: "spec.boot_disk.attach_mode = READ_WRITE", want: true },
    { filter: "spec.recovery_policy = (RECOVER OR FAIL)", want: true },
    { filter: "spec.secondary_disks.attach_mode:READ_ONLY", want: true },
    { filter: "spec.stop_grace_period = 1.5s", want: true },
    { filter: "spec.stop_grace_period >= 2s OR spec.stop_grace_period < 1s", want: false },
    { filter: "metadata.created_at > 2029-12-31T23:00:00Z", want: true },
    { filter: "metadata.created_at = '2030-01-01T01:00:00.5+01:00'", want: true },
    { filter: "metadata.created_at <= 2030-01-01T00:00:00Z", want: false },
    { filter: "spec.hostnames:beta", want: true },
    { filter: "spec.hostnames:b*", want: true },
    { filter: "spec.hostnames:(alpha AND beta)", want: true },
    { filter: "spec.hostnames:(alpha AND gamma)", want: false },
    { filter: "spec.hostnames:*", want: true },
    { filter: "spec.secondary_disks.disk_id:disk-3", want: true },
    { filter: "spec.secondary_disks.disk_id:disk-1", want: false },
    { filter: "spec.secondary_disks.attach_mode:*", want: true },
    { filter: "spec.secondary_disks:disk_id", want: true },
    { filter: "spec.secondary_disks:device_name", want: false },
    { filter: "metadata.labels:env", want: true },
    { filter: "metadata.labels:en*", want: true },
    { filter: "metadata.labels:gone", want: false },
    { filter: "metadata.labels.env:*", want: true },
    { filter: "metadata.labels.env = prod", want: true },
    { filter: "metadata.labels.env:prod", want: true },
    { filter: 'metadata.labels."a.b" = c', want: true },
    { filter: "metadata.labels.__proto__:*", want: false },
    { filter: "spec.filesystems.home.read_only = true", want: true },
    { filter: "spec.filesystems.home:filesystem_id", want: true },
    { filter: "spec.scheduling_weights.pack >= 0.5", want: true },
    { filter: "spec.boot_disk:*", want: true },
    { filter: "spec.boot_disk:disk_id", want: true },
    { filter: "spec.boot_disk:device_name", want: false },
    { filter: "spec.price_limit = 0", want: true },
    { filter: "spec.price_limit:*", want: true },
    { filter: "spec.host_id:*", want: true },
    { filter: "spec.placement_group:*", want: false },
  ])("$filter: $want", ({ filter, want }) => {
    expect(matches(instance, vm, filter)).toBe(want);
  });

  it.each([
    "spec.stop_at < 2030-01-01T00:00:00Z",
    "spec.stop_at != 2030-01-01T00:00:00Z",
    "spec.placement_group.group_id != x",
    "spec.placement_group.group_id = ''",
    "status.state != STATE_RUNNING",
    "metadata.labels.gone != prod",
    "spec.metadata_endpoint = false",
    "spec.metadata_endpoint != true",
    "spec.placement_group.partition < 5",
  ])("is not met by what is absent, and its negation is: %s", (filter) => {
    expect(matches(instance, vm, filter)).toBe(false);
    expect(matches(instance, vm, `NOT ${filter}`)).toBe(true);
  });

  it.each([
    { filter: "web", want: true },
    { filter: "PROD", want: true },
    { filter: "disk-3 disk-2", want: true },
    { filter: "nowhere", want: false },
    { filter: "web*", want: true },
    { filter: "*web", want: false },
    { filter: "home", want: true },
    { filter: "4", want: true },
    { filter: "9007199254740993", want: true },
    { filter: "attach_mode_read_only", want: true },
    { filter: "-gamma -delta", want: true },
    { filter: "secret OR c2VjcmV0", want: false },
    { filter: '"spec"', want: false },
  ])("without a field looks everywhere: $filter: $want", ({ filter, want }) => {
    expect(matches(instance, vm, filter)).toBe(want);
  });

  it.each([
    {
      filter: "spec.cpus = 4",
      position: 5,
      want: /InstanceSpec has no field cpus; it has cpu, memory_bytes/,
    },
    { filter: "name = a", position: 0, want: /Instance has no field name; it has metadata, spec, status/ },
    { filter: "spec.constructor = a", position: 5, want: /no field constructor/ },
    { filter: "spec.cpu.x = 4", position: 5, want: /cpu has no fields/ },
    { filter: "spec.cpu = four", position: 11, want: /write a number/ },
    { filter: "spec.cpu = '*'", position: 11, want: /write a number/ },
    { filter: "spec.stopped = yes", position: 15, want: /true or false/ },
    { filter: "spec.stopped > false", position: 15, want: /a bool has no order/ },
    { filter: "spec.recovery_policy = FAILED", position: 23, want: /it has RECOVERY_POLICY_UNSPECIFIED, / },
    { filter: "spec.recovery_policy < RECOVERY_POLICY_FAIL", position: 23, want: /an enum has no order/ },
    { filter: "spec.stop_at = tomorrow", position: 15, want: /RFC 3339/ },
    { filter: "spec.stop_grace_period = 2m", position: 25, want: /20s or 1.5s/ },
    { filter: "metadata.name < a*", position: 16, want: /wildcards need/ },
    { filter: "spec = x", position: 7, want: /cannot be compared; name a field/ },
    { filter: "spec:nothing", position: 5, want: /no field nothing/ },
    { filter: "spec.hostnames = alpha", position: 5, want: /hostnames is a list: use :/ },
    { filter: "spec.hostnames.x:alpha", position: 5, want: /have no fields/ },
    { filter: "spec.secondary_disks.disk_id = x", position: 5, want: /is a list/ },
    { filter: "spec.secondary_disks.0.disk_id:x", position: 21, want: /no field 0/ },
    { filter: "metadata.labels = env", position: 9, want: /is a map/ },
    { filter: "metadata.labels.env.x = 1", position: 9, want: /values of labels have no fields/ },
    { filter: "spec.user_data:*", position: 5, want: /user_data is secret/ },
    { filter: "spec.stopped", position: 0, want: /spec.stopped is a field: compare it/ },
    { filter: "spec.cpu = 4 AND (status.state = STATE_RUNING)", position: 33, want: /has no such value/ },
  ])("is refused with its place: $filter", ({ filter, position, want }) => {
    expect(() => compileFilter(filter, instance, isExcluded)).toThrow(want);
    expect(() => compileFilter(filter, instance, isExcluded)).toThrow(
      expect.objectContaining({ name: "FilterError", position }),
    );
  });

  it("that is empty is none", () => {
    expect(compileFilter("  ", instance, isExcluded)).toBeUndefined();
  });
});

const other = {
  ratio: 0.1,
  share: 0.1,
  serial: "18446744073709551615",
  extra: { a: { b: "x*y", n: 2.5, yes: true, no: null }, list: [1, "two", { deep: "three" }] },
  value: 7,
  nick: "",
  byNumber: { "5": "five" },
  byAnswer: { true: 1 },
  inner: { share: "NaN", others: [{ numbers: ["1", "2"] }] },
  others: [{ nick: "a" }, { score: "3" }],
  numbers: ["9007199254740993"],
  rows: [{ k: 1 }, { k: "v" }],
};

describe("a filter on rarer kinds of fields", () => {
  it.each([
    { filter: "ratio = 0.1 share = 0.1", want: true },
    { filter: "serial = 18446744073709551615", want: true },
    { filter: "serial > 18446744073709551614", want: true },
    { filter: "nick = ''", want: true },
    { filter: "nick:*", want: true },
    { filter: "score < 5", want: false },
    { filter: "score != 5", want: false },
    { filter: "by_number.5 = five", want: true },
    { filter: "by_number:5", want: true },
    { filter: "by_answer.true >= 1", want: true },
    { filter: "by_answer.false:*", want: false },
    { filter: "inner.share = 1", want: false },
    { filter: "inner.share != 1", want: true },
    { filter: "inner.share > 1 OR inner.share <= 1", want: false },
    { filter: "inner.others.numbers:2", want: true },
    { filter: "others.nick:a", want: true },
    { filter: "others.score:3", want: true },
    { filter: "numbers:9007199254740993", want: true },
    { filter: "numbers:9007199254740992", want: false },
    { filter: "payload:*", want: false },
    { filter: "extra:*", want: true },
    { filter: "extra:a", want: true },
    { filter: "extra.a:b", want: true },
    { filter: "extra.a.b = x*", want: true },
    { filter: "extra.a.b:*", want: true },
    { filter: "extra.a.gone:*", want: false },
    { filter: "extra.a.no:*", want: true },
    { filter: "extra.a.gone != x", want: false },
    { filter: "extra.a.n > 2", want: true },
    { filter: "extra.a.n = two", want: false },
    { filter: "extra.a.yes = true", want: true },
    { filter: "extra.a.no = null", want: true },
    { filter: "extra.list:two", want: true },
    { filter: "extra.list:1", want: true },
    { filter: "extra.list.deep:three", want: true },
    { filter: "extra.list = two", want: false },
    { filter: "value = 7", want: true },
    { filter: "value > 7", want: false },
    { filter: "rows.k:v", want: true },
    { filter: "rows:k", want: true },
    { filter: "rows:gone", want: false },
    { filter: "two", want: true },
  ])("$filter: $want", ({ filter, want }) => {
    expect(matches(kinds, other, filter)).toBe(want);
  });

  it.each([
    { filter: "blob = x", want: /bytes cannot be compared/ },
    { filter: "payload = x", want: /messages of the type google.protobuf.Any cannot be compared/ },
    { filter: "extra = x", want: /messages of the type google.protobuf.Struct cannot be compared/ },
    { filter: "by_number.five = 5", want: /no keys of that kind/ },
    { filter: "by_answer.maybe = 5", want: /no keys of that kind/ },
    { filter: "nick = 'a' AND score = a", want: /write a number/ },
  ])("is refused: $filter", ({ filter, want }) => {
    expect(() => compileFilter(filter, kinds, isExcluded)).toThrow(want);
  });
});
