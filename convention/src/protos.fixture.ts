import {
  createFileRegistry,
  createRegistry,
  type DescField,
  type DescFile,
  type DescMessage,
  type DescMethod,
  type DescService,
  type FileRegistry,
  fromBinary,
  type Registry,
} from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { createCustomOptions, type CustomOptions } from "./base/options.js";
import { buildImage, type Protos } from "./proto-image.fixture.js";

/** An API as tests ask about it. */
export interface TestApi {
  readonly files: readonly DescFile[];
  readonly registry: Registry;
  readonly options: CustomOptions;
  /** The service of that simple name. */
  service(name: string): DescService;
  /** The method of the service `S`. */
  method(name: string): DescMethod;
  message(name: string): DescMessage;
  /** The field of the message `M`. */
  field(name: string): DescField;
}

/** Compiles proto files, by name, with buf. */
export function compileProtos(protos: Protos): FileRegistry {
  return createFileRegistry(fromBinary(FileDescriptorSetSchema, buildImage(protos)));
}

const status = 'syntax = "proto3"; package google.rpc; message Status { int32 code = 1; }';

/** The options that an API of the convention declares, with the enums of its behaviours. */
export const defaultOptions = `
  extend google.protobuf.ServiceOptions { string api_service_name = 50001; string default_host = 50002; }
  extend google.protobuf.MethodOptions { repeated MethodBehavior method_behavior = 50001; }
  extend google.protobuf.FieldOptions {
    repeated FieldBehavior field_behavior = 50001; bool sensitive = 50002; bool credentials = 50003;
  }
  enum MethodBehavior { METHOD_BEHAVIOR_UNSPECIFIED = 0; METHOD_BEHAVIOR_UPDATER = 1; METHOD_BEHAVIOR_PAGINATED = 2; }
  enum FieldBehavior { FIELD_BEHAVIOR_UNSPECIFIED = 0; FIELD_BEHAVIOR_IMMUTABLE = 1; }`;

/** What most APIs have: a resource, its requests, pages and operations. */
export const defaultMessages = `
  message Meta { string id = 1; string parent_id = 2; string name = 3; } message Spec { int32 cpu = 1; }
  message Vm { Meta metadata = 1; Spec spec = 2; }
  message Put { Meta metadata = 1; Spec spec = 2; }
  message Id { string id = 1; } message Plain { int32 x = 1; } message Nothing {}
  message Name { string parent_id = 1; string name = 2; }
  message PageReq { string parent_id = 1; string page_token = 2; }
  message VmPage { repeated Vm items = 1; string next_page_token = 2; }
  message Op { string id = 1; google.rpc.Status status = 2; google.protobuf.Timestamp finished_at = 3; string resource_id = 4; }
  message OpPage { repeated Op operations = 1; string next_page_token = 2; }`;

/** The text of an API of its own: another package, and other numbers of options, for each of several. */
const ofItsOwn = (text: string, index: number): string =>
  text
    .replaceAll("acme", `acme${index}`)
    .replaceAll(/\b5000(\d)\b/g, (_, digit) => String(50_000 + 10 * index + Number(digit)));

/**
 * APIs whose one file has that body, after options of that text, in the package
 * `acme`, or what stands for it here. They are compiled at once.
 */
function apisOf(bodies: readonly string[], options: readonly string[] = []): TestApi[] {
  const protos: Record<string, string> = { "google/rpc/status.proto": status };
  for (const [index, body] of bodies.entries()) {
    protos[`acme${index}/options.proto`] = ofItsOwn(
      `syntax = "proto3"; package acme; import "google/protobuf/descriptor.proto"; ${options[index] ?? defaultOptions}`,
      index,
    );
    protos[`acme${index}/v1/a.proto`] = ofItsOwn(
      `syntax = "proto3"; package acme.v1; import "acme/options.proto"; import "google/rpc/status.proto";
       import "google/protobuf/timestamp.proto"; import "google/protobuf/duration.proto"; import "google/protobuf/empty.proto"; import "google/protobuf/any.proto";
       ${body}`,
      index,
    );
  }
  const registry = compileProtos(protos);
  return bodies.map((_, index) => apiIn(registry, `acme${index}`));
}

/** An API whose one file has that body, after options of that text. */
export function compileApi(body: string, options = defaultOptions): TestApi {
  return apisOf([body], [options])[0]!;
}

/** Each row of a table, and the API that it speaks of. */
export function withApis<Row>(
  rows: readonly Row[],
  body: (row: Row) => string,
  options?: (row: Row) => string,
): (readonly [Row, TestApi])[] {
  const apis = apisOf(rows.map(body), options && rows.map(options));
  return rows.map((row, index) => [row, apis[index]!] as const);
}

function apiIn(all: FileRegistry, name: string): TestApi {
  const service = (simple: string): DescService => all.getService(`${name}.v1.${simple}`)!;
  const message = (simple: string): DescMessage => all.getMessage(`${name}.v1.${simple}`)!;
  const files = [...all.files].filter(({ proto }) => proto.package.split(".")[0] === name);
  return {
    files,
    registry: createRegistry(...files),
    options: createCustomOptions(files),
    service,
    message,
    method: (simple) => service("S").methods.find((one) => one.name === simple)!,
    field: (simple) => message("M").fields.find((one) => one.name === simple)!,
  };
}
