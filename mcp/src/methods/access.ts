import { type Service, UsageError } from "@stratus/dynamic-client";
import type { GuideMethod } from "@stratus/runtime/guide-v1";
import { returnsCredentials } from "./credentials.js";
import type { ListedMethod, Methods } from "./methods.js";

/** Classes of methods that `--allow` takes. */
export const classes = ["create", "change", "destroy"] as const;
export type Class = (typeof classes)[number];

/** The rights of a server. By default it reads. */
export interface AccessOptions {
  /** Classes of methods beside reads. */
  readonly allow?: readonly Class[] | undefined;
  /** Methods by name, whatever they do. */
  readonly allowMethods?: readonly string[] | undefined;
  /** Methods that are not used, whatever allows them. */
  readonly denyMethods?: readonly string[] | undefined;
  /** Methods that nothing but their name says to be reads need to be allowed by name. */
  readonly strict?: boolean | undefined;
}

/** The tool that calls a method, or why none does. */
export type Decision = { readonly tool: "apply" | "destroy" | "read" } | { readonly why: string };

/** A method with all that is known of it, and all that it takes to call it. */
export interface OpenMethod {
  readonly listed: ListedMethod;
  readonly service: Service;
  readonly method: GuideMethod;
  readonly decision: Decision;
}

/** Decides what each method may be used for. */
export class Access {
  readonly #allow: ReadonlySet<Class>;
  readonly #named: ReadonlySet<string>;
  readonly #denied: ReadonlySet<string>;
  readonly #isStrict: boolean;
  readonly #methods: Methods;

  /** @throws A UsageError for a name that no method has. */
  constructor(methods: Methods, options: AccessOptions) {
    const { allow = [], allowMethods = [], denyMethods = [], strict = false } = options;
    for (const name of [...allowMethods, ...denyMethods])
      if (!methods.get(name))
        throw new UsageError(`there is no method ${name}; method names have the form compute/instance/get`);
    this.#allow = new Set(allow);
    this.#named = new Set(allowMethods);
    this.#denied = new Set(denyMethods);
    this.#isStrict = strict;
    this.#methods = methods;
  }

  /** Decides by everything that is known of a method. */
  decide(listed: ListedMethod, service: Service, method: GuideMethod): Decision {
    const { name, line } = listed;
    if (method.kind === "clientStreaming" || method.kind === "bidiStreaming")
      return { why: "it takes a stream of messages, which tools cannot send" };
    if (!service.isRest && service.guide.endpoint === undefined)
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

  /** Decides by the index alone, which is all that is known before the service is loaded. */
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

  /** Methods that some tool may call by the index. */
  get usable(): readonly ListedMethod[] {
    return this.#methods.all.filter((one) => "tool" in this.decideByLine(one));
  }

  /** The tools that there is work for. */
  get tools(): ReadonlySet<"apply" | "destroy" | "read"> {
    return new Set(
      this.usable.flatMap((one) => {
        const decision = this.decideByLine(one);
        return "tool" in decision ? [decision.tool] : [];
      }),
    );
  }

  /** Whether everything that `apply` may call makes something new and touches nothing that is there. */
  get onlyAdds(): boolean {
    return this.usable.every((one) => {
      const { effect } = one.line;
      return toolForEffect(effect) !== "apply" || effect === "create";
    });
  }

  /** Reads that are on though nothing but their name says that they read. */
  get readsByName(): readonly ListedMethod[] {
    return this.usable.filter(({ line }) => line.effect === "readByName");
  }
}

function toolForEffect(effect: ListedMethod["line"]["effect"]): "apply" | "destroy" | "read" {
  if (effect === "read" || effect === "readByName") return "read";
  return effect === "destroy" ? "destroy" : "apply";
}
