import { acmeFile, acmeOptions, type Protos } from "../../generator/src/plugin/request.fixture.js";

/** An API that is hard on names, and what the output must say. */
export interface HardCase {
  /** What is hard about it. */
  readonly about: string;
  readonly protos: Protos;
  readonly parameter?: string;
  /** Text that the output must hold, by file. */
  readonly holds: Readonly<Record<string, readonly string[]>>;
}

const service = 'service S { option (acme.api_service_name) = "s"; rpc Do(M) returns (M); }';

/** An API of one file, `acme/v1/a.proto`. */
export function one(about: string, body: string, holds: HardCase["holds"], parameter = ""): HardCase {
  return {
    about,
    protos: { "acme/options.proto": acmeOptions, "acme/v1/a.proto": acmeFile(body) },
    parameter,
    holds,
  };
}

const module = "acme/v1/a.ts";
const server = "acme/v1/a.server.ts";

/** Names of messages that are also names of what generated code, its codecs or the language use. */
const globals =
  "Map Set Partial Buffer DeepPartial MessageFns Uint8Array Date Object String Number Boolean Error Promise Symbol " +
  "Array BigInt Function Record Exclude Iterable AsyncIterable BinaryReader BinaryWriter globalThis Math JSON Long Any " +
  "Call Caller CallOptions ClientOptions MessageInit OperationCall PagedCall Resource ResourceOperationCall ResourcePage ServerStream Session " +
  "UpdateOptions FullUpdate MessageTable MessageType MaskSelector UnknownFields connect message resource defineTable defineMessage row service " +
  "Answer AnswerStream ServerCall ServerDefinition ServerWiring defineServer serverWiring";

const words =
  "class function delete default enum import export null true this void typeof var let const static await async yield " +
  "interface package private type namespace module declare abstract any unknown never string number object symbol " +
  "undefined arguments eval constructor prototype then";

