import type { Page } from "playwright-core";

/**
 * What is wrong with how the page lies on the screen, one sentence each: it scrolls sideways, text lies over
 * text or is cut, or something to tap is smaller than a finger needs.
 */
export function layoutFaults(page: Page, leastTap: number): Promise<string[]> {
  return page.evaluate(`(${faultsInPage.toString()})(${leastTap})`);
}

/** Runs in the page: it knows nothing of this file. */
function faultsInPage(leastTap: number): string[] {
  /* oxlint-disable typescript/no-explicit-any -- the types of a browser are not those of the tests */
  const { document, innerWidth, getComputedStyle, NodeFilter } = globalThis as any;
  type Box = { left: number; right: number; top: number; bottom: number };
  const faults: string[] = [];
  const name = (one: any): string =>
    `<${one.tagName.toLowerCase()} class="${one.getAttribute("class") ?? ""}"> “${one.textContent.trim().slice(0, 40)}”`;
  const meet = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isThere = ({ left, right, top, bottom }: Box): boolean => right - left > 1.5 && bottom - top > 1.5;
  const isClipped = (one: any): boolean =>
    one !== null && (getComputedStyle(one).clipPath !== "none" || isClipped(one.parentElement));
  const isSeen = (one: any): boolean =>
    one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && !isClipped(one);
  /** The part of a box that its scrolling ancestors let be seen. */
  const seenPart = (one: any, box: Box): Box => {
    let seen = box;
    for (let above = one.parentElement; above && above !== document.body; above = above.parentElement) {
      if (getComputedStyle(above).overflow !== "visible") seen = meet(seen, above.getBoundingClientRect());
    }
    return seen;
  };

  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} wide on a screen of ${innerWidth}`);

  const texts: { one: any; box: Box }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const one = text.parentElement;
    if (text.data.trim() === "" || /^(SCRIPT|STYLE|NOSCRIPT|TITLE)$/i.test(one.tagName) || !isSeen(one))
      continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      // Letters do not fill their line.
      const box = { left: line.left, right: line.right, top: line.top + 2, bottom: line.bottom - 2 };
      const seen = seenPart(one, box);
      if (isThere(seen)) texts.push({ one, box: seen });
      const isScrolled = one.closest(".list-panel, .campus-panel, .week");
      const isCut =
        box.right - seen.right > 1.5 || seen.left - box.left > 1.5 || box.bottom - seen.bottom > 1.5;
      if (!isScrolled && isCut) faults.push(`text is cut: ${name(one)}`);
    }
  }
  for (const block of document.querySelectorAll(".block-body, .badge, .result, .button")) {
    if (!isSeen(block)) continue;
    if (block.scrollWidth > block.clientWidth + 1 || block.scrollHeight > block.clientHeight + 1)
      faults.push(`text is cut: ${name(block)}`);
  }
  for (const [index, { one, box }] of texts.entries()) {
    for (const other of texts.slice(index + 1)) {
      if (one === other.one || !isThere(meet(box, other.box))) continue;
      // What sticks to an edge lies over what is scrolled below it, by design.
      const isSticking = (each: any): any => each.closest(".masthead, .panel-head, .way-back");
      if (isSticking(one) !== isSticking(other.one)) continue;
      faults.push(`${name(one)} lies over ${name(other.one)}`);
    }
  }
  for (const target of document.querySelectorAll("a[href], button, input, summary")) {
    if (!isSeen(target)) continue;
    const { width, height } = target.getBoundingClientRect();
    if (Math.min(width, height) < leastTap - 0.5)
      faults.push(`${name(target)} is ${Math.round(width)} by ${Math.round(height)}`);
  }
  return [...new Set(faults)];
}
