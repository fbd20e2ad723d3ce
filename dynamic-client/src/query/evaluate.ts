/**
 * Evaluates JMESPath expressions (jmespath.org/specification.html). Every step is counted, so that no query can stall the
 * program or fill its memory.
 *
 * @module
 */
import { Budget, type QueryLimits } from "./budget.js";
import { compareValues, isEqual } from "./compare.js";
import { functions, pick, sortByKeys } from "./functions.js";
import type { Comparison, Node } from "./node.js";
import { QueryError } from "./query-error.js";
import {
  isFalse,
  isQueryArray,
  isQueryNumber,
  isQueryObject,
  queryType,
  type QueryValue,
} from "./query-value.js";
import { type FunctionName, isArrayOf, typeFault } from "./signatures.js";

/**
 * Evaluates an expression.
 *
 * @throws A QueryError if an argument of a function has the wrong type, or if the query costs too much.
 */
export function evaluate(node: Node, value: QueryValue, limits?: QueryLimits): QueryValue {
  const budget = new Budget(limits);
  const result = new Evaluation(budget).run(node, value);
  budget.requireSize(result);
  return result;
}

class Evaluation {
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  run(node: Node, value: QueryValue): QueryValue {
    this.#budget.spend(1);
    switch (node.kind) {
      case "current":
        return value;
      case "literal":
        return node.value;
      case "field":
        return isQueryObject(value) && Object.hasOwn(value, node.name) ? (value[node.name] ?? null) : null;
      case "index":
        return isQueryArray(value) ? (value.at(node.at) ?? null) : null;
      case "slice":
        return isQueryArray(value) ? this.#slice(value, node.parts) : null;
      case "then":
        return this.run(node.next, this.run(node.of, value));
      case "or":
      case "and": {
        const left = this.run(node.left, value);
        return isFalse(left) === (node.kind === "or") ? this.run(node.right, value) : left;
      }
      case "not":
        return isFalse(this.run(node.of, value));
      case "compare":
        return this.#compare(node.by, this.run(node.left, value), this.run(node.right, value));
      case "list":
        return value === null ? null : node.items.map((one) => this.run(one, value));
      case "hash":
        return value === null
          ? null
          : Object.fromEntries(node.entries.map(([name, one]) => [name, this.run(one, value)]));
      case "call":
        return this.#call(node.name, node.args, value);
      // The parser accepts one only as an argument of a function that applies it.
      case "reference":
        return null;
      default:
        return this.#project(node, value);
    }
  }

  #project(
    node: Extract<Node, { readonly kind: "project" | "filter" | "flatten" }>,
    value: QueryValue,
  ): QueryValue {
    const base = this.run(node.of, value);
    if (node.kind === "flatten") {
      if (!isQueryArray(base)) return null;
      const flat = base.flatMap((one) => (isQueryArray(one) ? one : [one]));
      this.#budget.spend(flat.length);
      return flat;
    }
    const overObject = node.kind === "project" && node.over === "object";
    const all = overObject && isQueryObject(base) ? Object.values(base) : base;
    if (!isQueryArray(all) || (overObject && isQueryArray(base))) return null;
    const chosen =
      node.kind === "filter" ? all.filter((one) => !isFalse(this.run(node.condition, one))) : all;
    return chosen.map((one) => this.run(node.next, one)).filter((one) => one !== null);
  }

  /** Returns a part of an array, as Python's slices do. */
  #slice(
    values: readonly QueryValue[],
    [start, stop, step = 1]: readonly (number | undefined)[],
  ): QueryValue {
    if (step === 0) throw new QueryError("type", "the step of a slice cannot be 0");
    const { length } = values;
    const [low, high] = step > 0 ? [0, length] : [-1, length - 1];
    const clamp = (at: number): number => Math.min(Math.max(at < 0 ? at + length : at, low), high);
    const from = start === undefined ? (step > 0 ? 0 : length - 1) : clamp(start);
    const to = stop === undefined ? (step > 0 ? length : -1) : clamp(stop);
    const part: QueryValue[] = [];
    for (let at = from; step > 0 ? at < to : at > to; at += step) part.push(values[at] ?? null);
    this.#budget.spend(part.length);
    return part;
  }

  #compare(by: Comparison, left: QueryValue, right: QueryValue): QueryValue {
    if (by === "==" || by === "!=") return isEqual(left, right, this.#budget) === (by === "==");
    if (!isQueryNumber(left) || !isQueryNumber(right)) return null;
    const order = compareValues(left, right);
    if (by === "<") return order < 0;
    if (by === "<=") return order <= 0;
    return by === ">" ? order > 0 : order >= 0;
  }

  #call(name: FunctionName, args: readonly Node[], value: QueryValue): QueryValue {
    if (name === "map" || name === "max_by" || name === "min_by" || name === "sort_by")
      return this.#callWithExpression(name, args, value);
    const given = args.map((one, at) => this.#argument(name, at, one, value));
    return functions[name](given, this.#budget);
  }

  #argument(name: FunctionName, at: number, node: Node, value: QueryValue): QueryValue {
    const given = this.run(node, value);
    const fault = typeFault(name, at, given);
    if (fault !== undefined) throw new QueryError("type", fault);
    return given;
  }

  /** Calls a function that applies an expression to each element. The parser has checked which argument that is. */
  #callWithExpression(
    name: "map" | "max_by" | "min_by" | "sort_by",
    args: readonly Node[],
    value: QueryValue,
  ): QueryValue {
    const at = args[0]?.kind === "reference" ? 0 : 1;
    const [reference, array] = [args[at], args[1 - at]];
    if (reference?.kind !== "reference" || !array) return null;
    const all = this.#argument(name, 1 - at, array, value) as readonly QueryValue[];
    const keys = all.map((one) => this.run(reference.to, one));
    if (name === "map") return keys;
    if (!isArrayOf(keys, "number") && !isArrayOf(keys, "string")) {
      const types = [...new Set(keys.map(queryType))].join(" and ");
      throw new QueryError("type", `${name}() needs keys that are all numbers or all text, not ${types}`);
    }
    if (name === "sort_by") return sortByKeys(all, keys, this.#budget);
    return pick(all, keys, this.#budget, (order) => (name === "max_by" ? order > 0 : order < 0));
  }
}
