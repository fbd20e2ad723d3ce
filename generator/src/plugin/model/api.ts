import type { ApiKind, Effect, MethodRole, MissingUpdateField } from "@stratus/convention";
import type { AipMethod, NamedResource } from "./aip-model.js";

/**
 * The API as the SDK sees it: plain data, every question answered. Views turn
 * it into text and decide nothing about the API.
 */
export interface Api {
  /** Proto packages that have output, by name. */
  readonly packages: readonly Package[];
  /** The services and messages that a session uses. */
  readonly wiring: Wiring;
}

/** A name that a generated module exports. */
export interface Name {
  readonly name: string;
  /** Path of the module from the top of the sources, without extension: `compute/v1/instance`. */
  readonly module: string;
  /** Its name in the runtime, of a well-known type that the runtime has: the module passes it on. */
  readonly shared?: string;
}

/** A proto package: an entry of the SDK. */
export interface Package {
  /** Proto name, empty for files without a package. */
  readonly name: string;
  /** Folder of its files from the top of the sources, and path of its entry: `compute/v1`. */
  readonly directory: string;
  /** Path of the entry that holds its servers: `compute/v1/server`. */
  readonly serverEntry: string;
  /** Property of the facade that holds its services: `computeV1`. */
  readonly property: string;
  /** Class of the facade that holds its services: `ComputeV1Services`. */
  readonly facade: string;
  /** Its version is one that may change: `v1alpha1`, `v2beta`. */
  readonly isUnstable: boolean;
  readonly files: readonly File[];
  /** Its types that the runtime has, by name, and those of their JSON. */
  readonly shared: readonly SharedType[];
  /** Types of resources whose names programs make and read; empty for APIs that do not follow AIP. */
  readonly resources: readonly NamedResource[];
}

/** A well-known type that the runtime has. */
export interface SharedType {
  readonly type: Name;
  readonly json: Name;
}

/** A proto file that has output. */
export interface File {
  /** Name of the proto file. */
  readonly source: string;
  /** Path of its module from the top of the sources, without extension: `compute/v1/instance`. */
  readonly module: string;
  /** The file declares messages or enums that the runtime does not have. */
  readonly hasCodecs: boolean;
  /** Its messages, nested ones too, without map entries. */
  readonly messages: readonly Message[];
  readonly services: readonly Service[];
  /** Modules that import its module, and that it imports, directly or through others; empty for nearly all. */
  readonly cycle: ReadonlySet<string>;
}

/** A message. */
export interface Message {
  /** Full proto name. */
  readonly typeName: string;
  readonly type: Name;
  /** An update takes the message. */
  readonly isUpdate: boolean;
  /** The types that its fields name, scalars aside. */
  readonly fieldTypes: readonly NamedType[];
}

/** A type by the module that it is in, or the proto package of a well-known one. */
export type NamedType = { readonly name: Name } | { readonly packageName: string };

/** The texts of an element for people. */
export interface Doc {
  readonly text: string;
  /** Text of the deprecation; undefined where the element is not deprecated. */
  readonly deprecated: string | undefined;
  /** The proto file and the element. */
  readonly origin: string;
}

/**
 * The endpoint of a service: the value of `api_service_name`, a name in the API's domain, or of `default_host`, a
 * host with or without a port.
 */
export interface Endpoint {
  readonly kind: "name" | "host";
  readonly text: string;
}

/** A service and its client. */
export interface Service {
  /** Full proto name. */
  readonly typeName: string;
  /** Simple proto name. */
  readonly name: string;
  /** Its words on a command line: `compute`, `instance`. */
  readonly words: readonly string[];
  readonly doc: Doc;
  /** The endpoint; undefined if the session or the program says where the service is called. */
  readonly endpoint: Endpoint | undefined;
  /** It is called at the session's address. An operation service without an endpoint is called where the operation was started. */
  readonly isAtSession: boolean;
  /** It is one of an API of plain gRPC. */
  readonly isPlain: boolean;
  /** It promises idempotency keys. */
  readonly hasKeys: boolean;
  readonly client: Name;
  readonly methodsName: Name;
  /** Interface of what a server answers with. */
  readonly handlers: Name;
  /** The name of the constant that a server needs. */
  readonly server: Name;
  /** Constant of the file's module that says where the service lives. */
  readonly constant: string;
  /** Property of the facade. */
  readonly property: string;
  readonly methods: readonly Method[];
  /** The service reads operations. */
  readonly operationReader: OperationReader | undefined;
  /** Get, change, update in one. */
  readonly modify: Modify | undefined;
  /** An operation that is known by its id. */
  readonly pickUp: PickUp | undefined;
  /** How the resource of an operation is read; undefined where Get cannot. */
  readonly resourceReading: ResourceReading | undefined;
}

/** How many messages go which way. */
export type MethodKind = "unary" | "serverStreaming" | "clientStreaming" | "bidiStreaming";

