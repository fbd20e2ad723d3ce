import type { GuideJson } from "@stratus/runtime/guide";
import { isJsonObject } from "../text/json-object.js";

/** Reads the progress of an operation: the completed fraction, from 0 to 1, if it is known, and a description. */
export function readProgress(operation: GuideJson): {
  readonly fraction: number | undefined;
  readonly text: string;
} {
  const places = [operation, member(operation, "progress"), member(operation, "metadata")];
  const found = places.flatMap((one) =>
    ["workFraction", "fraction", "progressFraction"].map((name) => member(one, name)),
  );
  const percents = places.flatMap((one) =>
    ["progressPercent", "percentComplete"].map((name) => member(one, name)),
  );
  const fraction = found.find((one) => typeof one === "number") ?? undefined;
  const whole = percents.find((one) => typeof one === "number");
  const texts = [member(places[1] ?? null, "description"), member(operation, "description")];
  return {
    fraction: typeof fraction === "number" ? fraction : typeof whole === "number" ? whole / 100 : undefined,
    text: texts.find((one): one is string => typeof one === "string" && one !== "") ?? "",
  };
}

function member(value: GuideJson, name: string): GuideJson {
  return isJsonObject(value) ? (value[name] ?? null) : null;
}
