import { code, joined, literal, type Code } from "../code/code.js";
import type { Member } from "./member.js";
import { printCodec, printEmpty } from "./message.js";
import type { Module } from "./module.js";
import type { PlainType } from "./plain-types.js";

/** What the codec of a type has beside it, where the type is a plain value in the messages that hold it. */
interface PlainFunctions {
  /** Name of the interface of these functions. */
  readonly type: Code;
  /** Their signatures. */
  readonly signatures: Code;
  /** `wrap`, which makes a message of a plain value, and `unwrap`. */
  readonly bodies: Code;
}

/** The kinds of plain values that the codecs of their types wrap and unwrap. */
type Kind = Exclude<PlainType["kind"], "wrapper">;

/** The codec of such a type, and the interface of what it has beside a codec's functions. */
export function printPlainCodec(
  kind: Kind,
  name: Code,
  members: readonly Member[],
  module: Module,
): { readonly codec: Code; readonly last: Code } {
  const create = code`createBase${name}`;
  const { type, signatures, bodies } = functionsOf[kind](name, create);
  const codec = printCodec(name, create, members, module);
  const whole = code`/*@__PURE__*/ ${module.shared("definePlainCodec")}<${name}, ${type}>(${codec}, {\n${bodies}\n})`;
  return {
    codec: joined(
      [
        code`function ${create}(): ${name} {\nreturn ${printEmpty(members)};\n}\n`,
        code`export const ${name}: MessageFns<${name}> & ${type} = ${whole};\n`,
      ],
      "\n",
    ),
    last: code`interface ${type} {\n${signatures}\n}\n`,
  };
}

/** The functions for a type, by its name and that of what makes an empty message of it. */
const functionsOf: Readonly<Record<Kind, (name: Code, create: Code) => PlainFunctions>> = {
  mask: maskFunctions,
  struct: structFunctions,
  list: listFunctions,
  value: valueFunctions,
};

function maskFunctions(name: Code, create: Code): PlainFunctions {
  return {
    type: literal("FieldMaskWrapperFns"),
    signatures: code`wrap(paths: string[]): ${name};\nunwrap(message: ${name}): string[];`,
    bodies: code`wrap(paths: string[]): ${name} {
      const result = ${create}();
      result.paths = paths;
      return result;
    },

    unwrap(message: ${name}): string[] {
      return message.paths;
    },`,
  };
}

function structFunctions(name: Code, create: Code): PlainFunctions {
  const object = literal("{ [key: string]: any }");
  return {
    type: literal("StructWrapperFns"),
    signatures: code`wrap(object: ${object} | undefined): ${name};\nunwrap(message: ${name}): ${object};`,
    bodies: code`wrap(object: ${object} | undefined): ${name} {
      const struct = ${create}();

      if (object !== undefined) {
        for (const key of globalThis.Object.keys(object)) {
          struct.fields[key] = object[key];
        }
      }
      return struct;
    },

    unwrap(message: ${name}): ${object} {
      const object: ${object} = globalThis.Object.create(null);
      if (message.fields) {
        for (const key of globalThis.Object.keys(message.fields)) {
          object[key] = message.fields[key];
        }
      }
      return object;
    },`,
  };
}

function listFunctions(name: Code, create: Code): PlainFunctions {
  return {
    type: literal("ListValueWrapperFns"),
    signatures: code`wrap(array: Array<any> | undefined): ${name};\nunwrap(message: ${name}): Array<any>;`,
    bodies: code`wrap(array: Array<any> | undefined): ${name} {
      const result = ${create}();
      result.values = array ?? [];
      return result;
    },

    unwrap(message: ${name}): Array<any> {
      if (message?.hasOwnProperty("values") && globalThis.Array.isArray(message.values)) {
        return message.values;
      } else {
        return message as any;
      }
    },`,
  };
}

function valueFunctions(name: Code, create: Code): PlainFunctions {
  const json = literal("string | number | boolean | Object | null | Array<any> | undefined");
  return {
    type: literal("AnyValueWrapperFns"),
    signatures: code`wrap(value: any): ${name};\nunwrap(message: any): ${json};`,
    bodies: code`wrap(value: any): ${name} {
      const result = ${create}();
      if (value === null) {
        result.kind = { $case: "nullValue", value: NullValue.NULL_VALUE };
      } else if (typeof value === "boolean") {
        result.kind = { $case: "boolValue", value };
      } else if (typeof value === "number") {
        result.kind = { $case: "numberValue", value };
      } else if (typeof value === "string") {
        result.kind = { $case: "stringValue", value };
      } else if (globalThis.Array.isArray(value)) {
        result.kind = { $case: "listValue", value };
      } else if (typeof value === "object") {
        result.kind = { $case: "structValue", value };
      } else if (typeof value !== "undefined") {
        throw new globalThis.Error("Unsupported any value type: " + typeof value);
      }
      return result;
    },

    unwrap(message: ${name}): ${json} {
      return message.kind?.$case === "nullValue" ? null : message.kind?.value;
    },`,
  };
}
