import { expect, test } from "@playwright/test";

const { HTTP_PORT = "8080" } = process.env;
const control = `http://localhost:${HTTP_PORT}/_emulator`;

test.beforeEach(async ({ request }) => {
  await request.post(`${control}/reset`, { data: {} });
  const yaml = "$resource: compute/instance\nmetadata: { parentId: p, name: web }\nspec: { cpu: 4 }\n";
  await request.post(`${control}/seed`, { data: { yaml } });
});

test("the page lists the machines", async ({ page, request }) => {
  await page.goto("/");
  await expect(page.getByRole("listitem")).toHaveText(["web"]);
  const answer = await request.get(`${control}/calls?method=InstanceService/List`);
  expect((await answer.json()).calls).toMatchObject([{ code: "OK" }]);
});
