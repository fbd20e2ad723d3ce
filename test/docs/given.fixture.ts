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
  "docs/how-to/prepare-an-aip-api.md": {
    library: `import("@acme/library/library/v1").LibraryClient`,
    book: `import("@acme/library/library/v1").Book`,
    name: "string",
  },
  "docs/explanation/generated-code.md": {
    fields: `typeof import("@stratus/runtime/generated/wire-v1").fields`,
    AttachedDisk: `typeof ${compute}.AttachedDisk`,
    AttachedFilesystem: `typeof ${compute}.AttachedFilesystem`,
  },
  "docs/how-to/generate-a-package.md": { response: "Response", url: "string" },
  "docs/how-to/generate-from-openapi.md": {
    currentToken: "() => string",
    request: "Request",
    book: "(id: string, order: string) => Promise<void>",
  },
  "docs/how-to/use-tanstack-query.md": { catalogue: `import("@svc/catalogue").CatalogueClient` },
  "docs/how-to/authenticate.md": { idTokenOfUser: "() => Promise<string>" },
  "docs/how-to/handle-errors.md": { form: "{ complain(field: string, text: string): void }" },
};
