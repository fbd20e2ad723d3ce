import type { Pagination } from "../runtime/page-plan.js";
import type { Shape } from "../runtime/shape.js";
import type { MediaKind } from "./media-types.js";
import type { SchemaAnnotations, TypeSource } from "./type-source.js";
import type { ValueForms } from "./value-forms.js";

/** A REST API as plain data, from which all files of a package are printed. */
export interface RestApi {
  readonly title: string;
  readonly description: string;
  /** `info.version`. */
  readonly version: string;
  /** Operations by tag. Those without a tag are methods of the client itself. */
  readonly groups: readonly Group[];
  /** Requests that the API sends: its webhooks, and the callbacks of operations. */
  readonly webhooks: readonly RestWebhook[];
  /** Schemas by their name in the description. */
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  /** The shapes of schemas in arguments, if they differ from those in responses, by their names among shapes. */
  readonly requestShapes: ReadonlyMap<string, RequestShape>;
  /** All values of `format`, sorted. */
  readonly formats: readonly string[];
  /** The types of values that JSON cannot represent. */
  readonly forms: ValueForms;
  /** Servers with an absolute URL; the first is the default. */
  readonly servers: readonly RestServer[];
  /** The security schemes that operations require. */
  readonly securitySchemes: readonly RestSecurityScheme[];
  /** The `maxItems` that all limited lists share, if they share one. */
  readonly listLimit: number | undefined;
  /** The extension of the package exports `isNotFound`, which recognizes resources that do not exist. */
  readonly hasNotFoundRule?: boolean;
}

/** Whether an API has a client. A description of schemas alone has none. */
export function hasClient({ groups, webhooks }: RestApi): boolean {
  return groups.length > 0 || webhooks.length > 0;
}

/** The operations of a tag. */
export interface Group {
  /** The property of the client: `courses`. Undefined for operations without a tag. */
  readonly property: string | undefined;
  readonly className: string;
  /** Without extension: `courses`. */
  readonly fileName: string;
  readonly description: string;
  readonly operations: readonly RestOperation[];
}

/** A schema with a name. */
export interface NamedSchema {
  /** The name in references: `Course`. */
  readonly name: string;
  readonly typeName: string;
  /** The name of the type in requests, if it differs from that in responses. */
  readonly requestName: string | undefined;
  readonly guardName: string;
  /** Whether it is a component. Other schemas are not exported. */
  readonly isComponent: boolean;
  readonly description: string;
  readonly isDeprecated: boolean;
  readonly shape: Shape;
  readonly type: TypeSource;
  readonly requestType: TypeSource | undefined;
}

/** The shape of a named schema in requests. */
export interface RequestShape {
  /** The name of the schema. */
  readonly schema: string;
  readonly shape: Shape;
}

/** A request that the API sends, with a JSON body. */
export interface RestWebhook {
  /** The name in the description: `newPet`. The name of a callback starts with its operation: `createOrder.paid`. */
  readonly name: string;
  readonly typeName: string;
  readonly guardName: string;
  readonly description: string;
  readonly shape: Shape;
  readonly type: TypeSource;
}

export interface RestOperation {
  /** The name of the function: `getCourse`. */
  readonly functionName: string;
  /** The name of the method: `get`. */
  readonly methodName: string;
  /** The path to the method on the client: `courses.get`. */
  readonly label: string;
  /** The names of the variant that returns undefined for 404; only if the response is a resource. */
  readonly find: CallNames | undefined;
  /** Pagination of its list; only if the document describes it. */
  readonly pagination: RestPagination | undefined;
  /** The HTTP method. */
  readonly method: string;
  /** The path template: `/courses/{subject_code}/{course_number}`. */
  readonly path: string;
  /** The key in `paths`, with query and fragment. */
  readonly pathKey: string;
  /** The query of every request: `type=dog`. Usually empty. */
  readonly query: string;
  /** The path around its parameters. */
  readonly pathParts: readonly string[];
  readonly description: string;
  readonly isDeprecated: boolean;
  /** Path parameters first, in the order of the path. */
  readonly parameters: readonly RestParameter[];
  /** Name of the type of the query, header and cookie parameters; undefined if there are none. */
  readonly parametersType: string | undefined;
  /** The property of `params` with the idempotency key, if the operation has one. */
  readonly idempotencyKey: string | undefined;
  readonly body: RestRequestBody | undefined;
  readonly response: RestResponse;
  /** The statuses, besides 404 and 410, that mean that the resource does not exist. */
  readonly notFound: readonly number[];
  readonly errors: RestErrors | undefined;
  /** Alternative sets of security schemes; undefined if none is required. */
  readonly security: readonly (readonly string[])[] | undefined;
  /** The operation's own server. */
  readonly server: string | undefined;
  /** Names for long types that are not named schemas. */
  readonly aliases: readonly { readonly name: string; readonly type: TypeSource }[];
}

