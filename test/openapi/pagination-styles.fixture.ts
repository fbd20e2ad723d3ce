import { cursorStyles } from "./cursor-styles.fixture.js";
import { linkStyles } from "./link-styles.fixture.js";
import { numberStyles } from "./number-styles.fixture.js";
import { answer } from "./package.fixture.js";
import type { Style } from "./pagination-style.fixture.js";

/** Published styles of pagination. */
export const styles: Readonly<Record<string, Style>> = { ...linkStyles, ...cursorStyles, ...numberStyles };

/** The tag of a style, which has letters alone: `style_ab`. */
export const tagOf = (index: number): string =>
  `style${"abcdefghij"[Math.floor(index / 10)]}${"abcdefghij"[index % 10]}`;

/** One description with a list of each style. */
export const stylesSpec = {
  openapi: "3.1.0",
  info: { title: "Styles", version: "1" },
  paths: Object.fromEntries(
    Object.values(styles).map(({ parameters, schema, headers }, index) => {
      const [[status, response] = ["200", {}]] = Object.entries(answer(schema));
      const responses = { [status]: { ...(response as object), ...(headers && { headers }) } };
      return [
        `/list${index}`,
        { get: { operationId: `list_${tagOf(index)}`, tags: [tagOf(index)], parameters, responses } },
      ];
    }),
  ),
};
