import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { FormApi } from "@tanstack/react-form";
import * as v from "valibot";
import { expect, it } from "vitest";
import * as z from "zod";
import { schemaOf } from "@svc/cloud";
import { CreateInstanceRequest } from "@svc/cloud/compute/v1";

const bad = { metadata: { parentId: "p", name: "web" }, spec: { memoryBytes: "much" } };
const good = { metadata: { parentId: "p", name: "web" }, spec: { memoryBytes: "1024" } };
const schema = await schemaOf(CreateInstanceRequest);

it("React Hook Form takes a schema, and shows its issues at the fields", async () => {
  const resolver = standardSchemaResolver(schema as never);
  const options = { fields: {}, shouldUseNativeValidation: false, criteriaMode: "firstError" } as never;
  const { errors } = await resolver(bad as never, undefined, options);
  expect(errors).toMatchObject({
    spec: { memoryBytes: { message: expect.stringContaining("an integer is needed") } },
  });
  const { values } = await resolver(good as never, undefined, options);
  expect(values).toMatchObject({ spec: { memoryBytes: 1024n } });
});

it("TanStack Form takes a schema, and shows its issues at the fields", async () => {
  const form = new FormApi({ defaultValues: bad, validators: { onSubmit: schema as never } });
  form.mount();
  await form.handleSubmit();
  expect(form.state.canSubmit).toBe(false);
  expect(JSON.stringify(form.state.errors)).toContain("spec.memoryBytes");
});

it("Zod checks a part of a form by a schema", async () => {
  const form = z.object({
    agreed: z.literal(true),
    request: z.unknown().superRefine(async (value, context) => {
      const { issues = [] } = await schema["~standard"].validate(value);
      for (const { message, path = [] } of issues)
        context.addIssue({
          code: "custom",
          message,
          path: path.map((part) => (typeof part === "object" ? (part as { key: PropertyKey }).key : part)),
        });
    }),
  });
  const failed = await form.safeParseAsync({ agreed: true, request: bad });
  expect(failed.error?.issues[0]?.path).toEqual(["request", "spec", "memoryBytes"]);
  expect((await form.safeParseAsync({ agreed: true, request: good })).success).toBe(true);
});

it("Valibot checks a part of a form by a schema", async () => {
  const form = v.objectAsync({
    agreed: v.literal(true),
    request: v.pipeAsync(
      v.unknown(),
      v.rawCheckAsync(async ({ dataset, addIssue }) => {
        const { issues = [] } = await schema["~standard"].validate(dataset.value);
        for (const { message } of issues) addIssue({ message });
      }),
    ),
  });
  const failed = await v.safeParseAsync(form, { agreed: true, request: bad });
  expect(failed.issues?.[0]?.message).toContain("an integer is needed");
  expect((await v.safeParseAsync(form, { agreed: true, request: good })).success).toBe(true);
});
