import type { jsonSchemaValidator } from "@modelcontextprotocol/server";

let loaded: jsonSchemaValidator | undefined;

/** Loads the validator of JSON schemas. It is a quarter of a server's code, and no answer before the first call needs it. */
export async function loadSchemaValidator(): Promise<jsonSchemaValidator> {
  if (loaded !== undefined) return loaded;
  const { AjvJsonSchemaValidator } = await import("@modelcontextprotocol/server/validators/ajv");
  return (loaded ??= new AjvJsonSchemaValidator());
}

/**
 * The validator of a server, which uses it for answers to the questions of a tool. The arguments of that tool were
 * checked before, so the validator is loaded.
 */
export const loadedSchemaValidator: jsonSchemaValidator = {
  getValidator(schema) {
    if (loaded === undefined)
      throw new Error("A server checks the arguments of a tool before its questions.");
    return loaded.getValidator(schema);
  },
};
