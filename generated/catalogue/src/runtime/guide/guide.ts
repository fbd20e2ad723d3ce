/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/kit/guide/guide.ts of protoc-gen-stratus. DO NOT EDIT. */
/**
 * The room of guides: an API in words, as plain data, for programs that show it to people or to models: command lines,
 * servers of tools, consoles, sites. The generator writes it into a package from what the API states and from its
 * comments. It holds no code and no secrets, and a reader needs neither protos nor descriptors. This file has the
 * index, `line.ts` what is on a line of it, `service.ts` and `types.ts` what is loaded when it is asked for (docs/reference/guide.md).
 *
 * @module
 */

/**
 * The part of a method in its API (docs/conventions.md, section 3). `other` is every method whose role the convention does
 * not know.
 */
export type GuideRole =
  | "create"
  | "delete"
  | "get"
  | "getByName"
  | "list"
  | "operationCancel"
  | "operationDelete"
  | "operationGet"
  | "operationList"
  | "operationWait"
  | "other"
  | "profile"
  | "tokenExchange"
  | "update";

/**
 * The effect of a call: it reads, creates, changes or destroys a resource, or does something else. A method
 * that is known by its name alone reads by name: nothing but its name says that it changes nothing.
 */
export type GuideEffect = "act" | "change" | "create" | "destroy" | "read" | "readByName";

/** A service on the index. */
export interface GuideEntry {
  /** Its words on a command line, with a space between: `compute instance`. No other service has the same. */
  readonly words: string;
  /** Its full name: `svc.compute.v1.InstanceService`. */
  readonly name: string;
  /** Key of the module with everything about it. */
  readonly module: string;
  /** Its purpose in one sentence. Empty if the API does not describe it. */
  readonly text: string;
  /** Programs should not use it any more. */
  readonly isDeprecated?: true | undefined;
  /** A line a method, which `readLine` reads: `get-by-name getByName Returns a disk by its parent and name.` */
  readonly methods: readonly string[];
}

/** The exports of the root entry of a package that its clients are made with. */
export interface GuideSession {
  /** Name of the class that clients are made with; of a REST API the client itself. */
  readonly name: string;
  /** Name of the error that calls throw. */
  readonly error: string;
  /** The addresses to which clients connect by default: the domain of the API, hosts of services, or URLs of servers. */
  readonly addresses?: readonly string[] | undefined;
  /** A program must say in which domain the API is. */
  readonly needsApiDomain?: true | undefined;
  /** The kind of a gRPC API: it follows the convention or AIP, or is plain gRPC. */
  readonly kind?: "cloud" | "aip" | "grpc" | undefined;
  /** It has logins by service accounts. */
  readonly hasServiceAccounts?: true | undefined;
  /** Logins of people in a browser, if the API names their provider. */
  readonly browserLogin?: GuideBrowserLogin | undefined;
  /** Full names of the messages in which the API says more of an error. */
  readonly serviceErrors?: readonly string[] | undefined;
  /** Of a REST API: the credentials that its description names, by their names in the option `auth`. */
  readonly logins?: readonly GuideLogin[] | undefined;
}

/** Logins of people at an OpenID provider, from a program without a secret (RFC 8252). */
export interface GuideBrowserLogin {
  /** The URL of the provider. */
  readonly issuer: string;
  /** The identifier of the command line at the provider. */
  readonly clientId: string;
  /** The scopes to request, separated by blanks. */
  readonly scopes: string;
}

/** Credentials of a REST API: a token, user and password, a key in a place of the request, or client credentials. */
export interface GuideLogin {
  readonly name: string;
  readonly kind: "basic" | "bearer" | "clientCredentials" | "cookieKey" | "headerKey" | "queryKey";
  /** The name of the header, query parameter or cookie of a key. */
  readonly key?: string | undefined;
}

/** The index of a guide: everything that an API can do, in a line a method. */
export interface Guide {
  /** The form of this guide. Readers refuse another. */
  readonly version: 1;
  /** How the package calls its API. */
  readonly protocol: "grpc" | "rest";
  /**
   * Identifies the API in every release: the beginning of the names of its proto packages, such as `svc`, or the host of a
   * REST API. Undefined if the API states neither.
   */
  readonly id?: string | undefined;
  /** Name and version of the package, and the package of its runtime; undefined if it carries one itself. */
  readonly package: {
    readonly name: string;
    readonly version: string;
    readonly runtime?: string | undefined;
  };
  /** How clients are made; undefined if the package has messages alone. */
  readonly session?: GuideSession | undefined;
  /** In the order of their words; empty if the package has messages alone. */
  readonly services: readonly GuideEntry[];
}
