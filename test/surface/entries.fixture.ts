/** An entry point, by its declarations, with those that whoever has it has beside it. */
export interface EntryPoint {
  readonly path: string;
  readonly file: string;
  readonly beside: readonly string[];
}

const runtime = (path: string, file: string, beside: readonly string[] = []): EntryPoint => ({
  path: `@stratus/runtime${path}`,
  file: `runtime/dist/${file}.d.ts`,
  beside: beside.map((one) => `runtime/dist/${one}.d.ts`),
});

/** An entry point that exists for generated code. */
const generated = (name: string, beside: readonly string[] = []): EntryPoint =>
  runtime(`/generated/${name}`, `entries/generated/${name}`, beside);

/** What the root of every SDK passes on. */
const sdkEntry = "entries/generated/sdk-v1";

/** Who has an SDK has all of its entry points: a message is exported by that of its proto package alone. */
const others = {
  cloud: ["", "common/v1/", "compute/v1/", "iam/v1/", "google/protobuf/", "google/rpc/"],
  catalogue: [""],
} as const;

const sdk = (name: keyof typeof others, path: string): EntryPoint => ({
  path: `@svc/${name}${path}`,
  file: `generated/${name}/dist/types${path === "" ? "" : path}/index.d.ts`,
  beside: others[name].map((one) => `generated/${name}/dist/types/${one}index.d.ts`),
});

/** All entry points of the packages that this repository publishes, and of the SDKs that it generates. */
export const entryPoints: readonly EntryPoint[] = [
  runtime("", "entries/index"),
  runtime("/application-default", "session/application-default/index", [sdkEntry]),
  runtime("/cel", "messages/cel/index", ["entries/index"]),
  runtime("/fixtures", "messages/fixtures/index", ["entries/index"]),
  runtime("/guide", "entries/guide"),
  runtime("/login", "entries/login", [sdkEntry]),
  runtime("/mask", "entries/mask", ["entries/messages"]),
  runtime("/messages", "entries/messages"),
  runtime("/opentelemetry", "session/observability/opentelemetry", ["entries/index"]),
  runtime("/opentelemetry/register", "session/observability/register"),
  runtime("/msw", "server/msw/index", ["entries/index"]),
  runtime("/server", "server/index", ["entries/index"]),
  runtime("/web", "entries/web", [sdkEntry]),
  generated("aip-v1", ["entries/generated/calls-v1", sdkEntry]),
  generated("calls-v1", [sdkEntry]),
  generated("guide-v1"),
  generated("messages-v1"),
  generated("sdk-v1"),
  generated("session-v1", [sdkEntry]),
  generated("web-messages-v1", [sdkEntry]),
  generated("web-v1", [sdkEntry]),
  generated("wire-v1", [sdkEntry]),
  { path: "@stratus/emulator", file: "emulator/dist/index.d.ts", beside: [] },
  { path: "@stratus/query", file: "query/dist/index.d.ts", beside: [] },
  { path: "@stratus/cli", file: "cli/dist/index.d.ts", beside: [] },
  {
    path: "@stratus/dynamic-client",
    file: "dynamic-client/dist/index.d.ts",
    beside: ["runtime/dist/entries/guide.d.ts"],
  },
  { path: "protoc-gen-stratus", file: "generator/dist/index.d.ts", beside: [] },
  { path: "@stratus/convention", file: "convention/dist/index.d.ts", beside: [] },
  { path: "@stratus/convention/name", file: "convention/dist/base/name.d.ts", beside: [] },
  { path: "@stratus/convention/pattern", file: "convention/dist/pattern/linear.d.ts", beside: [] },
  sdk("cloud", ""),
  sdk("cloud", "/compute/v1"),
  sdk("cloud", "/iam/v1"),
  sdk("cloud", "/common/v1"),
  sdk("cloud", "/google/protobuf"),
  sdk("cloud", "/google/rpc"),
  { ...sdk("cloud", "/services"), file: "generated/cloud/dist/types/services.d.ts" },
  { ...sdk("cloud", "/web"), file: "generated/cloud/dist/types/web.d.ts" },
  { ...sdk("cloud", "/web-messages"), file: "generated/cloud/dist/types/web-messages.d.ts" },
  { ...sdk("cloud", "/guide"), file: "generated/cloud/dist/types/guide/index.d.ts" },
  { ...sdk("cloud", "/descriptors"), file: "generated/cloud/dist/types/descriptors.d.ts" },
  sdk("catalogue", ""),
  { ...sdk("catalogue", "/guide"), file: "generated/catalogue/dist/types/guide/index.d.ts" },
  {
    ...sdk("catalogue", "/standard-schema"),
    file: "generated/catalogue/dist/types/standard-schema.d.ts",
  },
  { ...sdk("catalogue", "/openapi"), file: "generated/catalogue/dist/types/openapi.d.ts" },
  { ...sdk("catalogue", "/testing"), file: "generated/catalogue/dist/types/testing.d.ts" },
  { ...sdk("catalogue", "/opentelemetry"), file: "generated/catalogue/dist/types/opentelemetry.d.ts" },
];
