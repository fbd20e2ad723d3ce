/**
 * One difference between two versions, as plain data. `verdict` decides what it means for users.
 */
import type { Origin } from "../../surface/surface.js";

/** A difference between two versions of an SDK, in its surface or in its descriptors. */
export interface Finding {
  /** The element. Findings with the same key become one change. */
  readonly subject: Subject;
  readonly difference: Difference;
  /** The finding only repeats another one in another place. Alone, it is not a change. */
  readonly isDuplicate?: boolean;
  /** A line that no longer compiles, and the compiler's error. */
  readonly proof?: { readonly line: string; readonly error: string };
  /** The compiler found no use that no longer compiles. */
  readonly compiles?: boolean;
}

/** The element that a finding is about. */
export interface Subject {
  /** The same for everything that is generated from one element: `field acme.v1.Disk.size`, `name . CloudOptions.host`. */
  readonly key: string;
  /** The name for people: `DiskSpec.sizeBytes`, `DiskService.Freeze`. */
  readonly title: string;
  readonly role: Role;
  /** The place in the protos, or the module if no proto defines it. */
  readonly place: Origin | undefined;
  /** Text of its deprecation in the old version. */
  readonly deprecated?: string | undefined;
  /** The entry point that exports it. */
  readonly entry?: string | undefined;
  /** The place of a field in requests that must now set it. */
  readonly required?: { readonly path: string; readonly call: string } | undefined;
}

export type Role =
  | "entry"
  | "service"
  | "rpc"
  | "message"
  | "field"
  | "case"
  | "oneof"
  | "enum"
  | "value"
  | "name"
  | "member"
  | "session"
  | "package"
  | "resource";

/** Whether callers create the value, read it, or both. Callers may create a `message` with some of its fields. */
export type Use = "made" | "read" | "both" | "message";

/** The difference. `before` and `after` are texts from the source. */
export type Difference =
  | {
      readonly kind: "added";
      readonly use?: Use;
      readonly isRequired?: boolean;
      /** Keys of elements that are added with it and are not separate changes. */
      readonly covers?: readonly string[];
      /** Titles of these elements. */
      readonly names?: readonly string[];
      /** The second case of a oneof, which had one: whether clients write the message, or only servers do. */
      readonly second?: "written" | "read" | undefined;
    }
  | { readonly kind: "removed"; readonly covers?: readonly string[]; readonly names?: readonly string[] }
  | {
      readonly kind: "retyped";
      readonly before: string;
      readonly after: string;
      readonly direction: TypeChange;
      /** The kind of declaration or its heading changed, and not the type of a member. */ readonly isDeclaration?: boolean;
    }
  | { readonly kind: "optional" | "required"; readonly use: Use }
  | { readonly kind: "alternative-added" | "alternative-removed"; readonly text: string; readonly use: Use }
  | { readonly kind: "called"; readonly before: string; readonly after: string; readonly isBreaking: boolean }
  | { readonly kind: "deprecated"; readonly text: string }
  | {
      /** The name in TypeScript, of an element that both versions have. */
      readonly kind: "name";
      readonly before: string;
      readonly after: string;
      /** The name is that of a method. */
      readonly isCall: boolean;
      /** The element that now has the old name: `message acme.v1.Disk`. Undefined if no element has it. */
      readonly owner: string | undefined;
    }
  | { readonly kind: "restored" }
  | {
      readonly kind:
        | "renamed"
        | "proto-name"
        | "number"
        | "default"
        | "json-name"
        | "oneof"
        | "presence"
        | "moved"
        | "endpoint"
        | "domain"
        | "streaming"
        | "runtime"
        | "copied-runtime"
        | "result"
        | "reused"
        | "taken"
        | "setting"
        | "stable"
        | "routing"
        | "calls"
        | "scopes";
      readonly before: string;
      readonly after: string;
      /** Key of the new element, if the key changed. */
      readonly newKey?: string;
      /** Messages must set the field that now has the number. */
      readonly isRequired?: boolean;
    }
  | {
      /** Proto types, by full name. */
      readonly kind: "wire-type" | "request" | "response";
      readonly before: string;
      readonly after: string;
      /** How bytes and JSON of one type are read as the other. */
      readonly wire: WireClass;
      /** The new type of an rpc has all fields of the old one, and others that nobody must set. */
      readonly isWider?: boolean;
    }
  | { readonly kind: "behavior-added" | "behavior-removed"; readonly behavior: string }
  | {
      /** A validation rule as text, with its name and value; empty if there is none. */
      readonly kind: "rule";
      readonly before: string;
      readonly after: string;
      /** It accepts fewer values than before. */
      readonly isTighter: boolean;
      /** The two rules cannot be compared. */
      readonly isUnclear?: boolean;
      /** A tighter rule is a breaking change (`--rules major`). */
      readonly isBreaking?: boolean;
    }
  | {
      readonly kind:
        | "secret"
        | "shown"
        | "read-only"
        | "writing"
        | "idempotent"
        | "not-idempotent"
        | "masked"
        | "unmasked"
        | "paged"
        | "unpaged"
        | "identified"
        | "unidentified"
        | "versioned"
        | "unversioned";
    }
  | { readonly kind: "pattern-added" | "pattern-removed"; readonly text: string };

/** Data that is read as before: all; values that both types can represent; the same but only as bytes; none. */
export type WireClass = "same" | "common" | "json" | "incompatible";

/** Whether a type only accepts more than before, or only returns a narrower type. */
export type TypeChange = "other" | "takes-more" | "gives-less";
