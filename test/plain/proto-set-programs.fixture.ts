import type { ProtoSet } from "./proto-sets.fixture.js";

/** Folder of the sources of Debian's packages of Go libraries. */
const go = "/usr/share/gocode/src";
const etcd = `${go}/go.etcd.io/etcd`;
const containerd = "github.com/containerd/containerd";

const etcdFiles = [
  "etcdserver/etcdserverpb/rpc.proto",
  "mvcc/mvccpb/kv.proto",
  "auth/authpb/auth.proto",
  "etcdserver/api/v3election/v3electionpb/v3election.proto",
  "etcdserver/api/v3lock/v3lockpb/v3lock.proto",
];

const containerdFolders = ["api/services", "api/types", "api/events", "protobuf/plugin"];

/** The sets, with the programs that their users would write first. */
export const sets: readonly ProtoSet[] = [
  {
    name: "etcd",
    from: "Debian: golang-etcd-server-dev",
    files: {
      ...Object.fromEntries(etcdFiles.map((path) => [`etcd/${path}`, `${etcd}/${path}`])),
      "gogoproto/gogo.proto": `${go}/github.com/gogo/protobuf/gogoproto/gogo.proto`,
      "google/api/annotations.proto": `${go}/github.com/gogo/googleapis/google/api/annotations.proto`,
      "google/api/http.proto": `${go}/github.com/gogo/googleapis/google/api/http.proto`,
    },
    server: "etcd",
    package: "etcdserverpb-sdk",
    session: "Etcdserverpb",
    program: `
import { Etcdserverpb } from "etcdserverpb-sdk";
import { KVClient, WatchClient, type WatchRequest } from "etcdserverpb-sdk/etcdserverpb";

const session = Etcdserverpb.fromEnv();
const kv = new KVClient(session);
const bytes = (text: string) => new TextEncoder().encode(text);
const text = (value: Uint8Array) => new TextDecoder().decode(value);

async function* requests() {
  yield { requestUnion: { $case: "createRequest" as const, value: { key: bytes("a"), startRevision: 1n } } };
  await new Promise(() => {});
}
await kv.put({ key: bytes("a"), value: bytes("1") });
for await (const { events } of new WatchClient(session).watch(requests())) {
  if (events.length === 0) continue;
  console.log("event", text(events[0]?.kv?.value ?? bytes("")));
  break;
}
const { kvs, count } = await kv.range({ key: bytes("a") });
console.log(count, kvs.map(({ key, value }) => text(key) + "=" + text(value)).join());
await session.close();
`,
    prints: "event 1\n1n a=1\n",
    unary: { line: "etcdserverpb kv put --key text:b --value text:2 -o json", prints: /"raftTerm": "\d+"/ },
    stream: {
      isEndless: true,
      line: "etcdserverpb watch watch --create-request.key text:b --create-request.start-revision 1",
      prints: /"events":\[\{.*"key":"Yg==".*"value":"Mg=="/,
    },
    agent: { method: "etcdserverpb/kv/range", request: { key: "Yg==" }, prints: /"value":"Mg=="/ },
  },
  {
    name: "containerd",
    from: "Debian: golang-github-containerd-containerd-dev",
    files: {
      ...Object.fromEntries(
        containerdFolders.map((path) => [`${containerd}/${path}`, `${go}/${containerd}/${path}`]),
      ),
      "google/rpc/status.proto": `${go}/github.com/gogo/googleapis/google/rpc/status.proto`,
      "gogoproto/gogo.proto": `${go}/github.com/gogo/protobuf/gogoproto/gogo.proto`,
    },
    server: "containerd",
    package: "containerd-sdk",
    session: "Containerd",
    program: `
import { Containerd } from "containerd-sdk";
import { EventsClient } from "containerd-sdk/containerd/services/events/v1";
import { NamespacesClient } from "containerd-sdk/containerd/services/namespaces/v1";
import { VersionClient } from "containerd-sdk/containerd/services/version/v1";

const session = Containerd.fromEnv();
const { version } = await new VersionClient(session).version({});
console.log(/^\\d+\\./.test(version));
const namespaces = new NamespacesClient(session);
const metadata = { "containerd-namespace": "first" };

const events = new EventsClient(session).subscribe({ filters: ['topic=="/namespaces/create"'] })[Symbol.asyncIterator]();
const first = events.next();
let number = 0;
const creating = setInterval(() => {
  void namespaces.create({ namespace: { name: "first-" + number++ } }, { metadata });
}, 200);
const { value } = await first;
clearInterval(creating);
await events.return?.();
console.log(value?.topic, value?.namespace, value?.event?.typeUrl);
await session.close();
`,
    prints: "true\n/namespaces/create first containerd.events.NamespaceCreate\n",
    unary: { line: "namespaces namespaces list -o json", prints: /"name": "first-0"/ },
    stream: {
      isEndless: true,
      line: "events events subscribe",
      prints: /"topic":"\/namespaces\/create"/,
      cause: "namespaces namespaces create --name NUMBERED -H containerd-namespace:second",
    },
    agent: {
      method: "namespaces/namespaces/list",
      request: {},
      prints: /first-0/,
    },
  },
  {
    name: "LND",
    from: "npm: lightning 12.5.0",
    npm: "lightning@12.5.0",
    files: { ".": "package/grpc/protos" },
    server: {
      "lnrpc.State/GetState": { state: "SERVER_ACTIVE" },
      "lnrpc.State/SubscribeState": [{ state: "LOCKED" }, { state: "UNLOCKED" }],
      "lnrpc.Lightning/GetInfo": {
        alias: "node",
        block_height: 7,
        best_header_timestamp: "9007199254740993",
      },
    },
    package: "lnrpc-sdk",
    session: "Lnrpc",
    program: `
import { Lnrpc } from "lnrpc-sdk";
import { LightningClient, StateClient, WalletState } from "lnrpc-sdk/lnrpc";

const session = Lnrpc.fromEnv();
const { alias, bestHeaderTimestamp } = await new LightningClient(session).getInfo({});
console.log(alias, bestHeaderTimestamp);
for await (const { state } of new StateClient(session).subscribeState({})) console.log(WalletState.nameOf(state));
await session.close();
`,
    prints: "node 9007199254740993n\nLOCKED\nUNLOCKED\n",
    unary: { line: "lnrpc lightning get-info --query alias", prints: /^node\n$/ },
    stream: {
      line: "lnrpc state subscribe-state",
      prints: /^\{"state":"LOCKED"\}\n\{"state":"UNLOCKED"\}\n$/,
    },
    agent: { method: "lnrpc/lightning/get-info", request: {}, prints: /9007199254740993/ },
  },
  {
    name: "Zeebe",
    from: "npm: zeebe-node 8.3.2",
    npm: "zeebe-node@8.3.2",
    files: { ".": "package/proto" },
    server: {
      "gateway_protocol.Gateway/Topology": {
        clusterSize: 1,
        gatewayVersion: "8.3.0",
        brokers: [{ nodeId: 2 }],
      },
      "gateway_protocol.Gateway/ActivateJobs": [
        { jobs: [{ key: "4503599627370497", type: "pay" }] },
        { jobs: [] },
      ],
    },
    package: "gateway-protocol-sdk",
    session: "GatewayProtocol",
    program: `
import { GatewayProtocol } from "gateway-protocol-sdk";
import { GatewayClient } from "gateway-protocol-sdk/gateway_protocol";

const session = GatewayProtocol.fromEnv();
const gateway = new GatewayClient(session);
const { gatewayVersion, brokers } = await gateway.topology({});
console.log(gatewayVersion, brokers[0]?.nodeId);
for await (const { jobs } of gateway.activateJobs({ type: "pay", maxJobsToActivate: 1 })) console.log(jobs.map(({ key }) => key));
await session.close();
`,
    prints: "8.3.0 2\n[ 4503599627370497n ]\n[]\n",
    unary: { line: "gateway-protocol gateway topology -o json", prints: /"gatewayVersion": "8\.3\.0"/ },
    stream: {
      line: "gateway-protocol gateway activate-jobs --type pay",
      prints: /^\{"jobs":\[\{"key":"4503599627370497","type":"pay"/,
    },
    agent: { method: "gateway-protocol/gateway/topology", request: {}, prints: /8\.3\.0/ },
  },
  {
    name: "Dapr",
    from: "npm: @dapr/dapr 3.18.0",
    npm: "@dapr/dapr@3.18.0",
    files: { ".": "package/proto" },
    server: {
      "dapr.proto.runtime.v1.Dapr/GetState": { data: Buffer.from("blue"), etag: "7" },
      "dapr.proto.runtime.v1.Dapr/SubscribeConfiguration": [
        { id: "s-1", items: { color: { value: "blue", version: "2" } } },
      ],
    },
    package: "dapr-sdk",
    session: "Dapr",
    program: `
import { Dapr } from "dapr-sdk";
import { DaprClient } from "dapr-sdk/proto/runtime/v1";

const session = Dapr.fromEnv();
const dapr = new DaprClient(session);
const { data, etag } = await dapr.getState({ storeName: "store", key: "color" });
console.log(new TextDecoder().decode(data), etag);
for await (const { items } of dapr.subscribeConfiguration({ storeName: "store", keys: ["color"] })) console.log(items["color"]?.version);
await session.close();
`,
    prints: "blue 7\n2\n",
    unary: {
      line: "runtime dapr get-state --store-name store --key color --query etag",
      prints: /^['"]?7['"]?\n$/,
    },
    stream: {
      line: "runtime dapr subscribe-configuration --store-name store",
      prints: /^\{"id":"s-1","items":\{"color":\{"value":"blue"/,
    },
    agent: { method: "runtime/dapr/get-state", request: { store_name: "s", key: "k" }, prints: /"etag":"7"/ },
  },
];
