/** A page whose commands are typed, and what its reader has by then. */
export interface TypedPage {
  readonly page: string;
  /** Lines that were typed before. */
  readonly given?: readonly string[];
  /** Files that are there: path in this repository to path in the folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** The name of the reader's folder, if the page names it. */
  readonly folder?: string;
  /** Also typed with pnpm for the installs. */
  readonly byPnpm?: boolean;
}

const sdk = ["npm install @svc/cloud"];
const api = { "test/docs/api": "api" };
const protos = { "test/consumer/project/proto": "proto", "test/consumer/project/buf.yaml": "buf.yaml" };

/** All pages with commands. */
export const typedPages: readonly TypedPage[] = [
  { page: "README.md", given: sdk, byPnpm: true },
  { page: "docs/how-to/run-the-emulator.md", byPnpm: true },
  { page: "docs/how-to/run-on-platforms.md" },
  { page: "docs/how-to/generate-from-openapi.md", files: api },
  { page: "docs/how-to/serve-an-api.md" },
  { page: "docs/tutorials/aip-api.md", folder: "library" },
  { page: "docs/tutorials/cloud-api.md", folder: "acme" },
  { page: "docs/tutorials/plain-grpc.md", folder: "weather" },
  { page: "docs/tutorials/rest-api.md", folder: "todo" },
  { page: "docs/how-to/observe-calls.md", given: sdk, byPnpm: true },
  { page: "docs/how-to/validate-requests.md", given: sdk, byPnpm: true },
  { page: "generated/catalogue/README.md" },
  { page: "generated/cloud/README.md", byPnpm: true },
  { page: "generator/README.md", files: protos },
];
