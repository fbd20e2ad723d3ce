/** The script of every page. Without it, a page shows everything but the search. */
import { addCopyButtons } from "./copy.js";
import { openFields } from "./fields.js";
import { addSearch } from "./search.js";
import { addTabs } from "./tabs.js";
import { addTheme } from "./theme.js";

const find = <T extends Element>(selector: string, use: (element: T) => void): void => {
  const element = document.querySelector<T>(selector);
  if (element) use(element);
};

find<HTMLButtonElement>(".theme", addTheme);
addTabs();
addCopyButtons();
openFields();
find<HTMLDialogElement>("dialog", (dialog) =>
  find<HTMLButtonElement>("button.search", (button) => addSearch(button, dialog)),
);
find<HTMLButtonElement>(".menu", (menu) =>
  menu.addEventListener("click", () => {
    menu.ariaExpanded = String(menu.ariaExpanded !== "true");
    document.body.classList.toggle("has-menu", menu.ariaExpanded === "true");
  }),
);
// The page that is shown is in view in a long navigation.
find('[aria-current="page"]', (link) => link.scrollIntoView({ block: "center" }));
if (location.hash === "") scrollTo(0, 0);
