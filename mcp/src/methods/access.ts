import type { Service } from "@stratus/dynamic-client";
import type { GuideMethod } from "@stratus/runtime/guide";
import { credentialsReason } from "./credentials.js";
import type { ListedMethod, Methods } from "./methods.js";

/** The classes of methods for `--allow`. */
export const classes = ["create", "change", "destroy"] as const;
export type Class = (typeof classes)[number];

/** The permissions of a server. By default it only reads. */
export interface AccessOptions {
  /** The classes of methods that are allowed in addition to reads. */
  readonly allow?: readonly Class[] | undefined;
  /** Methods that are allowed regardless of their class, by names in which `*` matches any text. */
  readonly allowMethods?: readonly string[] | undefined;
  /** Methods that are denied, by names in which `*` matches any text. This overrides all other options. */
  readonly denyMethods?: readonly string[] | undefined;
  /** Whether methods that only seem read-only by their name must be in `allowMethods`. */
  readonly strict?: boolean | undefined;
}

/** The tool that calls a method, or the reason why no tool does, and the flag that would allow it. */
export type Decision =
  | { readonly tool: "apply" | "destroy" | "read" }
  | { readonly why: string; readonly flag?: string };

/** A method with its service and the decision whether it may be called. */
export interface OpenMethod {
  readonly listed: ListedMethod;
  readonly service: Service;
  readonly method: GuideMethod;
  readonly decision: Decision;
}

/** Decides which tool may call each method. */
export class Access {
  readonly allow: ReadonlySet<Class>;
  /** The names that each `--allow-method` allows, by its pattern. */
  readonly patterns: ReadonlyMap<string, readonly string[]>;
  readonly #named: ReadonlySet<string>;
  readonly #denied: ReadonlySet<string>;
  readonly #isStrict: boolean;
  readonly #methods: Methods;

  /** @throws A UsageError if a method in the options does not exist. */
  constructor(methods: Methods, options: AccessOptions) {
    const { allow = [], allowMethods = [], denyMethods = [], strict = false } = options;
    this.allow = new Set(allow);
    this.patterns = new Map(allowMethods.map((one) => [one, methods.match("--allow-method", one)]));
    this.#named = new Set([...this.patterns.values()].flat());
    this.#denied = new Set(denyMethods.flatMap((one) => methods.match("--deny-method", one)));
    this.#isStrict = strict;
    this.#methods = methods;
  }

  /** Decides with all facts of a method. */
  decide(listed: ListedMethod, service: Service, method: GuideMethod): Decision {
    const { name, line } = listed;
    if (method.kind === "clientStreaming" || method.kind === "bidiStreaming")
      return { why: "it takes a stream of messages, which tools cannot send" };
    if (!service.isRest && service.guide.endpoint === undefined && !service.guide.isAtSession)
      return { why: `its service has no endpoint; use the tool ${operationTool(line.role)} instead` };
    const early = this.decideByLine(listed);
    if ("why" in early) return early;
    if (this.#named.has(name)) return early;
    const reason = early.tool === "read" ? credentialsReason(service, method) : undefined;
    if (reason !== undefined) return onlyByName(reason, name);
    if (line.effect !== "read" && method.http?.method.toUpperCase() === "PUT")
      return onlyByName("it replaces a whole resource (PUT)", name);
    return early;
  }

  /** Decides with the facts in the index of the guide, before the service is loaded. */
  decideByLine({ name, line: { effect } }: ListedMethod): Decision {
    const tool = toolForEffect(effect);
    if (this.#denied.has(name)) return { why: "--deny-method names it" };
    if (this.#named.has(name) || effect === "read") return { tool };
    if (effect === "readByName")
      return this.#isStrict ? onlyByName("only its name suggests that it is read-only", name) : { tool };
    if (effect === "act") return onlyByName("its effect is unknown", name);
    return this.allow.has(effect)
      ? { tool }
      : { why: `--allow does not include the class ${effect}`, flag: `--allow ${effect}` };
  }

  /** The methods that a tool may call, according to the index. */
  get usable(): readonly ListedMethod[] {
    return this.#methods.all.filter((one) => "tool" in this.decideByLine(one));
  }

  /** The tools that at least one method needs. */
  get tools(): ReadonlySet<"apply" | "destroy" | "read"> {
    return new Set(
      this.usable.flatMap((one) => {
        const decision = this.decideByLine(one);
        return "tool" in decision ? [decision.tool] : [];
      }),
    );
  }

  /** Whether all methods for `apply` only create resources. */
  get onlyAdds(): boolean {
    return this.usable.every((one) => {
      const { effect } = one.line;
      return toolForEffect(effect) !== "apply" || effect === "create";
    });
  }
}

function operationTool(role: ListedMethod["line"]["role"]): string {
  return role === "operationCancel" ? "cancel_operation" : "operation";
}

function onlyByName(reason: string, name: string): Decision {
  const flag = `--allow-method ${name}`;
  return { why: `${reason}; only ${flag} allows it`, flag };
}

function toolForEffect(effect: ListedMethod["line"]["effect"]): "apply" | "destroy" | "read" {
  if (effect === "read" || effect === "readByName") return "read";
  return effect === "destroy" ? "destroy" : "apply";
}
