import { createRequire } from "node:module";

/** A description of an API. */
export type Document = Readonly<Record<string, unknown>>;

/** A request as the judge takes it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What openapi-backend does here. */
export interface Backend {
  init(): Promise<unknown>;
  matchOperation(asked: Asked): object | undefined;
  validateRequest(
    asked: Asked,
    operation: object,
  ): { readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null };
}

/** What `npm run long -- world` installs. */
const installed = createRequire(new URL("package.json", import.meta.url));

/** openapi-backend with a description; it checks requests alone, and formats of text are not its business. */
export async function openBackend(definition: Document): Promise<Backend> {
  const { OpenAPIBackend } = installed("openapi-backend") as {
    readonly OpenAPIBackend: new (options: object) => Backend;
  };
  const backend = new OpenAPIBackend({
    definition,
    quick: true,
    strict: false,
    ignoreTrailingSlashes: false,
    ajvOpts: { strict: false, validateFormats: false, logger: false },
  });
  await backend.init();
  return backend;
}
