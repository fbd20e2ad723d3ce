import type { Shape } from "../runtime/shape.js";
import type { MediaKind } from "./media.js";
import type { Said, TypeSource } from "./type-source.js";
import type { ValueForms } from "./value-forms.js";

/** A REST API as plain data: every question about its description is answered here. */
export interface RestApi {
  readonly title: string;
  readonly description: string;
  /** Version of the API's description. */
  readonly version: string;
  /** Operations by their property of the client; those without a tag are methods of the client itself. */
  readonly groups: readonly Group[];
  /** Requests that the API sends: its webhooks, and the callbacks of operations. */
  readonly webhooks: readonly RestWebhook[];
  /** By their names in the description. */
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  /** Every `format` that a schema names, in order. */
  readonly formats: readonly string[];
  /** How programs have values that JSON has no word for. */
  readonly forms: ValueForms;
  /** Servers with an absolute URL; the first is the default. */
  readonly servers: readonly RestServer[];
  /** Schemes of credentials that operations ask for. */
  readonly schemes: readonly RestScheme[];
  /** The most items that a list may have, where all lists with a bound share one. */
  readonly listLimit: number | undefined;
}

/** Operations that belong together: those of a tag. */
export interface Group {
  /** Property of the client: `courses`; undefined for operations of no tag. */
  readonly property: string | undefined;
  readonly className: string;
  /** Without extension: `courses`. */
  readonly fileName: string;
  readonly description: string;
  readonly operations: readonly RestOperation[];
}

/** A schema that others name. */
export interface NamedSchema {
  /** As references name it: `Course`. */
  readonly name: string;
  readonly typeName: string;
  /** Of what is sent, where that is another type. */
  readonly requestName: string | undefined;
  readonly guardName: string;
  /** It is a component. Schemas inside other parts of the document are not exported. */
  readonly isComponent: boolean;
  readonly description: string;
  readonly isDeprecated: boolean;
  readonly shape: Shape;
  readonly type: TypeSource;
  readonly requestType: TypeSource | undefined;
}

/** A request that the API sends, with a body of JSON. */
export interface RestWebhook {
  /** In the description: `newPet`; of a callback, with its operation: `createOrder.paid`. */
  readonly name: string;
  readonly typeName: string;
  readonly guardName: string;
  readonly description: string;
  readonly shape: Shape;
  readonly type: TypeSource;
}

export interface RestOperation {
  /** Of the standalone function: `getCourse`. */
  readonly functionName: string;
  /** Of the method: `get`. */
  readonly methodName: string;
  /** As it is called on the client: `courses.get`. */
  readonly label: string;
  /** The names of the variant that returns undefined for 404; only if the response is a resource. */
  readonly find: CallNames | undefined;
  /** Pagination of its list; only if the document describes it. */
  readonly pages: RestPages | undefined;
  /** As it is sent. */
  readonly method: string;
  /** As described: `/courses/{subject_code}/{course_number}`. */
  readonly path: string;
  /** The path as the description names it, with all that `path` is without. */
  readonly place: string;
  /** Behind the path in every request: `type=dog`; empty for most. */
  readonly query: string;
  /** The path around its parameters. */
  readonly pathParts: readonly string[];
  readonly description: string;
  readonly isDeprecated: boolean;
  /** Those of the path first, in its order. */
  readonly parameters: readonly RestParameter[];
  /** Name of the type of the query, header and cookie parameters; undefined if there are none. */
  readonly parametersType: string | undefined;
  /** The parameter of an idempotency key, as it is called in `params`; undefined if no key is promised. */
  readonly idempotencyKey: string | undefined;
  readonly body: RestBody | undefined;
  readonly answer: RestAnswer;
  readonly failures: RestFailures | undefined;
  /** Alternative sets of security schemes; undefined if none is required. */
  readonly security: readonly (readonly string[])[] | undefined;
  /** The operation's own server. */
  readonly server: string | undefined;
  /** Types without a named schema, which get a name here. */
  readonly aliases: readonly { readonly name: string; readonly type: TypeSource }[];
}

