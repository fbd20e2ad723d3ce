import { acmeFile, acmeOptions } from "../../generator/src/plugin/request.fixture.js";
import type { HardCase } from "./names.fixture.js";

const operations = `syntax = "proto3"; package acme.ops; import "google/protobuf/timestamp.proto"; import "google/rpc/status.proto";
  message Operation { string id = 1; string resource_id = 2; google.rpc.Status status = 3; google.protobuf.Timestamp finished_at = 4; }
  message OperationRequest { string id = 1; } service Operations { rpc Get(OperationRequest) returns (Operation); }`;

const status = `syntax = "proto3"; package google.rpc; import "google/protobuf/any.proto";
  message Status { int32 code = 1; string message = 2; repeated google.protobuf.Any details = 3; }`;

const host = 'option (acme.api_service_name) = "s";';

/** Services that have less than usual, so that a part of a client might stay without a use. */
export const hardServiceCases: readonly HardCase[] = [
  {
    about: "services without rpcs, alone in their files or beside others",
    protos: {
      "acme/options.proto": acmeOptions,
      "acme/v1/none.proto": acmeFile(`service None { ${host} }`),
      "acme/v1/some.proto": acmeFile(
        `message M {} service One { ${host} rpc Do(M) returns (M); } service Zero { ${host} }`,
      ),
    },
    holds: {
      "acme/v1/none.ts": ["    connect(session, service, options);"],
      "acme/v1/some.ts": ["    connect(session, zeroService, options);"],
      "services.ts": ["  get none(): NoneClient {"],
    },
  },
  {
    about: "services that read a resource and start few operations or none",
    protos: {
      "acme/options.proto": acmeOptions,
      "google/rpc/status.proto": status,
      "acme/ops/ops.proto": operations,
      "acme/v1/a.proto": acmeFile(
        `message Meta { string id = 1; } message Spec {} message R { Meta metadata = 1; Spec spec = 2; } message Id { string id = 1; }
         service Reads { ${host} rpc Get(Id) returns (R); }
         service Deletes { ${host} rpc Get(Id) returns (R); rpc Delete(Id) returns (acme.ops.Operation); }
         service Streams { ${host} rpc Get(Id) returns (R); rpc Run(stream R) returns (acme.ops.Operation); }
         service Follows { ${host} rpc Get(Id) returns (R); rpc Run(R) returns (stream acme.ops.Operation); }`,
        ["acme/ops/ops.proto"],
      ),
    },
    holds: { "acme/v1/a.ts": ["export class DeletesClient {"] },
  },
  {
    about: "services called like words of TypeScript, in small letters",
    protos: {
      "acme/options.proto": acmeOptions,
      "acme/v1/a.proto": acmeFile(
        `message M {} ${["await", "public", "true", "unknown", "void", "do", "never", "bigint", "null", "any"]
          .map((name) => `service ${name} { ${host} rpc Do(M) returns (M); }`)
          .join(" ")}`,
      ),
    },
    holds: {
      "acme/v1/a.ts": ["/** Definitions of the rpcs of await. */", "class AwaitClient {"],
    },
  },
  {
    about: "a type that is called like an import, with a number",
    protos: {
      "acme/options.proto": acmeOptions,
      "acme/b/b.proto": 'syntax = "proto3"; package acme.b; message Status {} message X {}',
      "acme/v1/a.proto": acmeFile(
        `message Status { acme.b.Status b = 1; Status1 one = 2; Disk2 two = 3; } message Status1 { string a = 1; } message Disk2 {}
         message _ { acme.b.X x = 1; } message x_1 {}
         service S { ${host} rpc Do(Status1) returns (acme.b.Status); }`,
        ["acme/b/b.proto"],
      ),
    },
    holds: {
      "acme/v1/a.ts": [
        "b?: Status$ | undefined;",
        "export interface Status1 {",
        "export interface Disk2 {",
        "export interface X1 {",
        "do(request: MessageInit<Status1>",
      ],
    },
  },
  {
    about: "types and fields that get other names in the code of messages",
    protos: {
      "acme/options.proto": acmeOptions,
      "acme/v1/a.proto": acmeFile(
        `message FieldMask { google.protobuf.FieldMask one = 1; oneof o { google.protobuf.FieldMask two = 2; M hasOwnProperty = 3; } }
         message M { map<string, M> _1 = 1; map<int64, M> _2 = 2; M valueOf = 3; }
         message MaskSelector { M metadata = 1; FieldMask spec = 2; }
         service S { ${host} rpc Update(MaskSelector) returns (M); }`,
        ["google/protobuf/field_mask.proto"],
      ),
    },
    holds: {
      "acme/v1/a.ts": [
        "asFieldMask.write(writer, 10, message.one)",
        'case "hasOwnProperty$":',
        "export const MaskSelector: MessageType<MaskSelector> = ",
      ],
    },
  },
];
