/** The rules file: which calls are denied to whom, and how many resources may exist. */
import type { AipAnnotations } from "../descriptors/aip-annotations.js";
import type { Api, ApiMethod } from "../descriptors/api.js";
import { kebab, ResourceKinds, serviceWords } from "../descriptors/resource-kinds.js";
import { RefusedCall } from "../errors/refused-call.js";
import { errorInfo, quotaFailure } from "../errors/rpc-details.js";
import { EmulatorError } from "../text/emulator-error.js";
import { type NamesOf, requireKnownNames } from "../text/known-names.js";

/** A rule that denies calls. */
export interface DenyRule {
  /** Methods: `compute/instance/delete`, `compute/instance/*`, or `package.Service/Method`. */
  readonly methods: readonly string[];
  /** Roles of tokens that may not call them. With neither roles nor accounts, nobody may. */
  readonly roles?: readonly string[] | undefined;
  /** Accounts that may not call them. */
  readonly accounts?: readonly string[] | undefined;
}

/** A rule that limits the number of resources. */
export interface QuotaRule {
  /** The kind of resource: `compute/instance`, or the full name of its message. */
  readonly resource: string;
  /** The number of resources that a parent may have. */
  readonly perParent?: number | undefined;
  /** The number of resources that may exist. */
  readonly total?: number | undefined;
}

/** The rules by which an emulator refuses calls that it could answer. */
export interface Rules {
  readonly deny?: readonly DenyRule[] | undefined;
  readonly quota?: readonly QuotaRule[] | undefined;
}

/** The caller of a method. */
export interface Caller {
  readonly account: string;
  readonly role: string | undefined;
}

const ruleNames: NamesOf<Rules> = { deny: true, quota: true };
const denyNames: NamesOf<DenyRule> = { methods: true, roles: true, accounts: true };
const quotaNames: NamesOf<QuotaRule> = { resource: true, perParent: true, total: true };

/** Applies rules to calls. */
export class Policy {
  readonly #api: Api;
  readonly #aip: AipAnnotations;
  #rules: Rules = {};
  /** The rules that deny a method, by its full name. */
  #denied = new Map<string, DenyRule[]>();
  #quotas = new Map<string, QuotaRule[]>();

  constructor(api: Api, aip: AipAnnotations) {
    this.#api = api;
    this.#aip = aip;
  }

  /** The rules. */
  get rules(): Rules {
    return this.#rules;
  }

