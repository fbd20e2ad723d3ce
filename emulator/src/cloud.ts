/** The state of the emulated cloud. Only this module changes it, for methods and handlers. */
import { readOperationTypes } from "@stratus/convention";
import type { Api } from "./descriptors/api.js";
import { readAipAnnotations, type AipAnnotations } from "./descriptors/aip-annotations.js";
import { AccessTokens } from "./auth/access-tokens.js";
import { FederatedAccounts } from "./auth/federated-accounts.js";
import { ServiceAccounts } from "./auth/service-accounts.js";
import type { Clock } from "./clock.js";
import type { HeaderNames } from "./descriptors/header-names.js";
import { ServiceErrors } from "./errors/service-errors.js";
import { SecretRedactor } from "./messages/secret-redactor.js";
import type { Effect } from "./operations/operation-record.js";
import { OperationRenderer } from "./operations/render-operation.js";
import { OperationStore } from "./operations/operation-store.js";
import type { RequestValidation } from "./rules/validation.js";
import { type ChangeCause, ChangeHistory } from "./resources/change-history.js";
import { Scenarios } from "./faults/scenarios.js";
import { Policy } from "./policy/policy.js";
import { listWithLag } from "./resources/lagging-list.js";
import { ResourceStore, type StoredResource } from "./resources/resource-store.js";
import { ResourceView } from "./resources/resource-view.js";

/** The policy for a change that meets a running operation on the same resource (docs/conventions.md, "Operations"). */
export type ConflictPolicy = "refuse" | "abort";

/** The settings of the emulated cloud, which are fixed when it starts. */
export interface CloudSettings {
  readonly operationDelayMs: number;
  readonly retentionMs: number;
  readonly conflict: ConflictPolicy;
  /** Structures of a resource that an Update never clears as a whole. */
  readonly neverNull: readonly string[];
  readonly headers: HeaderNames;
  readonly tokenLifetimeMs: number;
  readonly clock: Clock;
  readonly random: (size: number) => Uint8Array;
  /** Validates requests. Undefined if requests are not validated. */
  readonly validator?: RequestValidation | undefined;
}

/** The state of the emulated cloud: its resources, operations, accounts and tokens. */
export class Cloud {
  readonly api: Api;
  readonly settings: CloudSettings;
  /** The annotations of AIP. */
  readonly aip: AipAnnotations;
  readonly resources = new ResourceStore();
  /** The latest changes of resources. */
  readonly history = new ChangeHistory();
  readonly operations: OperationStore;
  readonly accounts = new ServiceAccounts();
  readonly federated = new FederatedAccounts();
  readonly tokens: AccessTokens;
  /** The active scenarios. */
  readonly scenarios = new Scenarios();
  /** The rules by which calls are refused that the cloud could answer. */
  readonly policy: Policy;
  readonly errors: ServiceErrors;
  readonly secrets: SecretRedactor;
  readonly view: ResourceView;
  readonly operationRenderer: OperationRenderer;
  #sequence = 0;

  constructor(api: Api, settings: CloudSettings) {
    this.api = api;
    this.settings = settings;
    this.aip = readAipAnnotations(api);
    this.operations = new OperationStore(settings.retentionMs, (record) => {
      const { effect, method, createdBy: account, dueAtMs: atMs, requestHeaders } = record;
      const mask = requestHeaders[settings.headers.resetMask.toLowerCase()]?.join(",");
      this.apply(effect, { method, account, mask, atMs });
    });
    this.policy = new Policy(api, this.aip);
    this.tokens = new AccessTokens(settings.random, () => this.scenarios.tokenAgeMs);
    this.errors = new ServiceErrors(api.registry);
    this.secrets = new SecretRedactor(api.registry, api.options);
    this.view = new ResourceView(api.options);
    this.operationRenderer = new OperationRenderer(this.errors, (name) => {
      const method = api.methods.get(name);
      return method && readOperationTypes(method.desc, api.options, api.registry).metadata;
    });
  }

  /** Returns the time of the cloud's clock in milliseconds since 1970, after completing the operations that are due. */
  now(): number {
    const nowMs = this.settings.clock.now();
    this.operations.settle(nowMs);
    return nowMs;
  }

  /** Applies the effect of an operation or a call. */
  apply(effect: Effect, cause: ChangeCause = { method: "", account: "", atMs: 0 }): void {
    if (effect.kind === "none") return;
    const { typeName, id } = effect.kind === "put" ? effect.resource : effect;
    const before = this.resources.get(typeName, id);
    if (effect.kind === "put") this.resources.put(effect.resource);
    else this.resources.delete(typeName, id);
    this.history.add({ ...cause, typeName, id, before, after: this.resources.get(typeName, id) });
  }

  /** How long new operations run, in milliseconds. */
  get operationDelayMs(): number {
    return Math.max(this.settings.operationDelayMs, this.scenarios.operationDelayMs);
  }

  /** Lists resources as `ResourceStore.list` does, or as they were earlier in the scenario `lag`. */
  list(...query: Parameters<ResourceStore["list"]>): StoredResource[] {
    return this.scenarios.hasLag
      ? listWithLag(this, this.settings.clock.now(), ...query)
      : this.resources.list(...query);
  }

  /** Returns a new identifier: the word and 80 random bits. */
  newId(word: string): string {
    const letters = "abcdefghijklmnopqrstuvwxyz234567";
    const random = [...this.settings.random(16)].map((byte) => letters[byte & 31]).join("");
    return `${word.toLowerCase()}-${random}`;
  }

  /** Returns a new UUID of version 4. */
  newUuid(): string {
    const hex = Buffer.from(this.settings.random(16)).toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  /** Returns the next number in the order of creation. */
  nextSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  /** Continues the order of creation after a resource that was restored. */
  continueAfter(sequence: number): void {
    this.#sequence = Math.max(this.#sequence, sequence);
  }
}
