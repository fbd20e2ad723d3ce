import { type Service, UsageError } from "@stratus/dynamic-client";
import type { GuideMethod } from "@stratus/runtime/guide";
import { returnsCredentials } from "./credentials.js";
import type { ListedMethod, Methods } from "./methods.js";

/** The classes of methods for `--allow`. */
export const classes = ["create", "change", "destroy"] as const;
export type Class = (typeof classes)[number];

/** The permissions of a server. By default it only reads. */
export interface AccessOptions {
  /** The classes of methods that are allowed in addition to reads. */
  readonly allow?: readonly Class[] | undefined;
  /** Methods that are allowed regardless of their class. */
  readonly allowMethods?: readonly string[] | undefined;
  /** Methods that are denied. This overrides all other options. */
  readonly denyMethods?: readonly string[] | undefined;
  /** Whether methods that only seem read-only by their name must be in `allowMethods`. */
  readonly strict?: boolean | undefined;
}

/** The tool that calls a method, or the reason why no tool does. */
export type Decision = { readonly tool: "apply" | "destroy" | "read" } | { readonly why: string };

/** A method with its service and the decision whether it may be called. */
export interface OpenMethod {
  readonly listed: ListedMethod;
  readonly service: Service;
  readonly method: GuideMethod;
  readonly decision: Decision;
}

/** Decides which tool may call each method. */
export class Access {
  readonly #allow: ReadonlySet<Class>;
  readonly #named: ReadonlySet<string>;
  readonly #denied: ReadonlySet<string>;
  readonly #isStrict: boolean;
  readonly #methods: Methods;

  /** @throws A UsageError if a method in the options does not exist. */
  constructor(methods: Methods, options: AccessOptions) {
    const { allow = [], allowMethods = [], denyMethods = [], strict = false } = options;
    for (const name of [...allowMethods, ...denyMethods])
      if (!methods.get(name))
        throw new UsageError(
          "NAME_UNKNOWN",
          `there is no method ${name}; method names have the form compute/instance/get`,
        );
    this.#allow = new Set(allow);
    this.#named = new Set(allowMethods);
    this.#denied = new Set(denyMethods);
    this.#isStrict = strict;
    this.#methods = methods;
  }

  /** Decides with all facts of a method. */
  decide(listed: ListedMethod, service: Service, method: GuideMethod): Decision {
    const { name, line } = listed;
    if (method.kind === "clientStreaming" || method.kind === "bidiStreaming")
      return { why: "it takes a stream of messages, which tools cannot send" };
    if (!service.isRest && service.guide.endpoint === undefined && !service.guide.isAtSession)
      return { why: "its service has no endpoint; use the tool operation to read operations" };
    const early = this.decideByLine(listed);
    if ("why" in early) return early;
    if (this.#named.has(name)) return early;
    if (early.tool === "read" && returnsCredentials(service, method))
      return { why: `its response contains credentials; only --allow-method ${name} allows it` };
    if (line.effect !== "read" && method.http?.method.toUpperCase() === "PUT")
      return { why: `it replaces a whole resource (PUT); only --allow-method ${name} allows it` };
    return early;
  }

  /** Decides with the facts in the index of the guide, before the service is loaded. */
  decideByLine({ name, line: { effect } }: ListedMethod): Decision {
    const tool = toolForEffect(effect);
    if (this.#denied.has(name)) return { why: "--deny-method names it" };
    if (this.#named.has(name)) return { tool };
    const byName = `only --allow-method ${name} allows it`;
    if (effect === "read") return { tool };
    if (effect === "readByName")
      return this.#isStrict ? { why: `only its name suggests that it is read-only; ${byName}` } : { tool };
    if (effect === "act") return { why: `its effect is unknown; ${byName}` };
    return this.#allow.has(effect) ? { tool } : { why: `--allow does not include the class ${effect}` };
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

  /** The allowed methods that only seem read-only by their name. */
  get readsByName(): readonly ListedMethod[] {
    return this.usable.filter(({ line }) => line.effect === "readByName");
  }
}

function toolForEffect(effect: ListedMethod["line"]["effect"]): "apply" | "destroy" | "read" {
  if (effect === "read" || effect === "readByName") return "read";
  return effect === "destroy" ? "destroy" : "apply";
}
