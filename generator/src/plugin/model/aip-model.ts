/** Statements of AIP as plain data: a part of what `api.ts` has. */
import type { CallConfig, CreatedName, RoutingParameter } from "@stratus/convention";
import type { Exported } from "../../kit/code/code.js";

/** A type of resources with the functions for its names. */
export interface NamedResource {
  /** `secretmanager.googleapis.com/Secret` */
  readonly type: string;
  readonly patterns: readonly ResourcePattern[];
  /** Function that makes a name, function that reads one, and the types of a name and of its parts. */
  readonly path: string;
  readonly parse: string;
  readonly pathType: string;
  readonly partsType: string;
}

/** A pattern of a resource's names. */
export interface ResourcePattern {
  /** `projects/{project}/secrets/{secret}` */
  readonly text: string;
  /** Properties of its variables. */
  readonly variables: readonly string[];
}

/** Statements about a method of an API that follows AIP. */
export interface AipMethod {
  /** Field of the request that clients fill in; undefined if there is none. */
  readonly requestId: { readonly name: string; readonly property: string } | undefined;
  /** The fields from which clients fill in the name of a new resource; undefined if they do not. */
  readonly createdName: CreatedName | undefined;
  /** The fields that route a request. */
  readonly routing: readonly RoutingParameter[];
  /** The configuration of its calls, if the API states one. */
  readonly config: CallConfig | undefined;
  /** The fields of an update that takes a field mask. */
  readonly masked: MaskedUpdate | undefined;
}

/** An update that takes a field mask. */
export interface MaskedUpdate {
  /** Field of the request that holds the resource. */
  readonly resource: {
    readonly name: string;
    readonly property: string;
    readonly message: { readonly typeName: string; readonly type: Exported };
  };
  /** Field of the request that holds the mask. */
  readonly mask: { readonly name: string; readonly property: string };
  /** Helper that reads, changes and updates; undefined if the service has no Get of the resource. */
  readonly modify: MaskedModify | undefined;
}

/** The helper that reads, changes and updates with a mask. */
export interface MaskedModify {
  readonly local: string;
  /** Helper that shows what it would do. */
  readonly preview: string;
  /** Names of the Get on the wire and in the client. */
  readonly get: { readonly rpc: string; readonly local: string };
}
