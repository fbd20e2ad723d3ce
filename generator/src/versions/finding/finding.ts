/**
 * One difference between two versions, as plain data: what differs, at which element, and who notices. It says nothing
 * about what that means; `verdict` does.
 */
import type { Origin } from "../../surface/surface.js";

/** One thing that differs between two versions of an SDK, as it was found: in its surface or in its descriptors. */
export interface Finding {
  /** What it is about: findings with one key are one change. */
  readonly about: About;
  readonly what: What;
  /** It only repeats, in another place, what the change is anyway; alone it is none. */
  readonly isEcho?: boolean;
}

/** What a finding is about. */
export interface About {
  /** The same for whatever is generated of one element: `field acme.v1.Disk.size`, `name . CloudOptions.host`. */
  readonly key: string;
  /** In the words of the API: `DiskSpec.sizeBytes`, `DiskService.Freeze`. */
  readonly title: string;
  readonly role: Role;
  /** The element of the protos; of what no proto has, the module. */
  readonly place: Origin | undefined;
  /** What the old version said of its deprecation. */
  readonly deprecated?: string | undefined;
  /** Entry point that has it. */
  readonly entry?: string | undefined;
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

/** Who makes what is described: callers, the SDK, or both. Messages are made in part by callers, whose rest is filled. */
export type Use = "made" | "read" | "both" | "message";

/** What differs. `before` and `after` are texts as they stand in the source. */
export type What =
  | {
      readonly kind: "added";
      readonly use?: Use;
      readonly isRequired?: boolean;
      /** Keys of what comes with it, and is no change of its own. */
      readonly covers?: readonly string[];
      /** What these are called. */
      readonly names?: readonly string[];
      /** The second case of a oneof, which had one. */
      readonly isSecond?: boolean;
    }
  | { readonly kind: "removed"; readonly covers?: readonly string[]; readonly names?: readonly string[] }
  | { readonly kind: "retyped"; readonly before: string; readonly after: string; readonly way: Way }
  | { readonly kind: "optional" | "required"; readonly use: Use }
  | { readonly kind: "alternative-added" | "alternative-removed"; readonly text: string; readonly use: Use }
  | { readonly kind: "called"; readonly before: string; readonly after: string; readonly isBreaking: boolean }
  | { readonly kind: "deprecated"; readonly text: string }
  | { readonly kind: "restored" }
  | {
      readonly kind:
        | "renamed"
        | "number"
        | "json-name"
        | "oneof"
        | "presence"
        | "moved"
        | "endpoint"
        | "domain"
        | "streaming"
        | "runtime"
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
      /** Key of what it is now, where that is another. */
      readonly newKey?: string;
      /** Messages have to have what has the number now. */
      readonly isRequired?: boolean;
    }
  | {
      /** Types of the protos, by full names. */
      readonly kind: "wire-type" | "request" | "response";
      readonly before: string;
      readonly after: string;
      /** How bytes and JSON of the one are read with the other. */
      readonly wire: WireClass;
    }
  | { readonly kind: "behavior-added" | "behavior-removed"; readonly behavior: string }
  | {
      /** A rule of values by its name and what it says; empty if there is none. */
      readonly kind: "rule";
      readonly before: string;
      readonly after: string;
      /** It takes less than before. */
      readonly isTighter: boolean;
      /** It is another rule, and which takes more cannot be told. */
      readonly isUnclear?: boolean;
      /** Nobody relies on what it took: the owner knows that servers refused it. */
      readonly isForeseen?: boolean;
    }
  | {
      readonly kind:
        | "secret"
        | "shown"
        | "read-only"
        | "writing"
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

/** All is read as it was; what both types can hold; by bytes alone, and not by JSON; nothing that can be relied on. */
export type WireClass = "same" | "common" | "json" | "incompatible";

/** Whether a type only takes more than before, or only gives less. */
export type Way = "other" | "takes-more" | "gives-less";
