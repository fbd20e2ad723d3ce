/** How somebody gets from a clone of a repository with plain protos to the first answer of its server, with each client. */

/** A client, with everything that is typed. */
export interface FirstSteps {
  readonly tool: string;
  /** Commands that install packages. They count as keystrokes, and their time depends on the network, so it is not measured. */
  readonly install: readonly string[];
  /** Files that are typed, by their paths. */
  readonly files: Readonly<Record<string, string>>;
  /** Commands in their order. `stratus` runs from this repository. */
  readonly commands: readonly string[];
}

const run =
  "npx esbuild main.ts --bundle --platform=node --format=esm --packages=external --outfile=main.mjs && node main.mjs";

/** The clients, in the order of the table. */
export const firstSteps: readonly FirstSteps[] = [
  {
    tool: "connect-es",
    install: [
      "npm install -D @bufbuild/buf @bufbuild/protoc-gen-es esbuild",
      "npm install @bufbuild/protobuf @connectrpc/connect @connectrpc/connect-node",
    ],
    files: {
      "buf.gen.yaml": `version: v2
plugins:
  - local: protoc-gen-es
    out: gen
    opt: target=ts
`,
      "main.ts": `import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { Health } from "./gen/health/v1/health_pb";

const transport = createGrpcTransport({ baseUrl: "http://" + process.env.ADDRESS });
const client = createClient(Health, transport);
console.log((await client.check({})).status);
process.exit();
`,
    },
    commands: ["npx buf generate protos", run],
  },
  {
    tool: "ts-proto with grpc-js",
    install: [
      "npm install -D @bufbuild/buf ts-proto esbuild",
      "npm install @bufbuild/protobuf @grpc/grpc-js",
    ],
    files: {
      "buf.gen.yaml": `version: v2
plugins:
  - local: protoc-gen-ts_proto
    out: gen
    opt: [outputServices=grpc-js, esModuleInterop=true]
`,
      "main.ts": `import { credentials } from "@grpc/grpc-js";
import { HealthClient } from "./gen/health/v1/health";

const client = new HealthClient(process.env.ADDRESS!, credentials.createInsecure());
client.check({ service: "" }, (error, response) => {
  if (error) throw error;
  console.log(response.status);
  client.close();
});
`,
    },
    commands: ["npx buf generate protos", run],
  },
  {
    tool: "protobuf-ts",
    install: [
      "npm install -D @bufbuild/buf @protobuf-ts/plugin esbuild",
      "npm install @protobuf-ts/runtime @protobuf-ts/runtime-rpc @protobuf-ts/grpc-transport @grpc/grpc-js",
    ],
    files: {
      "buf.gen.yaml": `version: v2
plugins:
  - local: protoc-gen-ts
    out: gen
`,
      "main.ts": `import { ChannelCredentials } from "@grpc/grpc-js";
import { GrpcTransport } from "@protobuf-ts/grpc-transport";
import { HealthClient } from "./gen/health/v1/health.client";

const transport = new GrpcTransport({ host: process.env.ADDRESS!, channelCredentials: ChannelCredentials.createInsecure() });
const { response } = await new HealthClient(transport).check({ service: "" });
console.log(response.status);
transport.close();
`,
    },
    commands: ["npx buf generate protos", run],
  },
  {
    tool: "Stratus",
    install: ["npx -p protoc-gen-stratus stratus init", "npm install", "cd sdk && npm install"],
    files: {
      "main.mjs": `import { Grpc } from "grpc-sdk";
import { HealthClient } from "grpc-sdk/health/v1";

const session = new Grpc({ endpoint: process.env.ADDRESS, insecure: true });
console.log((await new HealthClient(session).check({})).status);
await session.close();
`,
    },
    commands: ["npm run sdk:generate", "npm run build --prefix sdk", "npm install ./sdk", "node main.mjs"],
  },
];
