/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from runtime 25, src/rest/runtime of protoc-gen-stratus. DO NOT EDIT. */
import { measureDepth } from "./common.js";
import { CatalogueError, checkNames, clientTable, countCodePoints, enterLevel, isExactText } from "./core.js";
import { isMultipleOf, isObject, isStackOverflow, isUnique, makeRequestError } from "./core.js";
import { makeUnavailableError, noSuchResource, ownProperty, readRetryPolicy, readValues } from "./core.js";
import { shared, unchecked } from "./core.js";
import type { ActiveCall, Attempt, ClientReason, Description, DriftEvent, ErrorCode } from "./core.js";
import type { FetchError, Issue, Limits, MakeError, Operation, OperationOptions } from "./core.js";
import type { OptionTable, Outcome, PlaceName, RawResponse, Settings, Shape, Shapes } from "./core.js";
import type { Violation } from "./core.js";

export const callTable: OptionTable<OperationOptions> = {
  ...shared,
  ...unchecked("signal", "params", "contentType", "accept", "as"),
};

export function readLimits(
  inherited: Limits,
  operation: Operation<unknown>,
  options: OperationOptions,
): Limits {
  const { name: prefix } = operation;
  const values = readValues(options, callTable, inherited, `${prefix}: `, (name) => {
    const places = [Object.hasOwn(clientTable, name) ? "it is an option of the client" : undefined];
    return places.find((one) => one !== undefined);
  });
  return { ...values, retry: readRetryPolicy(options.retry, inherited.retry, `${prefix}: `) } as Limits;
}

export function listTypes({ type = [] }: Shape): readonly string[] {
  return typeof type === "string" ? [type] : type;
}

export function findViolations(value: unknown, shape: Shape): readonly string[] {
  if (typeof value === "string") {
    return listTypes(shape).includes("digits") && isExactText(value)
      ? checkNumber(BigInt(value), shape)
      : checkText(value, shape);
  }
  if (typeof value === "number" || typeof value === "bigint") return checkNumber(value, shape);
  if (Array.isArray(value)) {
    const repeats = shape.uniqueItems === true && !isUnique(value) ? ["items that differ"] : [];
    return [...checkCount(value.length, shape.minItems, shape.maxItems, "items"), ...repeats];
  }
  const { minProperties, maxProperties } = shape;
  if (!isObject(value) || (minProperties === undefined && maxProperties === undefined)) return [];
  return checkCount(Object.keys(value).length, minProperties, maxProperties, "properties");
}

function checkNumber(number: number | bigint, shape: Shape): readonly string[] {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf } = shape;
  const violations: string[] = [];
  if (minimum !== undefined && number < minimum) violations.push(`at least ${minimum}`);
  if (maximum !== undefined && number > maximum) violations.push(`at most ${maximum}`);
  if (above !== undefined && number <= above) violations.push(`more than ${above}`);
  if (below !== undefined && number >= below) violations.push(`less than ${below}`);
  if (multipleOf !== undefined && !isMultipleOf(number, multipleOf)) {
    violations.push(`a multiple of ${multipleOf}`);
  }
  return violations;
}

function checkText(text: string, shape: Shape): readonly string[] {
  const { minLength, maxLength, pattern, isLoosePattern } = shape;
  const isUnbounded = minLength === undefined && maxLength === undefined;
  const violations = isUnbounded ? [] : checkCount(countCodePoints(text), minLength, maxLength, "characters");
  if (pattern === undefined || makePattern(pattern, isLoosePattern).test(text)) return violations;
  return [...violations, `text like ${pattern}`];
}

export function makePattern(pattern: string, isLoose = false): RegExp {
  return new RegExp(pattern, isLoose ? "" : "u");
}

function checkCount(size: number, min = 0, max = Infinity, unit: string): string[] {
  if (size < min) return [`at least ${min} ${unit}`];
  return size > max ? [`at most ${max} ${unit}`] : [];
}

export interface ValuePath {
  readonly parent: ValuePath | undefined;
  readonly key: string | number;
}

export function formatPath(path: ValuePath | undefined): string {
  const keys: (string | number)[] = [];
  for (let part = path; part; part = part.parent) keys.push(part.key);
  return keys.reduceRight<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    const name = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(key) ? key : JSON.stringify(key);
    return text ? `${text}.${name}` : name;
  }, "");
}