  /**
   * Replaces the rules.
   *
   * @throws EmulatorError that names the rule and what is wrong; the former rules then remain
   */
  set(rules: Rules): void {
    requireKnownNames(rules, ruleNames, "rules");
    const denied = new Map<string, DenyRule[]>();
    for (const [index, rule] of readList(rules.deny, "deny").entries()) {
      const place = `rules: deny ${index + 1}`;
      requireKnownNames(rule, denyNames, place);
      // A rule with an empty member, such as `roles:`, would deny nobody.
      const { methods, roles = [], accounts = [] } = rule;
      for (const list of [methods, roles, accounts])
        if (!isTextList(list))
          throw new EmulatorError(
            "OPTION_INVALID",
            `${place}: methods, roles and accounts must be lists of strings`,
          );
      for (const name of rule.methods.flatMap((pattern) => this.#findMethods(pattern, place)))
        addTo(denied, name, rule);
    }
    const quotas = new Map<string, QuotaRule[]>();
    const quotaRules = readList(rules.quota, "quota");
    const kinds = quotaRules.length === 0 ? undefined : new ResourceKinds({ api: this.#api, aip: this.#aip });
    for (const [index, rule] of quotaRules.entries()) {
      const place = `rules: quota ${index + 1}`;
      requireKnownNames(rule, quotaNames, place);
      for (const limit of [rule.perParent, rule.total])
        if (limit !== undefined && !(Number.isInteger(limit) && limit >= 0))
          throw new EmulatorError("OPTION_INVALID", `${place}: perParent and total must be whole numbers`);
      if (kinds) addTo(quotas, kinds.find(rule.resource, place).typeName, rule);
      if (rule.perParent === undefined && rule.total === undefined)
        throw new EmulatorError("OPTION_INVALID", `${place}: perParent or total is missing`);
    }
    [this.#rules, this.#denied, this.#quotas] = [rules, denied, quotas];
  }

  /** @throws PERMISSION_DENIED if a rule denies the call */
  requirePermission({ name }: ApiMethod, { account, role }: Caller): void {
    const rule = this.#denied.get(name)?.find(({ roles, accounts }) => {
      const isAnyone = roles === undefined && accounts === undefined;
      return isAnyone || (role !== undefined && roles?.includes(role)) || accounts?.includes(account);
    });
    if (rule === undefined) return;
    const who = role === undefined ? account : `${account} (role ${role})`;
    const details =
      this.#api.kind === "aip" ? [errorInfo("IAM_PERMISSION_DENIED", { permission: name })] : [];
    throw new RefusedCall(
      "RULE_VIOLATED",
      "PERMISSION_DENIED",
      `${who || "an anonymous caller"} may not call ${name}`,
      { name: "PermissionDenied", fields: { permission: name }, retryType: "NOTHING" },
      details,
    );
  }

  /** Whether a kind of resource has a quota. */
  hasQuota(typeName: string): boolean {
    return this.#quotas.has(typeName);
  }

  /**
   * @param count returns the number of resources in a parent, or of all parents for undefined
   * @throws RESOURCE_EXHAUSTED if another resource would exceed a quota
   */
  requireQuota(typeName: string, parentId: string, count: (parentId: string | undefined) => number): void {
    for (const { resource, perParent = Infinity, total = Infinity } of this.#quotas.get(typeName) ?? []) {
      for (const [limit, parent] of [
        [perParent, parentId],
        [total, undefined],
      ] as const) {
        const requested = limit === Infinity ? 0 : count(parent) + 1;
        if (requested <= limit) continue;
        const place = parent === undefined ? "the emulator" : JSON.stringify(parent);
        const message = `the quota of ${resource} in ${place} is ${limit}`;
        const violation = {
          quota: resource,
          limit: BigInt(limit),
          requested: BigInt(requested),
          message,
          subject: place,
          description: message,
        };
        const details =
          this.#api.kind === "aip"
            ? [quotaFailure(place, message), errorInfo("RATE_LIMIT_EXCEEDED", { quota_limit: String(limit) })]
            : [];
        throw new RefusedCall(
          "RULE_VIOLATED",
          "RESOURCE_EXHAUSTED",
          message,
          { name: "QuotaFailure", fields: { violations: [violation] }, retryType: "NOTHING" },
          details,
        );
      }
    }
  }

  #findMethods(pattern: string, place: string): string[] {
    const words = serviceWords(this.#api);
    const wanted = new RegExp(
      `^(?:.*/)?${pattern.replace(/[\\^$.+?()[\]{}|]/g, "\\$&").replaceAll("*", "[^/]*")}$`,
    );
    const found = [...this.#api.methods.values()].filter(({ name, desc, service }) => {
      const path = [...(words.get(service.desc.typeName) ?? []), kebab(desc.name)].join("/");
      return pattern === "*" || name === pattern || name.endsWith(`.${pattern}`) || wanted.test(path);
    });
    if (found.length > 0) return found.map(({ name }) => name);
    throw new EmulatorError(
      "METHOD_UNKNOWN",
      `${place}: the API has no method ${JSON.stringify(pattern)}; write it as compute/instance/delete, compute/instance/* or package.Service/Method`,
    );
  }
}

function readList<Rule extends object>(rules: readonly Rule[] | undefined, name: string): readonly Rule[] {
  if (rules === undefined || rules === null) return [];
  if (!Array.isArray(rules)) throw new EmulatorError("OPTION_INVALID", `rules: ${name} must be a list`);
  return rules as readonly Rule[];
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function addTo<Rule>(map: Map<string, Rule[]>, key: string, rule: Rule): void {
  map.set(key, [...(map.get(key) ?? []), rule]);
}
