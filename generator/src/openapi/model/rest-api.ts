import type { Shape } from "../../../rest-runtime/shape.js";

/** A REST API as plain data: every question about its description is answered here. */
export interface RestApi {
  readonly title: string;
  readonly description: string;
  /** Version of the API's description. */
  readonly version: string;
  /** Operations by the property of the client under which they stand; those of no tag stand on the client itself. */
  readonly groups: readonly Group[];
  readonly schemas: readonly NamedSchema[];
  /** Every `format` that a schema names, in order. */
  readonly formats: readonly string[];
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
  readonly guardName: string;
  readonly description: string;
  readonly isDeprecated: boolean;
  readonly shape: Shape;
  readonly type: TypeSource;
}

/** Where a type comes from. */
export type TypeSource =
  /** Steps into the types of the description: `components`, `schemas`, `Course`. */
  | { readonly kind: "described"; readonly steps: readonly string[] }
  | { readonly kind: "named"; readonly schema: string }
  | { readonly kind: "list"; readonly item: TypeSource }
  | { readonly kind: "union"; readonly parts: readonly TypeSource[] }
  | { readonly kind: "scalar"; readonly name: "string" | "number" | "boolean" | "unknown" | "void" }
  | { readonly kind: "values"; readonly values: readonly (string | number | boolean)[] };

export interface RestOperation {
  /** Of the standalone function: `getCourse`. */
  readonly functionName: string;
  /** Of the method: `get`. */
  readonly methodName: string;
  /** As it is called on the client: `courses.get`. */
  readonly label: string;
  /** The names of the variant that gives undefined for a miss; only where the answer is a resource. */
  readonly find: { readonly functionName: string; readonly methodName: string } | undefined;
  /** In capitals. */
  readonly method: string;
  /** As described: `/courses/{subject_code}/{course_number}`. */
  readonly path: string;
  /** The path around its parameters. */
  readonly pathParts: readonly string[];
  readonly description: string;
  readonly isDeprecated: boolean;
  /** Those of the path first, in its order. */
  readonly parameters: readonly RestParameter[];
  /** Name of the type of the query and header parameters; undefined where there are none. */
  readonly parametersType: string | undefined;
  readonly body: RestBody | undefined;
  readonly answer: RestAnswer;
}

export interface RestParameter {
  /** As it goes over the wire. */
  readonly name: string;
  /** Of the function's argument; for a path parameter only. */
  readonly argument: string;
  readonly place: "path" | "query" | "header";
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  /** Values of a list are joined by commas. */
  readonly isJoined: boolean;
  readonly description: string;
  /** A value that the description gives as an example. */
  readonly example: unknown;
  readonly shape: Shape;
  readonly type: TypeSource;
}

export interface RestBody {
  readonly isRequired: boolean;
  /** Undefined for application/json. */
  readonly mediaType: string | undefined;
  readonly type: TypeSource;
}

export interface RestAnswer {
  readonly type: TypeSource;
  /** Undefined where the answer never has a body. */
  readonly shape: Shape | undefined;
  readonly isEmptyAllowed: boolean;
  /** As an `accept` header asks for it; undefined for application/json. */
  readonly accept: string | undefined;
  /** It is one thing that may be there or not. */
  readonly isResource: boolean;
  /** The most items that a list may have. */
  readonly maxItems: number | undefined;
}
