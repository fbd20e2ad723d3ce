/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/depth.ts of protoc-gen-stratus. DO NOT EDIT. */
/** Returns the depth to which objects and lists of a value are nested. */
export function measureDepth(value: unknown): number {
  let depth = 0;
  for (let level = [value].filter(isContainer); level.length > 0; depth++) {
    level = level.flatMap((one) => Object.values(one)).filter(isContainer);
  }
  return depth;
}

/** Describes JSON that is nested too deep for the readers of exact integers and dates. */
export function describeDepth(text: string): string {
  const depth = measureDepth(JSON.parse(text));
  return `nested ${depth} levels deep, too deep for exact integers and dates; a package generated without --int64 and --dates reads it`;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