/** A method as tools see it. */
export interface Command {
  /** Its word on a command line: `get-by-name`. */
  readonly word: string;
  readonly role: MethodRole["kind"];
  readonly effect: Effect;
  /** Simple name of the field of the request that names a resource or an operation; undefined if none does. */
  readonly idField: string | undefined;
}

/** An rpc. */
export interface Method {
  readonly command: Command;
  /** Name on the wire. */
  readonly rpc: string;
  /** Name in the client. */
  readonly local: string;
  readonly doc: Doc;
  readonly kind: MethodKind;
  readonly request: MessageRef;
  /** Type of what a call takes, where it differs from the request; undefined of most. */
  readonly input: Name | undefined;
  /** Type of all that an Update sends, where it differs from the request. */
  readonly whole: Name | undefined;
  readonly response: MessageRef;
  /** The response is a resource (it has `metadata` and `spec`), a page of resources, or neither. */
  readonly reply: "message" | "resource" | "resourcePage";
  readonly isReadOnly: boolean;
  /** The API states that the method has no side effects. */
  readonly hasNoSideEffects: boolean;
  readonly isIdempotent: boolean;
  readonly isUpdate: boolean;
  /** Of an Update: the path of a value in a list that no response shows, and that an Update of what was read refuses. */
  readonly hiddenInList: string | undefined;
  /** The method answers page by page. */
  readonly pages: Pages | undefined;
  /** The types of the parents that the request takes from a session; empty for any. */
  readonly parentTypes: readonly string[];
  /** The operation that it returns; undefined where it returns none. */
  readonly operation: OperationUse | undefined;
  /** Whether the Get of the service reads what the method leaves: not after a Delete, and not if the method states it. */
  readonly hasReadableResource: boolean;
  /** Statements of an API that follows AIP; undefined if there are none. */
  readonly aip: AipMethod | undefined;
}

/** A message type that a method uses. */
export interface MessageRef {
  readonly typeName: string;
  readonly type: Name;
}

/** A method that answers page by page. */
export interface Pages {
  /** Name of the client's method that runs through all items. */
  readonly local: string;
  /** Property of the response that holds the items. */
  readonly items: string;
  readonly item: MessageRef;
}

/** An operation that a method returns. */
export interface OperationUse {
  /** How it is read again. */
  readonly wiring: Name;
  /** The types of what it holds, of an operation that is known by its name; undefined of ours. */
  readonly named: NamedTypes | undefined;
}

/** The types in an operation of AIP-151; each is undefined if the API does not state it. */
export interface NamedTypes {
  readonly response: Pick<Method, "response" | "reply"> | undefined;
  readonly metadata: MessageRef | undefined;
}

/** A service that reads operations. */
export interface OperationReader {
  readonly wiring: Name;
  /** Name of Get in the client. */
  readonly get: string;
  /** The response of Get. */
  readonly operation: MessageRef;
  /** Property of Get's request that takes the operation's id. */
  readonly id: string;
  /** Name of Cancel in the client, and the property of its request that takes the name. */
  readonly cancel: { readonly local: string; readonly id: string } | undefined;
  /** Name of List in the client, the property of its request that takes a resource's id, and that of the operations. */
  readonly listing:
    | { readonly local: string; readonly resourceId: string; readonly items: string }
    | undefined;
  /** The operations are those of AIP-151. */
  readonly isNamed: boolean;
}

/** The helper that reads, changes and updates. */
export interface Modify {
  /** Name in the client. */
  readonly local: string;
  /** Name of the helper that shows what it would do. */
  readonly preview: string;
  readonly get: Method;
  readonly update: Method;
  /** Fields that rules of the Update ask for, and that it cannot send unless they were changed. */
  readonly missing: readonly MissingUpdateField[];
}

/** The helper that picks up an operation by its id. */
export interface PickUp {
  /** Name in the client. */
  readonly local: string;
  readonly use: OperationUse;
  readonly operation: MessageRef;
}

/** Get, as it reads the resource of an operation. */
export interface ResourceReading {
  /** How the operations are read whose resource it is. */
  readonly wiring: Name;
  readonly get: Method;
  /** Property of Get's request that takes the resource's id. */
  readonly id: string;
}

/** The services and messages that a session uses, recognized by shape. */
export interface Wiring {
  /** The kind of the API. */
  readonly kind: ApiKind;
  readonly serviceErrors: readonly MessageRef[];
  /** No service is in a domain that a session must know: each has its own host, or is called at the session's address. */
  readonly hasOwnHosts: boolean;
  /** Scopes that the services ask of tokens; none of most APIs. */
  readonly scopes: readonly string[];
  /** Whether a method of a client sends a reset mask. */
  readonly hasUpdates: boolean;
  /** Methods object and name of the method that exchanges tokens. */
  readonly tokenExchange: { readonly methods: Name; readonly local: string } | undefined;
}
