import type { JsonObject, JsonValue } from "@bufbuild/protobuf";

/** A message of one shape, as proto3 JSON. */
export interface Shape {
  /** The name of the rows. */
  readonly title: string;
  /** Name of the message in `bench/protos/shapes.proto`. */
  readonly message: string;
  readonly json: JsonObject;
}

const base64 = (length: number, start: number): string =>
  Buffer.from(Array.from({ length }, (_, n) => (start * 31 + n * 7) & 255)).toString("base64");

const list = <Item>(length: number, make: (n: number) => Item): Item[] =>
  Array.from({ length }, (_, n) => make(n));

const two = (n: number): string => String(n).padStart(2, "0");

const moment = (n: number): JsonObject => ({ seconds: String(1_760_000_000 + n), nanos: 123_456_000 + n });

const payload = (n: number): JsonObject => ({
  metadata: { encoding: Buffer.from("json/plain").toString("base64"), type: base64(12, n) },
  data: base64(60 + (n % 40), n),
});

const begun = (n: number): JsonObject => ({ type: `activity-${n}`, attempt: 1 + (n % 5), at: moment(n) });

const scheduled = (n: number): JsonObject => ({
  activity: `charge-card-${n % 7}`,
  queue: "payments-default",
  timeout: { seconds: "30", nanos: 500_000_000 },
  inputs: { order: payload(n), customer: payload(n + 1) },
});

const ended = (n: number): JsonObject => ({
  scheduledEventId: String(n - 2),
  begunEventId: String(n - 1),
  results: [payload(n)],
});

const signal = (n: number): JsonObject => ({
  name: "approve",
  identity: `worker-${n}@host`,
  header: { trace: payload(n) },
});

const choice = (n: number): JsonObject => {
  const kinds: readonly (() => JsonValue)[] = [
    () => begun(n),
    () => scheduled(n),
    () => ended(n),
    () => `text ${n}`,
    () => String(n * 1000),
  ];
  return { id: String(n), [`event${two((n % 70) + 1)}`]: kinds[n % 5]?.() ?? null };
};

const historyEvent = (n: number): JsonObject => ({
  eventId: String(n + 1),
  eventTime: moment(n),
  eventType: 1 + (n % 40),
  version: "12",
  taskId: String(1_048_576 + n),
  [`event${two((n % 46) + 1)}`]: [begun, scheduled, ended, signal][(n % 46) % 4]?.(n) ?? null,
});

const attribute = (key: string, value: JsonObject): JsonObject => ({ key, value });

const attributes = (n: number): JsonObject[] => [
  attribute("http.request.method", { stringValue: "GET" }),
  attribute("url.path", { stringValue: `/v1/instances/instance-${n}` }),
  attribute("http.response.status_code", { intValue: "200" }),
  attribute("server.port", { intValue: "443" }),
  attribute("sampled", { boolValue: true }),
  attribute("load", { doubleValue: 0.25 + n }),
  attribute("tags", { arrayValue: { values: [{ stringValue: "blue" }, { stringValue: "green" }] } }),
];

const span = (n: number): JsonObject => ({
  traceId: base64(16, n),
  spanId: base64(8, n),
  parentSpanId: base64(8, n + 1),
  name: `GET /v1/instances/${n % 9}`,
  kind: "SPAN_KIND_CLIENT",
  startTimeUnixNano: String(1_760_000_000_000_000_000n + BigInt(n)),
  endTimeUnixNano: String(1_760_000_000_012_000_000n + BigInt(n)),
  attributes: attributes(n),
  events: [{ timeUnixNano: "1760000000001000000", name: "retry", attributes: attributes(n).slice(0, 2) }],
  status: { code: 1 },
  flags: 1,
});

const machine = (n: number): JsonObject => ({
  id: `instance-e00b5g7h9k2m4n6p${n}`,
  name: `web-frontend-${n}`,
  createdAt: moment(n),
  labels: { team: "blue", env: "production", role: "web" },
  state: "MACHINE_STATE_RUNNING",
  disks: list(3, (disk) => ({ diskId: `disk-e00s3t5v7w9x1y3z5a${disk}`, mode: 2, device: `data-${disk}` })),
  networks: list(2, (net) => ({
    subnetId: `subnet-e00c7d9f1g3h5j7k9m${net}`,
    address: `10.${net}.16.4`,
    aliases: ["10.0.0.0/28", "10.0.1.0/28"],
  })),
  memoryBytes: String(64n << 30n),
  cpu: 16,
  weight: 0.5,
  description: "serves pages",
});

function nested(depth: number): JsonObject {
  const own = { depth, name: `level ${depth}` };
  return depth === 0 ? own : { ...own, child: nested(depth - 1) };
}

/** All shapes. */
export const shapes: readonly Shape[] = [
  { title: "a oneof of 70", message: "Wide", json: { choices: list(70, choice) } },
  {
    title: "maps of messages",
    message: "MessageMap",
    json: {
      entries: Object.fromEntries(list(100, (n) => [`key-${n}`, begun(n)])),
      byNumber: Object.fromEntries(list(100, (n) => [String(n * 3), begun(n)])),
    },
  },
  {
    title: "a map of bytes",
    message: "BytesMap",
    json: { entries: Object.fromEntries(list(200, (n) => [`key-${n}`, base64(40, n)])) },
  },
  {
    title: "packed numbers",
    message: "Numbers",
    json: {
      int32s: list(500, (n) => (n % 3 === 0 ? n * 7_919 : n)),
      sint64s: list(500, (n) => String(n % 2 === 0 ? n * 1_000 : -n)),
      doubles: list(500, (n) => n + 0.25),
      fixed32s: list(500, (n) => n * 65_537),
      uint64s: list(500, (n) => String(BigInt(n) << BigInt(n % 50))),
      bools: list(500, (n) => n % 3 === 0),
    },
  },
  { title: "short text", message: "Texts", json: { texts: list(500, (n) => `word-${n * 37}`) } },
  {
    title: "long text",
    message: "Texts",
    json: { texts: list(20, (n) => `${"The quick brown fox jumps over the lazy dog. ".repeat(40)}${n}`) },
  },
  {
    title: "text that is not English",
    message: "Texts",
    json: { texts: list(200, (n) => `Grüße aus Zürich, ${n} 世界`) },
  },
  { title: "deep nesting", message: "Nested", json: nested(60) },
  {
    title: "a telemetry batch",
    message: "Telemetry",
    json: {
      resourceSpans: list(2, (resource) => ({
        resource: { attributes: attributes(resource).slice(0, 3) },
        scopeSpans: list(2, (scope) => ({
          name: "http",
          version: "1.4",
          spans: list(25, (n) => span(n + scope)),
        })),
      })),
    },
  },
  {
    title: "a workflow's history",
    message: "History",
    json: { events: list(150, historyEvent), nextPageToken: base64(30, 3) },
  },
  {
    title: "a list of resources",
    message: "Resources",
    json: { items: list(100, machine), nextPageToken: "page-2" },
  },
];