export function describeKind(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

export function matchesTypes(value: unknown, types: string | readonly string[]): boolean {
  return typeof types === "string"
    ? matchesType(value, types)
    : types.some((type) => matchesType(value, type));
}

function matchesType(value: unknown, type: string): boolean {
  return describeKind(value) === type || (type === "number" && typeof value === "number");
}

const maxIssuesPerValue = 1000;
export const none: readonly Issue[] = [];

export class IssueList {
  issues: readonly Issue[] = none;
  #own: Issue[] | undefined;
  #isOver = false;

  wants(value: unknown): boolean {
    return this.issues.length < maxIssuesPerValue || (!this.#isOver && containsUnsafe(value));
  }

  add(found: readonly Issue[]): void {
    const isFull = this.issues.length >= maxIssuesPerValue;
    const issues = isFull ? none : found;
    if (issues.length === 0) return;
    this.#isOver = isFull;
    if (this.issues.length === 0) this.issues = issues;
    else {
      this.#own ??= [...this.issues];
      this.#own.push(...issues);
      this.issues = this.#own;
    }
  }
}

export function containsUnsafe(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(containsUnsafe);
  return isUnsafe(value);
}

export function isUnsafe(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

const maxComparisons = 100_000;

export function findIssues(value: unknown, shape: Shape, shapes: Shapes): readonly Issue[] {
  return new IssueFinder(shapes).issues(value, shape, undefined);
}

type MakeIssue = (expected: string, kind?: Issue["kind"]) => Issue[];

interface KnownIssues {
  readonly path: ValuePath | undefined;
  readonly issues: readonly Issue[];
}

class IssueFinder {
  readonly #shapes: Shapes;
  readonly #known = new Map<Shape, Map<object, KnownIssues>>();
  #remaining = maxComparisons;
  #choices = 0;
  #isReported = false;

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  issues(value: unknown, shape: Shape, path: ValuePath | undefined): readonly Issue[] {
    if (typeof value !== "object" || value === null) return this.#compare(value, shape, path);
    const known = this.#recall(value, shape, path);
    if (known) return known;
    let issues = enterLevel(() => this.#compare(value, shape, path));
    issues = this.#remember(value, shape, path, issues);
    return issues;
  }

  #recall(value: object, shape: Shape, path: ValuePath | undefined): readonly Issue[] | undefined {
    const found = this.#known.get(shape)?.get(value);
    const isSame = found?.path === path || formatPath(found?.path) === formatPath(path);
    return isSame ? found?.issues : undefined;
  }

  #remember(
    value: object,
    shape: Shape,
    path: ValuePath | undefined,
    all: readonly Issue[],
  ): readonly Issue[] {
    const known = this.#known.get(shape) ?? new Map<object, KnownIssues>();
    const issues = all.length > 1 ? [...new Set(all)] : all;
    this.#known.set(shape, known.set(value, { path, issues }));
    return issues;
  }

  #compare(value: unknown, shape: Shape, path: ValuePath | undefined): readonly Issue[] {
    if (this.#choices > 0 && this.#remaining-- <= 0) throw new Exhausted();
    const { type, ref } = shape;
    const makeIssue: MakeIssue = (expected, kind = "different") => [
      { path: formatPath(path), expected, actual: describeKind(value), kind },
    ];
    if (type !== undefined && !matchesTypes(value, type)) {
      const types = listTypes(shape);
      return makeIssue(types.join(" or "));
    }
    const parts: (readonly Issue[])[] = [];
    if (ref !== undefined) parts.push(this.issues(value, this.#shapes[ref] ?? {}, path));
    for (const broken of findViolations(value, shape)) parts.push(makeIssue(broken));
    if (Array.isArray(value)) parts.push(this.#itemIssues(value, shape, path));
    if (isObject(value)) parts.push(this.#propertyIssues(value, shape, path));
    for (const part of shape.allOf ?? []) parts.push(this.issues(value, part, path));
    if (shape.anyOf) parts.push(this.#choiceIssues(value, shape.anyOf, Infinity, path, makeIssue));
    if (shape.oneOf) parts.push(this.#choiceIssues(value, shape.oneOf, 1, path, makeIssue));
    const [first = none, ...others] = parts.filter((issues) => issues.length > 0);
    return others.length === 0 ? first : [...first, ...others.flat()];
  }

  #itemIssues(
    value: readonly unknown[],
    { items, prefixItems = [] }: Shape,
    path: ValuePath | undefined,
  ): readonly Issue[] {
    const list = new IssueList();
    const end = items === undefined ? Math.min(prefixItems.length, value.length) : value.length;
    for (let index = 0; index < end; index++) {
      const item = value[index];
      const expected = prefixItems[index] ?? items;
      const at = { parent: path, key: index };
      if (list.wants(item)) list.add(expected ? this.issues(item, expected, at) : makeUnexpected(item, at));
    }
    return list.issues;
  }

  #propertyIssues(
    value: Record<string, unknown>,
    shape: Shape,
    path: ValuePath | undefined,
  ): readonly Issue[] {
    const { properties = {}, required = [] } = shape;
    const list = new IssueList();
    const addMissing = (key: string, shape: Shape): void => {
      const expected = describeTypes(shape, this.#shapes);
      const missing = formatPath({ parent: path, key });
      list.add([{ path: missing, expected, actual: "nothing", kind: "missing" }]);
    };
    for (const key of Object.keys(properties)) {
      const [part, expected] = [ownProperty(value, key), ownProperty(properties, key) as Shape];
      if (part !== undefined) list.add(this.issues(part, expected, { parent: path, key }));
      else if (required.includes(key)) addMissing(key, expected);
    }
    for (const key of required) {
      if (!Object.hasOwn(properties, key) && ownProperty(value, key) === undefined) addMissing(key, {});
    }
    return list.issues;
  }

  #compareChoices(
    value: unknown,
    parts: readonly Shape[],
    path: ValuePath | undefined,
  ): readonly (readonly Issue[])[] | undefined {
    this.#choices++;
    try {
      return parts.map((part) => this.issues(value, part, path));
    } catch (error) {
      if (!(error instanceof Exhausted) || this.#choices > 1) throw error;
      return undefined;
    } finally {
      this.#choices--;
    }
  }

  #makeTooDifferent(value: unknown, path: ValuePath | undefined): readonly Issue[] {
    if (this.#isReported) return none;
    this.#isReported = true;
    const issue = { path: formatPath(path), actual: "a value too different to describe" };
    if (JSON.stringify(this.#shapes).includes('"safe integer"') && containsUnsafe(value))
      return [{ ...issue, expected: "safe integer", kind: "rounded" }];
    return [{ ...issue, expected: "a described value", kind: "tooDifferent" }];
  }

  #choiceIssues(
    value: unknown,
    parts: readonly Shape[],
    maxMatches: number,
    path: ValuePath | undefined,
    makeIssue: MakeIssue,
  ): readonly Issue[] {
    const found = this.#compareChoices(value, parts, path);
    if (!found) return this.#makeTooDifferent(value, path);
    const matches = found.filter((issues) => issues.length === 0).length;
    if (matches > maxMatches) return makeIssue(`one of ${parts.length} alternatives, not ${matches} of them`);
    if (matches > 0) return none;
    const top = formatPath(path);
    const nearest = found
      .filter((issues) => issues.every((issue) => issue.path !== top))
      .toSorted((a, b) => a.length - b.length)[0];
    if (nearest) return nearest;
    const words = [...new Set(parts.map((part) => describeTypes(part, this.#shapes)))].join(" or ");
    return makeIssue(words);
  }
}

class Exhausted extends Error {}

function makeUnexpected(value: unknown, at: ValuePath): readonly Issue[] {
  return [{ path: formatPath(at), expected: "nothing", actual: describeKind(value), kind: "unexpected" }];
}

function describeTypes(shape: Shape, shapes: Shapes): string {
  const types = listTypes(shape);
  if (types.length > 0) return types.join(" or ");
  const named = shape.ref === undefined ? undefined : shapes[shape.ref];
  return named ? listTypes(named).join(" or ") || (shape.ref ?? "") : "a value";
}

const maxReportedPaths = 1000;

export async function handleDrift<T>(
  { settings, operation: { name, described } }: ActiveCall<T>,
  value: unknown,
  isChange: boolean,
  makeError: MakeError,
): Promise<Outcome<T>> {
  const { shapes = {}, responses = {} } = (await described?.()) ?? {};
  const issues = listIssues(value, responses[name] ?? {}, shapes);
  const fail = (what: string): never => {
    throw makeError("VALIDATION", isChange ? `${what}; the change was applied` : what, { issues });
  };
  if (issues[0]?.kind === "tooDeep") {
    fail(`the response is ${issues[0].actual}, too deep to be checked; validate: "off" returns it unchecked`);
  }
  if (settings.validate === "strict") {
    const shown = issues.slice(0, 3).map(formatIssue);
    if (issues.length > 3) shown.push(`${issues.length - 3} more`);
    fail(`the response differs from the description: ${shown.join("; ")}`);
  }
  reportDrift(settings, name, issues);
  return { data: value as T };
}

function listIssues(value: unknown, shape: Shape, shapes: Shapes): readonly Issue[] {
  try {
    const found = findIssues(value, shape, shapes);
    if (found.length > 0) return found;
    return [{ path: "", expected: "another value", actual: describeKind(value), kind: "different" }];
  } catch (error) {
    if (!isStackOverflow(error)) throw error;
    const actual = `nested ${measureDepth(value)} levels deep`;
    return [{ path: "", expected: "fewer levels", actual, kind: "tooDeep" }];
  }
}

const reportedPaths = new WeakMap<Settings, Set<string>>();

export function reportDrift(
  settings: Settings,
  operation: string,
  issues: readonly Issue[],
  origin: "request" | "response" = "response",
): void {
  const { onDrift = logDrift } = settings;
  const more = origin === "request" ? ({ isRequest: true } as const) : {};
  const reported = reportedPaths.get(settings) ?? new Set();
  reportedPaths.set(settings, reported);
  for (const issue of issues) {
    const path = issue.path.replace(/\[\d+\]/g, "[]");
    const entry = `${origin} ${operation} ${path}`;
    if (reported.has(entry) || reported.size >= maxReportedPaths) continue;
    reported.add(entry);
    try {
      onDrift({ operation, ...issue, path, ...more });
    } catch {}
  }
}

function formatIssue({ path, expected, actual }: Issue): string {
  return `${path || "the value"}: expected ${expected}, got ${actual}`;
}

function logDrift(event: DriftEvent): void {
  const origin = event.isRequest ? "an argument" : "the response";
  console.warn(`${event.operation}: ${origin} differs from the description: ${formatIssue(event)}`);
}

const connectCodes: readonly unknown[] = ["UND_ERR_CONNECT_TIMEOUT", "ConnectionRefused"];

export function makeFetchError(call: Attempt, error: unknown): CatalogueError {
  if (error instanceof RangeError) {
    const details = { attempts: call.attempt, clientReason: "MESSAGE_TOO_LARGE", cause: error } as const;
    return makeRequestError(call.request, "DECODE", error.message, details);
  }
  const { cause, message } = error as FetchError;
  const reason = findReason(cause ?? (error as FetchError));
  return makeUnavailableError(call, error, reason, cause?.code ?? message);
}

function findReason({ code = "", syscall = "", errors }: NonNullable<FetchError["cause"]>): ClientReason {
  if (/CERT|TLS|SSL|VERIFY/.test(code)) return "TLS_FAILED";
  const isConnect = /^(?:connect|getaddrinfo)$/.test(syscall) || errors !== undefined;
  return isConnect || connectCodes.includes(code) ? "CONNECT_FAILED" : "CONNECTION_LOST";
}

const relaxed = new WeakMap<Shapes, Shapes>();

export function relaxShapes(shapes: Shapes): Shapes {
  const known = relaxed.get(shapes) ?? relaxEach(shapes);
  relaxed.set(shapes, known);
  return known;
}

export function relaxShape(shape: Shape): Shape {
  const { ref, type, items, prefixItems, properties, required, allOf = [] } = shape;
  const { additionalProperties, patternProperties } = shape;
  const types = type ?? (shape.enum && [...new Set(shape.enum.map(describeKind))]);
  const all = allOf.map(relaxShape);
  for (const choices of [shape.anyOf, shape.oneOf]) if (choices) all.push({ anyOf: choices.map(relaxShape) });
  return {
    ...(ref !== undefined && { ref }),
    ...(types && { type: types }),
    ...(required && { required }),
    ...(items && { items: relaxShape(items) }),
    ...(prefixItems && { prefixItems: prefixItems.map(relaxShape) }),
    ...(properties && { properties: relaxEach(properties) }),
    ...(patternProperties && { patternProperties: relaxEach(patternProperties) }),
    ...(additionalProperties && { additionalProperties: relaxShape(additionalProperties) }),
    ...(all.length > 0 && { allOf: all }),
  };
}

function relaxEach(shapes: Shapes): Shapes {
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, relaxShape(shape)]));
}

export function readRetryAfterMs(headers: Headers): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const dateMs = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - Date.now());
}

const maxCharacters = 200;
const maxShown = 3;

const textNames =
  "message error_description detail msg description reason errorMessage error_message fault faultstring title error err";

const listNames = "errors issues violations details invalid-params invalidParams fieldErrors";
const fieldNames = "field fieldName param parameter property loc pointer source path attribute";

export function findServerMessage(body: unknown): string {
  const text = describe(body, 0).replace(/\s+/g, " ").trim();
  const shown = text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
  return shown.length > maxCharacters ? `${shown.slice(0, maxCharacters - 1)}…` : shown;
}

function describe(value: unknown, depth: number): string {
  if (typeof value === "string") return /^\s*</.test(value) ? "" : value;
  if (depth > 4 || typeof value !== "object" || value === null) return "";
  const describeInside = (one: unknown): string => describe(one, depth + 1);
  if (Array.isArray(value)) return joinItems(value.map(describeInside));
  const text = readFirst(value, textNames, describeInside);
  const list = readFirst(value, listNames, (one) =>
    isObject(one) ? describeFields(one, depth + 1) : describeInside(one),
  );
  const said = text && list && text !== list ? `${text}: ${list}` : text || list;
  return nameField(said, readFirst(value, fieldNames, describeField));
}

function readFirst(value: object, names: string, read: (property: unknown) => string): string {
  const texts = names.split(" ").map((name) => read(ownProperty(value, name)));
  return texts.find((text) => text !== "") ?? "";
}

function describeFields(fields: object, depth: number): string {
  const isMap = !textNames.split(" ").some((name) => typeof ownProperty(fields, name) === "string");
  if (!isMap) return describe(fields, depth);
  return joinItems(Object.entries(fields).map(([name, one]) => nameField(describe(one, depth), name)));
}

function describeField(value: unknown): string {
  if (Array.isArray(value)) {
    const steps = value.filter((step) => typeof step === "string" || typeof step === "number");
    const isPlaced = steps.length > 1 && /^(body|query|path|header|cookie)$/.test(`${steps[0]}`);
    return steps.slice(isPlaced ? 1 : 0).join(".");
  }
  if (isObject(value)) return readFirst(value, "pointer parameter header", describeField);
  return typeof value === "string" && !/^\/[^/]*$|^https?:/.test(value) ? value : "";
}

function nameField(text: string, field: string): string {
  return text && field ? `${text}, field ${field}` : text;
}

function joinItems(texts: readonly string[]): string {
  const some = texts.filter((text) => text !== "");
  const more = some.length - maxShown;
  return [...some.slice(0, maxShown), ...(more > 0 ? [`${more} more`] : [])].join("; ");
}

export async function validateRequest(call: ActiveCall): Promise<void> {
  const { settings, operation, options = {} } = call;
  const { violations } = call.request;
  const known: string[] = [];
  const places: PlaceName[] = [];
  checkNames(options.params ?? {}, known, `${operation.name}: `, places[0]);
  const { validateRequests: checks = settings.validateRequests } = options;
  const isRefused = ({ rule, value }: Violation): boolean =>
    rule === undefined || checks === "strict" || (checks === "default" && value === undefined);
  const refused = violations.find(isRefused);
  let describe: (violation: Violation) => string | undefined = describeRule;
  const description = await operation.described?.();
  describe = (violation) => describeIssue(violation, findFirst(operation, violation, description, !refused));
  if (refused) throw makeArgumentError(operation, refused, describe(refused) ?? describeRule(refused));
  for (const violation of violations) {
    const { name, value, rule = "" } = violation;
    const wrong = checks === "default" ? describe(violation) : undefined;
    if (wrong !== undefined) throw makeArgumentError(operation, violation, wrong);
    const issue: Issue = { path: name, expected: rule, actual: describeKind(value), kind: "different" };
    let issues: readonly Issue[] = [issue];
    if (name.startsWith(bodyName)) issues = listBodyIssues(operation, violation, description);
    reportDrift(settings, operation.name, issues, "request");
  }
}

function describeRule({ rule }: Violation): string {
  return `it must be ${rule}`;
}

const bodyName = "the body";

function listBodyIssues(
  { name: operation }: Operation<unknown>,
  { name, value }: Violation,
  { shapes = {}, parameters = {} }: Partial<Description> = {},
): readonly Issue[] {
  const issues = findIssues(value, parameters[`${operation} ${name}`] ?? {}, shapes);
  return issues.map((one) => ({ ...one, path: `body${/^(?!\[|$)/.test(one.path) ? "." : ""}${one.path}` }));
}

function makeArgumentError(
  { name: operation }: Operation<unknown>,
  violation: Violation,
  wrong: string,
): CatalogueError {
  const { name, rule, cause } = violation;
  const isWrong = rule !== undefined;
  const why = isWrong
    ? `${wrong}; the option validateRequests decides what is refused`
    : explainFailure(violation);
  return new CatalogueError("INVALID_ARGUMENT", `${name} cannot be sent: ${why}`, { operation, cause });
}

function describeIssue({ name, rule }: Violation, issue: Partial<Issue> | undefined): string | undefined {
  if (!issue) return undefined;
  const { path: inside = "", expected, kind } = issue;
  const path = inside.startsWith("[") && !name.startsWith(bodyName) ? `${name}${inside}` : inside;
  const whats = { missing: "is required", unexpected: "is not allowed" } as const;
  const what =
    kind === "missing" || kind === "unexpected" ? whats[kind] : `must be ${path ? expected : rule}`;
  return `${path || "it"} ${what}`;
}

function explainFailure({ value, cause }: Violation): string {
  if (isStackOverflow(cause)) return "it is nested too deep, contains itself or is too large";
  if (cause instanceof URIError) return "it has a lone surrogate";
  if (cause instanceof Error) return cause.message;
  if (typeof value === "string") return "it must not be empty, . or ..";
  if (typeof value === "number") return "it is not a finite number";
  return Object(value) === value ? "it contains an object" : "it is missing";
}

function findFirst(
  { name: operation }: Operation<unknown>,
  { name, value }: Violation,
  { shapes = {}, parameters = {} }: Partial<Description> = {},
  isRelaxed = false,
): Partial<Issue> | undefined {
  const key = `${operation} ${name}`;
  const shape = Object.hasOwn(parameters, key) ? parameters[key] : undefined;
  if (shape === undefined || value === undefined) return {};
  try {
    const [issue] = isRelaxed
      ? findIssues(value, relaxShape(shape), relaxShapes(shapes))
      : findIssues(value, shape, shapes);
    return issue;
  } catch (error) {
    if (error instanceof CatalogueError) throw error;
    return {};
  }
}

export function validateResponse<T>(
  call: ActiveCall<T>,
  raw: RawResponse,
  parsed?: unknown,
): Outcome<T> | Promise<Outcome<T>> {
  const { settings, operation } = call;
  const { response, text, isCached } = raw;
  const { name, isResource, isEmptyAllowed, guard, notFound } = operation;
  const { status, headers } = response;
  let body = parsed;
  let cause: unknown;
  try {
    body ??= JSON.parse(text);
  } catch (error) {
    cause = error;
  }
  const makeError = createErrorMaker(call, raw, cause ? text : body);
  const isNotFound = status === 404 || status === 410 || notFound?.includes(status);
  if (isNotFound || (isResource && settings.isNotFound?.({ operation: name, status, body, text }))) {
    return { notFound: makeError("NOT_FOUND", noSuchResource) };
  }
  if (!response.ok && !isCached) throw makeError(errorCode(status), "failed");
  const isEmpty = cause && !text.trim();
  if (isEmptyAllowed && (isEmpty || (cause && !guard))) return { data: body as T };
  const isChange = false;
  const applied = isChange ? `; the change ${isEmpty ? "was" : "may have been"} applied` : "";
  if (isEmpty) throw makeError("VALIDATION", `the response has no body${applied}`, { issues: [noBody] });
  if (cause) throw makeError("DECODE", `not JSON but ${headers.get("content-type")}${applied}`, { cause });
  if (settings.validate === "off" || !guard || guard(body, status)) return { data: body as T };
  return handleDrift(call, body, isChange, makeError);
}

function createErrorMaker(
  { settings: { maxErrorBody }, request }: ActiveCall,
  { response: { ok, status, headers }, text, attempt }: RawResponse,
  body: unknown,
): MakeError {
  const message = ok ? "" : findServerMessage(body);
  return (code, what, more) =>
    makeRequestError(request, code, `${what} (HTTP ${status}${message && `: ${message}`})`, {
      status,
      headers,
      excerpt: text.slice(0, 500),
      body: text.length > maxErrorBody ? undefined : body,
      attempts: attempt,
      retryAfterMs: readRetryAfterMs(headers),
      ...more,
    });
}

const noBody: Issue = { path: "", expected: "JSON", actual: "nothing", kind: "missing" };

function errorCode(status: number): ErrorCode {
  if (status === 429) return "RESOURCE_EXHAUSTED";
  if (status === 499) return "CANCELLED";
  if (status === 503) return "UNAVAILABLE";
  return status >= 500 ? "SERVER_ERROR" : "HTTP_ERROR";
}
