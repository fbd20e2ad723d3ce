/**
 * The public surface of a TypeScript package: what programs can import and what they compile against, name by
 * name and with types as they are written. It is read from sources or declarations alone, without a compiler
 * run: every type of generated code is spelled out (`isolatedDeclarations`).
 */

/** The surface of a package. */
export interface Surface {
  /** By path. */
  readonly entries: readonly Entry[];
  /** What no entry point exports but exported types are made of, by name. */
  readonly hidden: readonly Declaration[];
}

/** An entry point: a module that programs import. */
export interface Entry {
  /** As in `exports` of package.json: `.`, `./compute/v1`. */
  readonly path: string;
  /** Entry points of other packages whose exports it passes on, all of them: `@stratus/runtime/sdk`. */
  readonly passesOn: readonly string[];
  /** By name, then by kind. A message is two, an interface and a constant. Overloads of a function are several. */
  readonly declarations: readonly Declaration[];
}

/** What a name stands for. */
export type DeclarationKind = "class" | "const" | "enum" | "function" | "interface" | "namespace" | "type";

/** One declaration behind an exported name. */
export interface Declaration {
  /** The name that programs import; for hidden ones the name in their module. */
  readonly name: string;
  readonly kind: DeclarationKind;
  /** The module that declares it, from the top of the sources, without extension; a package where it comes from one. */
  readonly module: string;
  /** `<T extends A = B>` of a class, an interface or a type; empty for none. */
  readonly typeParameters: string;
  /**
   * What is behind the name: `extends` of an interface or class, the type of a constant, what a type alias stands
   * for, the signature of a function. Empty where the members say all.
   */
  readonly text: string;
  /** By name, constructors and signatures without a name first; values of an enum by number. */
  readonly members: readonly Member[];
  readonly deprecated: string | undefined;
  /** What it was generated from: `svc/compute/v1/disk.proto, message svc.compute.v1.Disk`. */
  readonly origin: string | undefined;
}

/** What a member is. */
export type MemberKind = "constructor" | "method" | "property" | "signature" | "value";

/** A member of a class, an interface or a type; a value of an enum. Overloads are several members. */
export interface Member {
  /** Empty for constructors, and for signatures that are called or indexed. */
  readonly name: string;
  readonly kind: MemberKind;
  readonly isStatic: boolean;
  readonly isOptional: boolean;
  readonly isReadonly: boolean;
  /** The type of a property, the signature of a method (`(id: string): Call<Disk>`), the number of a value. */
  readonly text: string;
  readonly deprecated: string | undefined;
  readonly origin: string | undefined;
}