/** Two names of one call. */
export interface CallNames {
  readonly functionName: string;
  readonly methodName: string;
}

export interface RestParameter {
  /** As it goes over the wire. */
  readonly name: string;
  /** Of the function's argument, or of the property of `params`. */
  readonly argument: string;
  readonly place: "path" | "query" | "header" | "cookie";
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  /** The serializer of its values; undefined if they are sent unchanged. */
  readonly style: RestStyle | undefined;
  readonly description: string;
  readonly said: Said;
  readonly shape: Shape;
  readonly type: TypeSource;
}

/** A writer of the runtime. */
export interface RestStyle {
  readonly writer: string;
  /** Its argument, where it takes one. */
  readonly isExploded: boolean | undefined;
  readonly isReserved: boolean;
}

export interface RestBody {
  readonly isRequired: boolean;
  /** The one that is sent by default first. */
  readonly forms: readonly RestForm[];
}

/** A form in which a body can be sent. */
export interface RestForm extends RestAnswerForm {
  /** Properties with a separate style; only for forms. */
  readonly styles: readonly (readonly [name: string, writer: string])[];
  /** Content types of parts; only for multipart. */
  readonly partTypes: readonly (readonly [name: string, type: string])[];
}

export interface RestAnswer {
  readonly type: TypeSource;
  /** Success responses by status, if several have different types. */
  readonly outcomes: readonly RestOutcome[];
  /** Other forms of the answer that can be asked for. */
  readonly forms: readonly RestAnswerForm[];
  /** Of the form that is asked for by default. */
  readonly kind: MediaKind | "any" | "nothing";
  /** The union of the response types of all statuses; undefined if none is JSON. */
  readonly shape: Shape | undefined;
  readonly isEmptyAllowed: boolean;
  /** As an `accept` header asks for it; undefined for application/json. */
  readonly accept: string | undefined;
  /** It is one thing that may be there or not. */
  readonly isResource: boolean;
  /** The most items that a list may have. */
  readonly maxItems: number | undefined;
}

/** A success of some status. */
export interface RestOutcome {
  readonly status: number;
  readonly type: TypeSource;
  /** Undefined where it has no body. */
  readonly shape: Shape | undefined;
}

/** A form in which an answer can come. */
export interface RestAnswerForm {
  readonly mediaType: string;
  readonly kind: MediaKind;
  readonly type: TypeSource;
}

/** The described errors of an operation. */
export interface RestFailures {
  /** `GetPetError` */
  readonly typeName: string;
  /** `isGetPetError` */
  readonly guardName: string;
  /** `404`, `4XX` or `default`. */
  readonly cases: readonly { readonly status: string; readonly type: TypeSource; readonly shape: Shape }[];
}

/** A server. */
export interface RestServer {
  readonly url: string;
  readonly description: string;
  readonly variables: readonly {
    readonly name: string;
    readonly preset: string;
    readonly values: readonly string[];
    readonly description: string;
  }[];
}

/** A scheme of credentials. */
export interface RestScheme {
  readonly name: string;
  readonly description: string;
  readonly kind: "bearer" | "basic" | "headerKey" | "queryKey" | "cookieKey" | "clientCredentials";
  /** Of the header, the parameter or the cookie. */
  readonly keyName: string;
  readonly tokenUrl: string;
  readonly scopes: readonly string[];
}

/** How a list is read page by page. */
export interface RestPages {
  /** Names of what gives all items, and of what gives pages. */
  readonly all: CallNames;
  readonly each: CallNames;
  /** The property of an answer that holds the items; undefined where the answer is the list. */
  readonly items: string | undefined;
  readonly itemType: TypeSource;
  readonly next:
    | { readonly kind: "token"; readonly parameter: string; readonly path: readonly string[] }
    | {
        readonly kind: "offset" | "page";
        readonly parameter: string;
        readonly start: number;
        /** The parameter is not a number of JavaScript. */
        readonly form?: "bigint" | "digits" | undefined;
      }
    | { readonly kind: "link" };
}
