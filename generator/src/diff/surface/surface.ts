/**
 * The public surface of a package as plain data: what its entry points export, as a user writes it. Read by
 * `read-surface.ts` from declarations alone; nothing is compiled or resolved beyond the package.
 */
export interface Surface {
  /** Entry points by their path, `.` or `./compute/v1`. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** Types that no entry point exports and exported ones are made of, by name. */
  readonly hidden: ReadonlyMap<string, Declared>;
}

/** An entry point. */
export interface Entry {
  readonly path: string;
  /** What the package itself declares, and what it names of other packages, by the exported name. */
  readonly names: ReadonlyMap<string, Declared>;
  /** Other packages whose entry points are passed on as a whole. */
  readonly passedOn: readonly string[];
}

/** What comments say of a declaration or a member. */
export interface Note {
  /** What it was generated from: the proto file and the element (`rpc acme.v1.Books.Get`). */
  readonly origin?: Origin | undefined;
  /** Text of its deprecation, which may be empty; undefined where it is not deprecated. */
  readonly deprecated?: string | undefined;
}

/** A place in the protos. */
export interface Origin {
  readonly file: string;
  /** `message acme.v1.Book`. */
  readonly element: string;
  /** Line in the file, counted from 1, where that is known. */
  readonly line?: number;
}

/** A name: a type, a value, or both. */
export interface Declared {
  readonly name: string;
  /** Path of the module without its extension, from the top of the sources; of another package its entry point. */
  readonly module: string;
  /** It comes from another package, of which nothing is read. */
  readonly isForeign?: true;
  readonly note: Note;
  readonly type: DeclaredType | undefined;
  readonly value: DeclaredValue | undefined;
}

/** A name as a type. */
export interface DeclaredType {
  readonly kind: "interface" | "alias" | "class";
  /** Type parameters and what it extends, as text. */
  readonly head: string;
  readonly shape: Shape;
}

/** A name as a value. */
export interface DeclaredValue {
  readonly kind: "class" | "function" | "const" | "enum";
  /** Of a class its static members and its constructor; of an enum its values. */
  readonly shape: Shape;
}

/** A type as it is written: looked into where it is an object, a union or a function, else a text. */
export type Shape =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "object"; readonly text: string; readonly members: readonly Member[] }
  | { readonly kind: "union"; readonly text: string; readonly arms: readonly Arm[] }
  | { readonly kind: "function"; readonly text: string; readonly signatures: readonly Signature[] };

/** One alternative of a union, by what tells it from the others. */
export interface Arm {
  /** `sourceImageId` of `{ $case: "sourceImageId"; value: string }`, else the text. */
  readonly key: string;
  readonly isCase: boolean;
  readonly shape: Shape;
  readonly note: Note;
}

/** A member of an object type, a class or an enum. */
export interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  readonly isReadonly: boolean;
  readonly note: Note;
  readonly shape: Shape;
}

/** A way to call something. */
export interface Signature {
  readonly text: string;
  /** Type parameters, as text. */
  readonly head: string;
  readonly parameters: readonly Parameter[];
  readonly returns: Shape;
}

/** A parameter. */
export interface Parameter {
  readonly name: string;
  readonly isOptional: boolean;
  readonly shape: Shape;
}

/** Where a type has no annotation: it is not compared. */
export const inferred: Shape = { kind: "text", text: "(inferred)" };
