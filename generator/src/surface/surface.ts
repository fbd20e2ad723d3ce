/**
 * The public surface of a TypeScript package as plain data: what programs can import and what they compile against,
 * name by name and with types as they are written. It is read from sources or declarations alone
 * (`read-surface.ts`), without a compiler run: every type of generated code is spelled out (`isolatedDeclarations`).
 * The page of it is `api-page.ts`; two of them are compared by `diff`.
 */

/** The surface of a package. */
export interface Surface {
  /** Entry points by their path, `.` or `./compute/v1`. */
  readonly entries: ReadonlyMap<string, Entry>;
  /**
   * Declarations that no entry point exports but that exported types use. Users meet them through members of these
   * types.
   */
  readonly hidden: readonly Declared[];
}

/** An entry point: a module that programs import. */
export interface Entry {
  /** As in `exports` of package.json: `.`, `./compute/v1`. */
  readonly path: string;
  /** Its exports by name. */
  readonly names: ReadonlyMap<string, Declared>;
  /** Entry points of other packages whose exports it passes on, all of them: `@stratus/runtime/generated/sdk-v1`. */
  readonly passedOn: readonly string[];
}

/** The contents of the comment of a declaration or a member. */
export interface Note {
  /** The origin: the proto file and the element (`rpc acme.v1.Books.Get`). */
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

/** The declaration of a name: a type, a value, or both; neither if another package declares it. */
export interface Declared {
  /** As its own module calls it: `Outer.Inner` in a namespace. */
  readonly name: string;
  /** Path of the module without its extension, from the top of the sources; the other package where it comes from one. */
  readonly module: string;
  readonly note: Note;
  readonly type: DeclaredType | undefined;
  readonly value: DeclaredValue | undefined;
}

/** Whether another package declares it, of which nothing is read. */
export function isForeign({ type, value }: Declared): boolean {
  return type === undefined && value === undefined;
}

/** A name as a type. */
export interface DeclaredType {
  readonly kind: "interface" | "alias" | "class";
  /** Type parameters and what it extends, as text: `<T> extends A<T>`. */
  readonly head: string;
  /** How a class is closed: only subclasses, or only the class itself, can create instances. Undefined if every program can. */
  readonly construction?: "abstract" | "private" | "protected" | undefined;
  readonly shape: Shape;
}

/** A name as a value. */
export interface DeclaredValue {
  readonly kind: "class" | "function" | "const" | "enum";
  /** A `const enum`, which has no object at run time. */
  readonly isConstEnum?: boolean;
  /** Of an enum that a constant is, the type without its values: `EnumType`; else empty. */
  readonly head: string;
  /** Of a class its static members and its constructor; of an enum its values, by number. */
  readonly shape: Shape;
}

/** A type as it is written: looked into where it is an object, a union or a function, else a text. */
export type Shape =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "object"; readonly text: string; readonly members: readonly Member[] }
  | { readonly kind: "union"; readonly text: string; readonly arms: readonly Alternative[] }
  | { readonly kind: "function"; readonly text: string; readonly signatures: readonly Signature[] };

/** One alternative of a union, by what tells it from the others. */
export interface Alternative {
  /** `sourceImageId` of `{ $case: "sourceImageId"; value: string }`, else the text. */
  readonly key: string;
  readonly isCase: boolean;
  readonly shape: Shape;
  readonly note: Note;
}

/** The kind of a member. A base is a name that an object is intersected with (`A & { b: C }`). */
export type MemberKind = "base" | "constructor" | "method" | "property" | "signature" | "value";

/** A member of an object type, a class or an enum. Overloads are one. */
export interface Member {
  /** Its key among the members: `id`, `static fromEnv`, `protected read`, `constructor`, `[key: string]`, `()`, `& Base`. */
  readonly name: string;
  readonly kind: MemberKind;
  readonly isStatic: boolean;
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
  readonly note: Note;
}

/** A parameter. */
export interface Parameter {
  /** `...` before it where it takes the rest; what is taken apart has no name, and is called `options`. */
  readonly name: string;
  readonly isOptional: boolean;
  readonly shape: Shape;
}

/** The type of a declaration without an annotation, which is not compared. */
export const inferred: Shape = { kind: "text", text: "(inferred)" };
