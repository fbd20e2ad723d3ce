/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/kit/guide/service.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { GuideEnum, GuideForm, GuideHistory, GuideJson, GuideMessage } from "./types.js";

/** A module of a guide: the services and types of one proto file, or of one part of a description. */
export interface GuideFile {
  /** The file that they were declared in. */
  readonly source: string;
  /** The proto package; empty without one, and of a REST API. */
  readonly package: string;
  /** The entry of the package that exports their clients and types, as in its `exports`: `./compute/v1`. */
  readonly entry: string;
  /** Keys of the other modules whose types they name. */
  readonly uses: readonly string[];
  readonly services: readonly GuideService[];
  /** By their full names, which fields and methods have. */
  readonly messages: { readonly [name: string]: GuideMessage };
  readonly enums: { readonly [name: string]: GuideEnum };
}

/** A service. */
export interface GuideService extends GuideHistory {
  /** Its full name. */
  readonly name: string;
  /**
   * Name of its client, which its entry exports. Of a REST API the property of the client of the package under which its
   * methods are; empty if they are methods of that client itself.
   */
  readonly client: string;
  /** The host it is called at, or the name of it within the API's domain; undefined if a program must say it. */
  readonly endpoint?: { readonly kind: "host" | "name"; readonly text: string } | undefined;
  /** It states no endpoint and is called at the session's address. */
  readonly isAtSession?: true | undefined;
  /** Its comment. */
  readonly text: string;
  /** Why it should not be used any more; may be empty. */
  readonly deprecated?: string | undefined;
  /** Line of the source that declares it. */
  readonly line?: number | undefined;
  /** It takes idempotency keys, so that a mutation may be sent again. */
  readonly hasKeys: boolean;
  readonly methods: readonly GuideMethod[];
  /** The helper that reads, changes and updates a resource, and the one that shows what it would send. */
  readonly modify?: GuideModify | undefined;
  /** The helper that picks up an operation which a method of this service started, by its id. */
  readonly pickUp?:
    | {
        readonly local: string;
        /** Full name of the operation. */
        readonly operation: string;
        /** How it is called, in TypeScript. */
        readonly signature: string;
      }
    | undefined;
}

/** Helpers of a service that read, change and update. */
export interface GuideModify {
  readonly local: string;
  /** The helper that shows what the other would send. */
  readonly preview: string;
  /** Words of the methods that it calls. */
  readonly get: string;
  readonly update: string;
  /** How it is called, in TypeScript. */
  readonly signature: string;
}

/**
 * A client repeats an attempt that failed if the method changes nothing, if its repetition has no further effect, and, with
 * the same key, if it takes idempotency keys. `no` is a method that is not sent again once it may have
 * reached the server, `once` one whose requests are a stream, which is read once.
 */
export type GuideRepetition = "idempotent" | "no" | "once" | "read" | "sameKey";

/** A method. */
export interface GuideMethod extends GuideHistory {
  /** Its word in the index. */
  readonly word: string;
  /** Name on the wire. */
  readonly rpc: string;
  /** Name in the client. */
  readonly local: string;
  /** How many messages go which way. */
  readonly kind: "bidiStreaming" | "clientStreaming" | "serverStreaming" | "unary";
  /** Its comment. */
  readonly text: string;
  /** Why it should not be used any more; may be empty. */
  readonly deprecated?: string | undefined;
  /** Line of the source that declares it. */
  readonly line?: number | undefined;
  /** Full name of the message that it takes. Of a REST API its fields are the parameters and the body. */
  readonly request: string;
  /** Form of an answer; undefined if it has no value. */
  readonly response?: GuideForm | undefined;
  /**
   * Of a REST API: the method of HTTP and the path. The client's method takes the parameters of the path in their order,
   * then the body if there is one, then options, with all other parameters in `params`.
   */
  readonly http?: { readonly method: string; readonly path: string } | undefined;
  /** The field of the request that names the resource or the operation. */
  readonly id?: string | undefined;
  /** It answers page by page: the client's method over all items, the field that holds them, and their type. */
  readonly pages?:
    | {
        readonly local: string;
        readonly items?: string | undefined;
        readonly type?: string | undefined;
      }
    | undefined;
  /**
   * It starts an operation; with the types of its result and its progress, if the API says them, and the method of the
   * answer that waits and gives the result.
   */
  readonly operation?:
    | {
        readonly result?: string | undefined;
        readonly progress?: string | undefined;
        readonly local?: "resource" | "result" | undefined;
      }
    | undefined;
  /** Whether the client retries a failed attempt. Undefined if the API does not define it. */
  readonly repetition?: GuideRepetition | undefined;
  /** How it is called, in TypeScript: a line for each way. */
  readonly signatures?: readonly string[] | undefined;
  /** A request that its rules accept, as JSON with the names that fields have here. */
  readonly example?: GuideJson | undefined;
  /** It takes a reset mask. */
  readonly hasMask?: true | undefined;
  /** The field of the request that takes a field mask, which names what is set or cleared. */
  readonly fieldMask?: string | undefined;
  /** The field of the request that clients fill with a random UUID, by which the server knows the request again (AIP-155). */
  readonly requestId?: string | undefined;
  /** Of an update with a field mask: the helper that reads the resource, changes it, and sends the mask of what differs. */
  readonly modify?: GuideModify | undefined;
}
