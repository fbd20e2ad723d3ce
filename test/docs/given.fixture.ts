const compute = `import("@svc/cloud/compute/v1")`;
const instances = `${compute}.InstanceServiceClient`;
const disks = `${compute}.DiskServiceClient`;

/**
 * What the pages speak of without saying where it comes from, by its type: on all pages, and on single ones. A block
 * also sees what the blocks above it import.
 */
export const given: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "*": {
    id: "string",
    parentId: "string",
    diskId: "string",
    signal: "AbortSignal",
    error: "unknown",
    cloud: `import("@svc/cloud").Cloud`,
    instances,
    vm: `Awaited<ReturnType<${instances}["get"]>>`,
    emulator: `import("@stratus/emulator").Emulator`,
    disk: `Awaited<ReturnType<${disks}["get"]>>`,
  },
  "convention/README.md": { descriptorSet: `import("@bufbuild/protobuf/wkt").FileDescriptorSet` },
  "docs/aip.md": {
    library: `import("@acme/library/library/v1").LibraryClient`,
    book: `import("@acme/library/library/v1").Book`,
    name: "string",
  },
  "docs/emulator.md": { publicKeyPem: "string" },
  "docs/generated-code.md": {
    fields: `typeof import("@stratus/runtime/generated/wire-v1").fields`,
    AttachedDisk: `typeof ${compute}.AttachedDisk`,
    AttachedFilesystem: `typeof ${compute}.AttachedFilesystem`,
  },
  "docs/generator.md": { response: "Response", url: "string" },
  "docs/openapi.md": {
    currentToken: "() => string",
    request: "Request",
    book: "(id: string, order: string) => Promise<void>",
  },
  "docs/query.md": { catalogue: `import("@svc/catalogue").CatalogueClient` },
  "docs/sessions.md": {
    idTokenOfUser: "() => Promise<string>",
    form: "{ complain(field: string, text: string): void }",
  },
};