/** The names of the function and the method for one call. */
export interface CallNames {
  readonly functionName: string;
  readonly methodName: string;
}

export interface RestParameter {
  /** The name in the request. */
  readonly name: string;
  /** The name of the function's argument, or of the property of `params`. */
  readonly argument: string;
  readonly location: "path" | "query" | "header" | "cookie";
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  /** The serializer of its values; undefined if they are sent unchanged. */
  readonly style: RestStyle | undefined;
  readonly description: string;
  /** The words of the document for its meaning: its description, and description and format of its schema. */
  readonly meaning?: string;
  readonly annotations: SchemaAnnotations;
  readonly shape: Shape;
  readonly type: TypeSource;
}

/** The serialization of a parameter by a writer of the runtime. */
export interface RestStyle {
  readonly writer: string;
  /** The argument of the writer, if it takes one. */
  readonly isExploded: boolean | undefined;
  readonly isReserved: boolean;
}

export interface RestRequestBody {
  readonly isRequired: boolean;
  /** The default is first. */
  readonly mediaTypes: readonly RestBodyMediaType[];
}

/** A media type of a request body. */
export interface RestBodyMediaType extends RestMediaType {
  /** Properties with a separate style; only for forms. */
  readonly styles: readonly (readonly [name: string, writer: string])[];
  /** Content types of parts; only for multipart. */
  readonly partTypes: readonly (readonly [name: string, type: string])[];
  /** The shape that a body of JSON or a form is checked against. */
  readonly shape?: Shape | undefined;
}

export interface RestResponse {
  readonly type: TypeSource;
  /** Success responses by status, if several have different types. */
  readonly successes: readonly RestSuccess[];
  /** Other media types that a caller can request. */
  readonly alternatives: readonly RestMediaType[];
  /** The kind of the default media type. */
  readonly kind: MediaKind | "any" | "nothing";
  /** The union of the response types of all statuses; undefined if none is JSON. */
  readonly shape: Shape | undefined;
  readonly isEmptyAllowed: boolean;
  /** The `accept` header. Undefined for application/json. */
  readonly accept: string | undefined;
  /** Whether it is a single resource, which may be missing. */
  readonly isResource: boolean;
  /** The `maxItems` of a list. */
  readonly maxItems: number | undefined;
}

/** A success response of one status. */
export interface RestSuccess {
  readonly status: number;
  readonly type: TypeSource;
  /** Undefined if it has no body. */
  readonly shape: Shape | undefined;
}

/** A media type of a response. */
export interface RestMediaType {
  readonly mediaType: string;
  readonly kind: MediaKind;
  readonly type: TypeSource;
}

/** The error responses of an operation. */
export interface RestErrors {
  /** `GetPetError` */
  readonly typeName: string;
  /** `isGetPetError` */
  readonly guardName: string;
  /** `404`, `4XX` or `default`. */
  readonly responses: readonly {
    readonly status: string;
    readonly type: TypeSource;
    readonly shape: Shape;
  }[];
}

/** A server. */
export interface RestServer {
  readonly url: string;
  readonly description: string;
  readonly variables: readonly {
    readonly name: string;
    readonly defaultValue: string;
    readonly values: readonly string[];
    readonly description: string;
  }[];
}

/** A security scheme. */
export interface RestSecurityScheme {
  readonly name: string;
  readonly description: string;
  readonly kind: "bearer" | "basic" | "headerKey" | "queryKey" | "cookieKey" | "clientCredentials";
  /** The name of the header, query parameter or cookie. */
  readonly keyName: string;
  readonly tokenUrl: string;
  readonly scopes: readonly string[];
}

/** The pagination of a list. */
export interface RestPagination {
  /** The names of the variants that iterate over all items and over pages. */
  readonly all: CallNames;
  readonly pages: CallNames;
  /** The path of the property with the items. Undefined if the response is the list. */
  readonly items: readonly string[] | undefined;
  /** Every response has that property. */
  readonly hasItems: boolean;
  readonly itemType: TypeSource;
  /** The path of the place of the next page. Undefined if it is found by its name. */
  readonly next: readonly string[] | undefined;
  readonly parameters: PageParameters;
}

/** The parameters that select a page, by the names of their arguments. */
export interface PageParameters extends Omit<Pagination, "items" | "hasItems" | "next" | "as"> {
  /** The form of the number, if it is not a `number`. */
  readonly form?: "bigint" | "text";
}
