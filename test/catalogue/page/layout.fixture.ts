import type { Page } from "playwright-core";

/**
 * What is wrong with how the page lies on the screen, one sentence each: it scrolls sideways, text lies over
 * text or is cut, or something to tap is smaller than a finger needs.
 */
export function layoutFaults(page: Page, leastTap: number): Promise<string[]> {
  return page.evaluate(`(() => {
    ${inPage.map(String).join("\n")}
    return faultsInPage(${leastTap});
  })()`);
}

/** What runs in the page: these know nothing but each other. */
const inPage = [
  faultsInPage,
  widthFaults,
  textFaults,
  cutBlocks,
  overlaps,
  smallTargets,
  linesOf,
  seenPart,
  meet,
  isThere,
  isSeen,
  isClipped,
  nameOf,
  browser,
];

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What is asked of an element of the page; the types of a browser are not those of the tests. */
interface Part {
  readonly tagName: string;
  readonly textContent: string;
  readonly parentElement: Part | null;
  readonly scrollWidth: number;
  readonly scrollHeight: number;
  readonly clientWidth: number;
  readonly clientHeight: number;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): Box & { readonly width: number; readonly height: number };
  closest(selector: string): Part | null;
  checkVisibility(options: object): boolean;
}

/** Text as it stands between tags. */
interface Text {
  readonly data: string;
  readonly parentElement: Part;
}

/** A line of text that can be seen, or the part of it. */
interface Line {
  readonly one: Part;
  readonly box: Box;
}

interface Browser {
  readonly innerWidth: number;
  readonly document: {
    readonly documentElement: Part;
    readonly body: Part;
    querySelectorAll(selector: string): Iterable<Part>;
    createTreeWalker(root: Part, what: number): { nextNode(): boolean; readonly currentNode: Text };
    createRange(): { selectNodeContents(text: Text): void; getClientRects(): Iterable<Box> };
  };
  getComputedStyle(one: Part): { readonly clipPath: string; readonly overflow: string };
}

function browser(): Browser {
  return globalThis as unknown as Browser;
}

function faultsInPage(leastTap: number): string[] {
  const lines: Line[] = [];
  const faults = [
    ...widthFaults(),
    ...textFaults(lines),
    ...cutBlocks(),
    ...overlaps(lines),
    ...smallTargets(leastTap),
  ];
  return [...new Set(faults)];
}

function widthFaults(): string[] {
  const { document, innerWidth } = browser();
  const { scrollWidth } = document.documentElement;
  return scrollWidth > innerWidth ? [`the page is ${scrollWidth} wide on a screen of ${innerWidth}`] : [];
}

/** Text that is cut; what can be seen of the others is added to `lines`. */
function textFaults(lines: Line[]): string[] {
  const faults: string[] = [];
  for (const { one, box } of linesOf()) {
    const seen = seenPart(one, box);
    if (isThere(seen)) lines.push({ one, box: seen });
    const isScrolled = one.closest(".list-panel, .campus-panel, .week, pre");
    const isCut =
      box.right - seen.right > 1.5 || seen.left - box.left > 1.5 || box.bottom - seen.bottom > 1.5;
    if (!isScrolled && isCut) faults.push(`text is cut: ${nameOf(one)}`);
  }
  return faults;
}

/** Every line of text. */
function linesOf(): Line[] {
  const { document } = browser();
  const lines: Line[] = [];
  const texts = 4;
  const walker = document.createTreeWalker(document.body, texts);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const one = text.parentElement;
    if (text.data.trim() === "" || /^(SCRIPT|STYLE|NOSCRIPT|TITLE)$/i.test(one.tagName) || !isSeen(one))
      continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, right, top, bottom } of range.getClientRects()) {
      // Letters do not fill their line.
      lines.push({ one, box: { left, right, top: top + 2, bottom: bottom - 2 } });
    }
  }
  return lines;
}

function cutBlocks(): string[] {
  return [...browser().document.querySelectorAll(".block-body, .badge, .result, .button")]
    .filter(
      (block) =>
        isSeen(block) &&
        (block.scrollWidth > block.clientWidth + 1 || block.scrollHeight > block.clientHeight + 1),
    )
    .map((block) => `text is cut: ${nameOf(block)}`);
}

/** Lines that lie over others. Only those that begin above a line's end can: they are looked at from the top down. */
function overlaps(lines: readonly Line[]): string[] {
  const faults: string[] = [];
  const sorted = lines.toSorted((a, b) => a.box.top - b.box.top);
  for (const [index, { one, box }] of sorted.entries()) {
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next];
      if (!other || other.box.top >= box.bottom) break;
      if (one === other.one || !isThere(meet(box, other.box))) continue;
      // What sticks to an edge lies over what is scrolled below it, and a dialog over the page, by design.
      const sticking = ".masthead, .panel-head, .way-back, .side nav, .said, dialog";
      if (one.closest(sticking) !== other.one.closest(sticking)) continue;
      faults.push(`${nameOf(one)} lies over ${nameOf(other.one)}`);
    }
  }
  return faults;
}

function smallTargets(leastTap: number): string[] {
  return [...browser().document.querySelectorAll("a[href], button, input, summary")].flatMap((target) => {
    // A label is a target for its input, too.
    const { width, height } = (target.closest("label") ?? target).getBoundingClientRect();
    const isLarge = Math.min(width, height) >= leastTap - 0.5;
    return isLarge || !isSeen(target)
      ? []
      : [`${nameOf(target)} is ${Math.round(width)} by ${Math.round(height)}`];
  });
}

/** The part of a box that its scrolling ancestors let be seen. */
function seenPart(one: Part, box: Box): Box {
  const { document, getComputedStyle } = browser();
  let seen = box;
  for (let above: Part | null = one; above && above !== document.body; above = above.parentElement) {
    if (getComputedStyle(above).overflow !== "visible") seen = meet(seen, above.getBoundingClientRect());
  }
  return seen;
}

function meet(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

function isThere({ left, right, top, bottom }: Box): boolean {
  return right - left > 1.5 && bottom - top > 1.5;
}

function isSeen(one: Part): boolean {
  return one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && !isClipped(one);
}

function isClipped(one: Part | null): boolean {
  return (
    one !== null && (browser().getComputedStyle(one).clipPath !== "none" || isClipped(one.parentElement))
  );
}

function nameOf(one: Part): string {
  const tag = one.tagName.toLowerCase();
  return `<${tag} class="${one.getAttribute("class") ?? ""}"> “${one.textContent.trim().slice(0, 40)}”`;
}
