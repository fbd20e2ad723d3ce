import type { RestApi, RestOperation } from "../../../generator/src/rest/model/rest-api.js";
import { listCheckedBodies } from "../../../generator/src/rest/view/checked-bodies.js";
import { findIssues } from "../../../generator/src/rest/runtime/issues.js";
import type { Shape, Shapes } from "../../../generator/src/rest/runtime/shape.js";

/** An example of a success in a document, with what its guard says. */
export interface JudgedExample {
  readonly operation: RestOperation;
  readonly value: unknown;
  /** Why the guard refuses it. Undefined if it does not. */
  readonly issue: string | undefined;
}

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** Compares the JSON examples of responses with the shapes of guards. */
export function judgeExamples(root: Node, api: RestApi): readonly JudgedExample[] {
  const find = issueFinder(api);
  return api.groups
    .flatMap(({ operations }) => operations)
    .filter(({ response }) => response.shape && response.kind === "json")
    .flatMap((operation) =>
      listExamples(root, operation).map((value) => ({
        operation,
        value,
        issue: find(value, operation.response.shape ?? {}),
      })),
    );
}

/** Compares the JSON examples of bodies with the shapes that they are checked against before they are sent. */
export function judgeBodies(root: Node, api: RestApi): { all: number; differences: readonly string[] } {
  const find = issueFinder(api);
  const judged = api.groups
    .flatMap(({ operations }) => operations)
    .flatMap((operation) => {
      const [checked] = listCheckedBodies(operation).filter(({ kind }) => kind === "json");
      if (!checked) return [];
      const body = follow(root, read(findOperation(root, operation), "requestBody"));
      return listMediaExamples(root, body).map((value) => ({
        label: operation.label,
        issue: find(value, checked.shape),
      }));
    });
  const differences = judged.flatMap(({ label, issue }) =>
    issue === undefined ? [] : [`${label} ${issue}`],
  );
  return { all: judged.length, differences };
}

/** Counts the examples and defaults of parameters, and lists those that `validateRequests: "strict"` refuses. */
export function judgeParameters(api: RestApi): {
  all: number;
  differences: readonly string[];
} {
  const find = issueFinder(api);
  const parameters = api.groups
    .flatMap(({ operations }) => operations)
    .flatMap(({ label, parameters }) => parameters.map((one) => ({ label, ...one })));
  const judged = parameters.flatMap(({ label, name, annotations, shape }) =>
    [annotations.example, annotations.default]
      .filter((value) => value !== undefined)
      .map((value) => ({ label: `${label} ${name}`, value, issue: find(value, shape) })),
  );
  const differences = judged.flatMap(({ label, value, issue }) =>
    issue === undefined ? [] : [`${label}${issue}, ${JSON.stringify(value).slice(0, 40)}`],
  );
  return { all: judged.length, differences };
}

/** Returns a function that finds the first difference between a value and a shape. */
function issueFinder({
  schemas,
  requestShapes,
}: RestApi): (value: unknown, shape: Shape) => string | undefined {
  const shapes: Shapes = Object.fromEntries(
    [...schemas, ...requestShapes].map(([name, { shape }]) => [name, shape]),
  );
  return (value, shape) => {
    const [issue] = findIssues(value, shape, shapes);
    return issue && `${issue.path}: expected ${issue.expected}, got ${issue.actual}`;
  };
}

/** Lists the JSON examples of an operation's successes. A text is the example of no JSON, but JSON in quotes. */
function listExamples(root: Node, operation: RestOperation): readonly unknown[] {
  const responses = read(findOperation(root, operation), "responses");
  const successes = Object.entries(responses ?? {}).filter(([status]) => status.startsWith("2"));
  return successes.flatMap(([, response]) => listMediaExamples(root, follow(root, response)));
}

function findOperation(root: Node, { pathKey, method }: RestOperation): unknown {
  const item = follow(root, read(read(root, "paths"), pathKey));
  return follow(root, read(item, method.toLowerCase()));
}

/** Lists the examples of the JSON of a response or a body. */
function listMediaExamples(root: Node, described: unknown): readonly unknown[] {
  const content = Object.entries(read(described, "content") ?? {});
  const [, media] = content.find(([type]) => /json/i.test(type)) ?? [];
  if (!isNode(media)) return [];
  const several = Object.values(read(media, "examples") ?? {}).map((one) => read(follow(root, one), "value"));
  return [media["example"], ...several].filter((one) => one !== undefined && typeof one !== "string");
}

function read(node: unknown, name: string): Node | undefined {
  return isNode(node) ? (node[name] as Node | undefined) : undefined;
}

/** Follows a reference to another place of the document. */
function follow(root: Node, node: unknown): unknown {
  const reference = isNode(node) ? node["$ref"] : undefined;
  if (typeof reference !== "string" || !reference.startsWith("#/")) return node;
  return reference
    .slice(2)
    .split("/")
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((at, step) => read(at, step), root);
}

/** The type that only a value has, so that the compiler does not look for properties that a literal should not have. */
export function printType(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printType).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, part]) => `${JSON.stringify(name)}: ${printType(part)}`)
    .join("; ")} }`;
}
