import { pathToString } from "@bufbuild/protobuf/reflect";
import type { Violation as Found } from "@bufbuild/protovalidate";
import { isSecretField, readAnnotations, type CelRule, type Annotations } from "@stratus/convention";
import type { Api } from "../descriptors/api.js";
import type { Violation } from "../errors/violation-error.js";

type Place = Found["field"];

/** Describes the violations that protovalidate finds, without secrets. */
export class ViolationDescriber {
  readonly #api: Api;
  readonly #annotations: Annotations;
  readonly #secretNames: ReadonlySet<string>;

  constructor(api: Api) {
    this.#api = api;
    this.#annotations = readAnnotations(api.options);
    const messages = [...api.registry].filter((type) => type.kind === "message");
    const secrets = messages.flatMap(({ fields }) =>
      fields.filter((field) => isSecretField(field, api.options)),
    );
    this.#secretNames = new Set(secrets.map(({ name }) => name));
  }

  describe({ field, rule, ruleId, message }: Found): Violation {
    const secretAt = field.findIndex(
      (part) => part.kind === "field" && isSecretField(part, this.#api.options),
    );
    const isHidden = secretAt >= 0 || this.#readsSecret(field, rule, ruleId);
    return {
      path: secretAt < 0 ? pathToString(field) : pathWithoutKeys(field, secretAt),
      rule: ruleId,
      text: isHidden ? `must keep the rule ${ruleId}` : message,
    };
  }

  /** Whether a rule in CEL reads a secret field, so that its text may contain the secret. */
  #readsSecret(field: Place, rule: Place, ruleId: string): boolean {
    const last = field.findLast((part) => part.kind === "field");
    const isOfField = rule.length > 0 && last !== undefined;
    const ofField = isOfField ? this.#annotations.field(last).rules : undefined;
    const insides = [ofField, ofField?.items, ofField?.keys, ofField?.values];
    const cel = isOfField ? insides.flatMap((one) => one?.cel ?? []) : this.#listMessageRules(ruleId);
    return cel.some(({ id, expression }) => id === ruleId && this.#mentionsSecret(expression));
  }

  /** Lists the rules of messages with an ID, because a violation has no path to them. */
  #listMessageRules(ruleId: string): readonly CelRule[] {
    const all = [...this.#api.registry].flatMap((type) =>
      type.kind === "message" ? this.#annotations.message(type).cel : [],
    );
    return all.filter(({ id }) => id === ruleId);
  }

  #mentionsSecret(expression: string): boolean {
    return (expression.match(/\w+/g) ?? []).some((word) => this.#secretNames.has(word));
  }
}

/** Formats a path up to a secret field. Keys and indexes inside the field may be secret, too. */
function pathWithoutKeys(field: Place, secretAt: number): string {
  const isInside = field.length > secretAt + 1;
  return pathToString(field.slice(0, secretAt + 1)) + (isInside ? "[...]" : "");
}
