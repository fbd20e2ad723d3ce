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

/** Who has an SDK has all of its entry points: a message is exported by that of its proto package alone. */
const others = {
  cloud: ["", "common/v1/", "compute/v1/", "iam/v1/", "google/protobuf/", "google/rpc/"],
  catalogue: [""],
} as const;

const sdk = (name: keyof typeof others, path: string): EntryPoint => ({
  path: `@svc/${name}${path}`,
  file: `generated/${name}/dist${path === "" ? "" : path}/index.d.ts`,
  beside: others[name].map((one) => `generated/${name}/dist/${one}index.d.ts`),
});

/** All entry points of the packages that this repository publishes, and of the SDKs that it generates. */
export const entryPoints: readonly EntryPoint[] = [
  runtime("", "index"),
  runtime("/server", "server/index", ["index"]),
  runtime("/cel", "cel/index", ["index"]),
  runtime("/messages", "messages"),
  runtime("/mask/dynamic", "mask/dynamic"),
  runtime("/opentelemetry", "observability/opentelemetry", ["index"]),
  runtime("/opentelemetry/register", "observability/register"),
  runtime("/sdk-v1", "sdk-v1"),
  runtime("/codegen-v1", "codegen-v1", ["sdk-v1"]),
  runtime("/aip-v1", "aip-v1", ["codegen-v1", "sdk-v1"]),
  runtime("/application-default", "application-default/index", ["sdk-v1"]),
  runtime("/session-v1", "session-v1", ["sdk-v1"]),
  runtime("/wire-v1", "wire-v1", ["sdk-v1"]),
  runtime("/web-v1", "web-v1", ["sdk-v1"]),
  runtime("/web-messages-v1", "web-messages-v1", ["sdk-v1"]),
  runtime("/messages-v1", "messages-v1"),
  runtime("/guide-v1", "guide-v1"),
  { path: "@stratus/emulator", file: "emulator/dist/index.d.ts", beside: [] },
  { path: "@stratus/cli", file: "cli/dist/index.d.ts", beside: [] },
  {
    path: "@stratus/dynamic-client",
    file: "dynamic-client/dist/index.d.ts",
    beside: ["runtime/dist/guide-v1.d.ts"],
  },
  { path: "protoc-gen-stratus", file: "generator/dist/index.d.ts", beside: [] },
  { path: "@stratus/convention", file: "convention/dist/index.d.ts", beside: [] },
  { path: "@stratus/convention/name", file: "convention/dist/name.d.ts", beside: [] },
  { path: "@stratus/convention/pattern", file: "convention/dist/pattern/linear.d.ts", beside: [] },
  sdk("cloud", ""),
  sdk("cloud", "/compute/v1"),
  sdk("cloud", "/iam/v1"),
  sdk("cloud", "/common/v1"),
  sdk("cloud", "/google/protobuf"),
  sdk("cloud", "/google/rpc"),
  { ...sdk("cloud", "/services"), file: "generated/cloud/dist/services.d.ts" },
  { ...sdk("cloud", "/web"), file: "generated/cloud/dist/web.d.ts" },
  { ...sdk("cloud", "/web-messages"), file: "generated/cloud/dist/web-messages.d.ts" },
  { ...sdk("cloud", "/guide"), file: "generated/cloud/dist/guide/index.d.ts" },
  { ...sdk("cloud", "/descriptors"), file: "generated/cloud/dist/descriptors.d.ts" },
  sdk("catalogue", ""),
  { ...sdk("catalogue", "/guide"), file: "generated/catalogue/dist/guide/index.d.ts" },
  {
    ...sdk("catalogue", "/standard-schema"),
    file: "generated/catalogue/dist/standard-schema.d.ts",
  },
  { ...sdk("catalogue", "/openapi"), file: "generated/catalogue/dist/openapi.d.ts" },
  { ...sdk("catalogue", "/testing"), file: "generated/catalogue/dist/testing.d.ts" },
  { ...sdk("catalogue", "/opentelemetry"), file: "generated/catalogue/dist/opentelemetry.d.ts" },
];
