import { pathToString } from "@bufbuild/protobuf/reflect";
import type { Violation as Judged } from "@bufbuild/protovalidate";
import { isSecretField, readAnnotations, type CelRule, type Annotations } from "@stratus/convention";
import type { Api } from "../descriptors/api.js";
import type { Violation } from "../errors/bad-request.js";

type Place = Judged["field"];

/** Puts what the judge has found into words that show no secret. */
export class ViolationWords {
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

  of({ field, rule, ruleId, message }: Judged): Violation {
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

  /** The text of an expression may hold what it reads. */
  #readsSecret(field: Place, rule: Place, ruleId: string): boolean {
    const last = field.findLast((part) => part.kind === "field");
    const isOfField = rule.length > 0 && last !== undefined;
    const ofField = isOfField ? this.#annotations.field(last).rules : undefined;
    const insides = [ofField, ofField?.items, ofField?.keys, ofField?.values];
    const cel = isOfField ? insides.flatMap((one) => one?.cel ?? []) : this.#ofMessages(ruleId);
    return cel.some(({ id, expression }) => id === ruleId && this.#namesSecret(expression));
  }

  /** A message's own rules have no path to them. */
  #ofMessages(ruleId: string): readonly CelRule[] {
    const all = [...this.#api.registry].flatMap((type) =>
      type.kind === "message" ? this.#annotations.message(type).cel : [],
    );
    return all.filter(({ id }) => id === ruleId);
  }

  #namesSecret(expression: string): boolean {
    return (expression.match(/\w+/g) ?? []).some((word) => this.#secretNames.has(word));
  }
}

/** A path as far as a secret field; what it has inside is nobody's business. */
function pathWithoutKeys(field: Place, secretAt: number): string {
  const isInside = field.length > secretAt + 1;
  return pathToString(field.slice(0, secretAt + 1)) + (isInside ? "[...]" : "");
}
