import { object, ref, text, type SchemaKind } from "./schema-kind.fixture.js";

const pets = {
  Pet: {
    ...object({ kind: text, name: text }, "kind"),
    discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", poodle: "Poodle" } },
  },
  Cat: { allOf: [ref("Pet"), object({ lives: { type: "integer" } })] },
  Dog: { allOf: [ref("Pet"), object({ bark: text })] },
  Poodle: { allOf: [ref("Dog"), object({ curls: { type: "integer" } }, "curls")] },
  Either: { oneOf: [ref("Cat"), ref("Poodle")] },
  Owner: object({ pet: ref("Pet"), kind: { $ref: "#/components/schemas/Pet/properties/kind" } }, "pet"),
};

/** Inheritance with a discriminator. */
export const inheritanceKinds: readonly SchemaKind[] = [
  {
    what: "a base whose discriminator selects the schemas that extend it",
    openapi: "3.0.3",
    schemas: pets,
    usage: `
      export const lives = (pet: ours.Either): number | undefined => (pet.kind === "cat" ? pet.lives : pet.curls);
      export const narrowed = (pet: ours.Pet): number | undefined => (isCat(pet) ? pet.lives : undefined);
      export const others: ours.Pet = { kind: "fish" };
      export const base: ours.PetBase = { kind: "any" };
      export const dog: "Dog" = (null as unknown as ours.Dog).kind;
      // @ts-expect-error A poodle says that it is one.
      export const wrong: ours.Poodle = { kind: "cat", curls: 1 };`,
    good: [
      ["Either", { kind: "cat", lives: 7 }],
      ["Pet", { kind: "poodle", curls: 2 }],
      ["Pet", { kind: "fish" }],
      ["Dog", { kind: "Dog" }],
      ["Owner", { pet: { kind: "cat" }, kind: "x" }],
    ],
    bad: [
      ["Either", { kind: "fish" }],
      ["Pet", { kind: "cat", lives: "seven" }],
      ["Pet", { name: "no kind" }],
      ["Dog", { kind: "poodle" }],
      ["Cat", { kind: "Cat" }],
    ],
  },
  {
    what: "a base without a mapping, whose values are names or what an extension says",
    schemas: {
      Task: { ...object({ "@type": text }), discriminator: { propertyName: "@type" } },
      Mail: { allOf: [ref("Task"), object({ to: text })] },
      Ring: { allOf: [ref("Task")], "x-ms-discriminator-value": "Ms.Ring" },
      "ns.Item": { ...object({ kind: text }, "kind"), discriminator: { propertyName: "kind" } },
      "ns.File": { allOf: [ref("ns.Item")] },
      "q.Cat": object({ t: text, lives: { type: "integer" } }, "t"),
      "q.Dog": object({ t: text, bark: text }, "t"),
      Choice: { oneOf: [ref("q.Cat"), ref("q.Dog")], discriminator: { propertyName: "t" } },
    },
    usage: `
      export const mail: "Mail" | undefined = (null as unknown as ours.Mail)["@type"];
      export const ring: "Ms.Ring" | undefined = (null as unknown as ours.Ring)["@type"];
      export const file: ours.NsFile = { kind: "#ns.File" };
      export const bark = (one: ours.Choice): unknown => (one.t === "q.Dog" ? one.bark : one.t);`,
    good: [
      ["Mail", { to: "" }],
      ["Ring", { "@type": "Ms.Ring" }],
      ["Task", { "@type": "other" }],
      ["Choice", { t: "q.Cat" }],
      ["Choice", { t: "#q.Dog" }],
      ["Choice", { t: "Cat" }],
    ],
    bad: [
      ["Choice", { t: "Cow" }],
      ["Mail", { "@type": "Ring" }],
      ["Task", { "@type": "Mail", to: 1 }],
    ],
  },
  {
    what: "a base that lists the schemas that extend it",
    schemas: {
      Figure: {
        ...object({ form: text }, "form"),
        oneOf: [ref("Circle"), ref("Square")],
        discriminator: { propertyName: "form" },
      },
      Circle: { allOf: [ref("Figure"), object({ radius: { type: "number" } }, "radius")] },
      Square: { allOf: [ref("Figure"), object({ side: { type: "number" } }, "side")] },
    },
    usage: `export const size = (shape: ours.Figure): number => (shape.form === "Circle" ? shape.radius : shape.side);`,
    good: [["Figure", { form: "Circle", radius: 1 }]],
    bad: [
      ["Figure", { form: "Circle", side: 1 }],
      ["Figure", { form: "Oval" }],
    ],
  },
  {
    what: "a base whose values are an enum, and children that restrict it themselves",
    schemas: {
      Event: { ...object({ on: { enum: ["a", "b"] } }, "on"), discriminator: { propertyName: "on" } },
      Start: { allOf: [ref("Event"), object({ on: { const: "a" }, at: text })] },
      End: { allOf: [ref("Event"), object({ on: { enum: ["b"] }, why: text })] },
    },
    usage: `export const why = (event: ours.Event): string | undefined => (event.on === "b" ? event.why : event.at);`,
    good: [["Event", { on: "a", at: "x" }]],
    bad: [
      ["Event", { on: "b", why: 1 }],
      ["Event", { on: "c" }],
    ],
  },
  {
    what: "the default mapping of OpenAPI 3.2",
    openapi: "3.2.0",
    schemas: {
      Choice: {
        ...object({ t: text }, "t"),
        oneOf: [ref("One"), ref("Rest")],
        discriminator: { propertyName: "t", mapping: { one: "One" }, defaultMapping: "Rest" },
      },
      One: object({ t: { const: "one" }, purr: { type: "boolean" } }, "t"),
      Rest: object({ t: text, o: text }),
    },
    usage: `
      export const purr = (choice: ours.Choice): boolean | undefined => (choice.t === "one" ? choice.purr : undefined);
      export const wide = (choice: ours.Choice): ours.One | ours.Rest => choice;
      export const t: string | undefined = (null as unknown as ours.Rest).t;`,
    good: [
      ["Choice", { t: "dog", o: "x" }],
      ["Choice", { t: "one", purr: true }],
    ],
    bad: [
      ["Choice", { t: "one", purr: 1 }],
      ["Choice", { t: "dog", o: 1 }],
    ],
  },
  {
    what: "a base that others extend by an alias, and the default mapping of a base",
    openapi: "3.2.0",
    schemas: {
      Base: {
        ...object({ kind: text }, "kind"),
        discriminator: { propertyName: "kind", mapping: { one: "First" }, defaultMapping: "Rest" },
      },
      Alias: ref("Base"),
      First: { allOf: [ref("Alias"), object({ a: { type: "integer" } })] },
      Rest: { allOf: [ref("Alias"), object({ b: { type: "integer" } })] },
      Both: { oneOf: [ref("First"), ref("Rest")] },
    },
    usage: `
      export const first: "one" = (null as unknown as ours.First).kind;
      export const rest: string = (null as unknown as ours.Rest).kind;`,
    good: [
      ["Both", { kind: "one", a: 1 }],
      ["Both", { kind: "other", b: 1 }],
      ["Base", { kind: "other", b: 1 }],
    ],
    bad: [
      ["Both", { kind: "one", a: "x" }],
      ["Base", { kind: "other", b: "x" }],
      ["First", { kind: "other" }],
      ["Rest", { kind: "one" }],
    ],
  },
  {
    what: "discriminators that are numbers and booleans, and a value by an extension of Swagger Codegen",
    openapi: "3.0.3",
    schemas: {
      Numbered: {
        ...object({ n: { type: "integer" } }, "n"),
        discriminator: { propertyName: "n", mapping: { 1: "#/components/schemas/Odd", 2: "Even" } },
      },
      Odd: { allOf: [ref("Numbered"), object({ o: text })] },
      Even: { allOf: [ref("Numbered"), object({ e: text })] },
      Yes: object({ is: { type: "boolean" }, y: text }, "is"),
      No: object({ is: { type: "boolean" }, z: text }, "is"),
      Answer: {
        oneOf: [ref("Yes"), ref("No")],
        discriminator: { propertyName: "is", mapping: { true: "Yes", false: "No" } },
      },
      Tagged: { ...object({ t: text }, "t"), discriminator: { propertyName: "t" } },
      Child: { allOf: [ref("Tagged")], "x-discriminator-value": "child" },
    },
    usage: `
      export const odd: 1 = (null as unknown as ours.Odd).n;
      export const y = (one: ours.Answer): string | undefined => (one.is ? one.y : one.z);
      export const child: "child" = (null as unknown as ours.Child).t;`,
    good: [
      ["Numbered", { n: 1, o: "" }],
      ["Numbered", { n: 3 }],
      ["Answer", { is: true, y: "" }],
      ["Child", { t: "child" }],
    ],
    bad: [
      ["Numbered", { n: 2, e: 1 }],
      ["Even", { n: 1 }],
      ["Answer", { is: "true" }],
      ["Child", { t: "Child" }],
    ],
  },
];