/** Every row is generated, compiled under both compilers, and read. */
export const hardCases: readonly HardCase[] = [
  one(
    "rpcs that an object or a promise has already",
    `message M {} service S { option (acme.api_service_name) = "s";
     ${"Then Constructor Close ToJSON ToString ValueOf HasOwnProperty Catch Prototype __proto__ Length Name"
       .split(" ")
       .map((name) => `rpc ${name}(M) returns (M);`)
       .join(" ")} }`,
    {
      [module]: [
        "  then$(request",
        "  constructor$(request",
        "  close(request",
        "  toJSON$(request",
        "  proto(request",
      ],
      [server]: ["  then$: (request", "  constructor$: (request", "  toJSON$: (request", "  proto: (request"],
    },
  ),
  one(
    "rpcs that differ by case or underscore only, or are words of the language",
    `message M {} service S { option (acme.api_service_name) = "s";
     rpc GetFoo(M) returns (M); rpc getFoo(M) returns (M); rpc get_foo(M) returns (M); rpc Get_Foo(M) returns (M);
     rpc Delete(M) returns (M); rpc New(M) returns (M); rpc _1(M) returns (M); }`,
    {
      [module]: [
        "  getFoo(request",
        "  getFoo$(request",
        "  getFoo$2(request",
        "  getFoo$3(request",
        "  delete(request",
      ],
      // As a method of an interface it would be a constructor.
      [server]: ["  new: (request"],
    },
  ),
  one(
    "rpcs called like helpers",
    `message Meta { string id = 1; } message Vm { Meta metadata = 1; Meta spec = 2; } message M {}
     message Req { string page_token = 1; } message Page { repeated Vm vms = 1; string next_page_token = 2; }
     service S { option (acme.api_service_name) = "s"; rpc List(Req) returns (Page); rpc ListAll(M) returns (M);
     rpc Get(M) returns (Vm); rpc Update(Vm) returns (Vm); rpc Modify(M) returns (M); }`,
    {
      [module]: [
        "listAll(request: MessageInit<M>",
        "listAll$(",
        "modify(request: MessageInit<M>",
        "modify$(",
      ],
    },
  ),
  one(
    "every kind of stream, with messages called like what their types need",
    `message AsyncIterable {} message Iterable {} message ServerStream {}
     service S { option (acme.api_service_name) = "s"; rpc Up(stream AsyncIterable) returns (Iterable);
     rpc Down(Iterable) returns (stream ServerStream); rpc Both(stream ServerStream) returns (stream AsyncIterable); }`,
    {
      [module]: [
        "globalThis.AsyncIterable<MessageInit<AsyncIterable>>",
        "globalThis.Iterable<MessageInit<AsyncIterable>>",
        "ServerStream$<ServerStream>",
      ],
      [server]: ["up: (requests: AsyncIterable<AsyncIterable$>, call: ServerCall) => Answer<Iterable$>;"],
    },
  ),
  one(
    "messages called like globals, helpers of codecs and names of the runtime",
    `${service} message M { ${globals
      .split(" ")
      .map((name, index) => `${name} f${index} = ${index + 1};`)
      .join(" ")} }
     ${globals
       .split(" ")
       .map((name) => `message ${name} { string text = 1; repeated ${name} more = 2; }`)
       .join(" ")}`,
    { [module]: ["export interface MapMessage {", "export const MapMessage: MessageType$<MapMessage>"] },
  ),
  one(
    "the same with types of their JSON, in lists and maps",
    `${service} message M {} ${globals
      .split(" ")
      .map((name) => `message ${name} { repeated ${name} list = 1; map<string, ${name}> map = 2; }`)
      .join(" ")}`,
    { [module]: ["list?: ArrayJson[];", "map?: { [key: string]: ObjectJson };"] },
    "json_types=true",
  ),
  one(
    "rpcs that take and give such messages",
    `${globals
      .split(" ")
      .map((name) => `message ${name} { string text = 1; }`)
      .join(" ")}
     service S { option (acme.api_service_name) = "s";
     ${globals
       .split(" ")
       .map((name, index) => `rpc Do${index}(${name}) returns (${name});`)
       .join(" ")} }`,
    {
      [module]: ["MessageInit$<MessageInit>", "Call$<Call>"],
      [server]: ["call: ServerCall) => Answer<Answer$>;"],
    },
  ),
  one(
    "messages and fields that are words of the language",
    `${service} message M { ${words
      .split(" ")
      .map((name, index) => `string ${name} = ${index + 1};`)
      .join(" ")} }
     ${words
       .split(" ")
       .map((name) => `message ${name} { ${name} ${name} = 1; }`)
       .join(" ")}`,
    { [module]: ["export interface Class {"] },
  ),
  one(
    "fields with names of every spelling",
    `${service} message M { string __proto__ = 1; string constructor = 2; string then = 3; string value = 4; string FOO_BAR = 5;
     string a__b = 6; string _x = 7; string _1 = 8; string metadata = 9; string options = 10; string message = 11;
     string writer = 12; string reader = 13; string length = 14; string end = 15; string tag = 16; string toString = 17;
     string hasOwnProperty = 18; string prototype = 19; string key = 20; string _unknown_fields = 21;
     oneof constructor_ { string case = 22; string Case = 23; } map<string, string> Map = 24; }`,
    {
      [module]: [
        "string __proto__ = 1\n",
        "string FOO_BAR = 5 local=fooBar",
        "string _1 = 8 local=x1",
        "string hasOwnProperty = 18 local=hasOwnProperty$\n",
      ],
    },
  ),
  one(
    "fields that may be absent, called like what every object has, and like what codecs share",
    `${service} message M { optional string constructor = 1; optional string to_string = 2; optional int64 valueOf = 3;
     M hasOwnProperty = 4; oneof toLocaleString { string isPrototypeOf = 5; } repeated string property_is_enumerable = 6;
     string wrapped = 7; string read_unknown = 8; string enter_list = 9; }`,
    { [module]: ["optional string to_string = 2 local=toString$\n"] },
  ),
  one(
    "enums with aliases, negative numbers and names that codecs use",
    `message M { E e = 1; map<string, E> es = 2; Map m = 3; } ${service}
     enum E { option allow_alias = true; UNRECOGNIZED = 0; ALIAS = 0; NEGATIVE = -5; constructor = 7; __proto__ = 8; }
     enum Map { ZERO = 0; }`,
    { [module]: ["${E} e = 1\n", "map<string,${E}> es = 2\n", "${MapEnum} m = 3\n"] },
  ),
  one(
    "maps of every key, and recursion through maps, lists and oneofs",
    `${service} message M { ${[
      "int32",
      "int64",
      "uint32",
      "uint64",
      "sint32",
      "sint64",
      "fixed32",
      "fixed64",
      "sfixed32",
      "sfixed64",
      "bool",
      "string",
    ]
      .map((key, index) => `map<${key}, M> m${index} = ${index + 1};`)
      .join(" ")} repeated N ns = 20; oneof x { M left = 21; N right = 22; } }
     message N { M m = 1; map<string, N> ns = 2; }`,
    { [module]: ["map<bool,${M}> m10 = 11\n"] },
  ),
  one(
    "an update without an operation, that clears fields",
    `message M {} message Put { M metadata = 1; M spec = 2; }
     service S { option (acme.api_service_name) = "s"; rpc Get(M) returns (Put); rpc Update(Put) returns (Put); }`,
    {
      [module]: [
        "update(request: FullUpdate<Put>",
        "this.#caller.modifyNow(",
        "export const Put: MessageType<Put>",
      ],
    },
  ),
  one(
    "services with names of every spelling, several in a file",
    `message M {} ${["s", "S", "SService", "s_service", "Default", "Delete", "Constructor"]
      .map((name) => `service ${name} { option (acme.api_service_name) = "s"; rpc Do(M) returns (M); }`)
      .join(" ")}`,
    { [module]: ["class SClient {", "class SClient$ {", "class SServiceClient {", "class DefaultClient {"] },
  ),
  one(
    "a session called like a type of the runtime",
    `message M {} ${service}`,
    { "session.ts": ["export class Mask extends"] },
    "session_name=Mask",
  ),
  one(
    "a whole package with imports without extension",
    `message M {} ${service}`,
    { "src/index.ts": ['from "./session"'] },
    "package_name=@acme/cloud,import_extension=none",
  ),
  one(
    "a service without an endpoint, which is allowed",
    "message M {} service S { rpc Do(M) returns (M); }",
    { [module]: ["options?: ClientOptions"] },
    "kind=cloud",
  ),
  {
    about: "files and packages that a file system may take for one, or that are words",
    protos: {
      "acme/options.proto": acmeOptions,
      "acme/v1/index.proto": acmeFile(`message M {} ${service}`),
      "acme/v1/Index.proto": acmeFile("message I { M m = 1; }", ["acme/v1/index.proto"]),
      "acme/v1/con.proto": acmeFile("message Con {}"),
      "acme/v1/session.proto": acmeFile("message Session {}"),
      "acme/v1/con.client.proto": acmeFile("message Con2 {}"),
      "acme/v1/a b.proto": acmeFile("message Blank {}"),
      "keyword.proto": 'syntax = "proto3"; package acme.class.default.v1; message Hello {}',
      "nothing.proto": 'syntax = "proto3"; message Nothing {}',
      "empty.proto": 'syntax = "proto3"; package acme.empty;',
      "upper.proto": 'syntax = "proto3"; package Acme.V1; message Upper {}',
    },
    holds: {
      "acme/v1/index.ts": ['export * from "./index_.js";'],
      "unpackaged/nothing.ts": ["interface Nothing"],
    },
  },
  {
    about: "proto2 with groups, required fields and defaults, and editions with features",
    protos: {
      "acme/options.proto": acmeOptions,
      "acme/v1/old.proto": `syntax = "proto2"; package acme.v1; import "acme/options.proto";
        message M { required string a = 1; optional int32 b = 2 [default = 7]; repeated group Item = 3 { optional string x = 1; }
          optional bytes c = 4 [default = "\\000*/"]; extensions 100 to 200; optional E e = 5 [default = TWO]; }
        enum E { ONE = 1; TWO = 2; } extend M { optional string more = 100; } ${service}`,
      "acme/v2/new.proto": `edition = "2023"; package acme.v2; option features.field_presence = IMPLICIT;
        message N { string a = 1; string b = 2 [features.field_presence = EXPLICIT]; N c = 3 [features.message_encoding = DELIMITED];
          repeated int32 d = 4 [features.repeated_field_encoding = EXPANDED]; }`,
    },
    holds: {
      "acme/v1/old.ts": ["required string a = 1 ", "repeated ${M_Item} item = 3 group\n"],
      "acme/v2/new.ts": ["    string a = 1\n", "optional string b = 2\n"],
    },
  },
  {
    about: "the same names in several packages, used together",
    protos: {
      "acme/options.proto": acmeOptions,
      "acme/a/v1/status.proto":
        'syntax = "proto3"; package acme.a.v1; message Status {} enum Kind { K = 0; }',
      "acme/b/v1/status.proto":
        'syntax = "proto3"; package acme.b.v1; message Status {} enum Kind { K = 0; }',
      "acme/v1/a.proto": acmeFile(
        `message M { acme.a.v1.Status a = 1; acme.b.v1.Status b = 2; Status c = 3; acme.a.v1.Kind d = 4; acme.b.v1.Kind e = 5; } message Status {}
         service S { option (acme.api_service_name) = "s"; rpc A(acme.a.v1.Status) returns (acme.b.v1.Status); rpc B(Status) returns (M); }`,
        ["acme/a/v1/status.proto", "acme/b/v1/status.proto"],
      ),
    },
    holds: { [module]: ["Status as Status$ ", "Status as Status$2 "] },
  },
];
