import type { Shape } from "../runtime/shape.js";
import type { Group, RequestShape, RestApi } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";

/**
 * Converts the shapes of arguments, which are read as those of responses, into those of requests: `readOnly` properties
 * are not required, and `writeOnly` ones may be. Also returns the named shapes that they refer to.
 */
export function convertArguments(
  groups: readonly Group[],
  schemas: SchemaReader,
  directional: ReadonlySet<string>,
): { readonly groups: readonly Group[]; readonly requestShapes: RestApi["requestShapes"] } {
  const converter = new RequestShapeConverter(schemas, directional);
  const converted = groups.map((group) => ({
    ...group,
    operations: group.operations.map((operation) => ({
      ...operation,
      parameters: operation.parameters.map((one) => ({ ...one, shape: converter.convert(one.shape) })),
      body: operation.body && {
        ...operation.body,
        mediaTypes: operation.body.mediaTypes.map((media) => ({
          ...media,
          shape: media.shape && converter.convert(media.shape),
        })),
      },
    })),
  }));
  return { groups: converted, requestShapes: converter.named };
}

class RequestShapeConverter {
  readonly named = new Map<string, RequestShape>();
  readonly #schemas: SchemaReader;
  readonly #directional: ReadonlySet<string>;
  readonly #converted = new Map<Shape, Shape>();

  constructor(schemas: SchemaReader, directional: ReadonlySet<string>) {
    this.#schemas = schemas;
    this.#directional = directional;
  }

  /** Returns the shape of a request, which is the same object if it does not differ. */
  convert(shape: Shape): Shape {
    const known = this.#converted.get(shape);
    if (known) return known;
    const { required, ref, properties, patternProperties, additionalProperties, items, ...rest } = shape;
    const lists = ["prefixItems", "allOf", "anyOf", "oneOf"] as const;
    const converted: Shape = {
      ...rest,
      ...(ref !== undefined && { ref: this.#convertName(ref) }),
      ...this.#convertRequired(shape, required),
      ...(properties && { properties: this.#convertEach(properties) }),
      ...(patternProperties && { patternProperties: this.#convertEach(patternProperties) }),
      ...(additionalProperties !== undefined && {
        additionalProperties: additionalProperties && this.convert(additionalProperties),
      }),
      ...(items !== undefined && { items: items && this.convert(items) }),
      ...Object.fromEntries(
        lists.flatMap((name) => {
          const parts = rest[name];
          return parts ? [[name, parts.map((part) => this.convert(part))]] : [];
        }),
      ),
    };
    this.#converted.set(shape, converted);
    return converted;
  }

  #convertRequired(shape: Shape, required: Shape["required"]): Pick<Shape, "required"> {
    const names = this.#schemas.findRequestRequired(shape) ?? required;
    return names && names.length > 0 ? { required: names } : {};
  }

  #convertEach(shapes: Readonly<Record<string, Shape>>): Readonly<Record<string, Shape>> {
    return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, this.convert(shape)]));
  }

  /** Returns the name of a schema's shape in requests. */
  #convertName(schema: string): string {
    if (!this.#directional.has(schema)) return schema;
    const name = `${schema} (request)`;
    if (!this.named.has(name)) {
      // Schemas may contain themselves.
      this.named.set(name, { schema, shape: {} });
      const shape = this.convert(this.#schemas.named.get(schema)?.shape ?? {});
      this.named.set(name, { schema, shape });
    }
    return name;
  }
}
