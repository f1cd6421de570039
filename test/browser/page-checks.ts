import type { Page } from 'playwright-core';

/** Pixels by which a page is wider than the window. */
export function overflow(page: Page): Promise<unknown> {
  return page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}

/** What can be filled in and has no label, or more than one. */
export function withoutLabel(page: Page): Promise<unknown> {
  return page.evaluate(`Array.from(document.querySelectorAll('input, textarea, select'))
    .filter((one) => one.labels.length !== 1 || one.labels[0].textContent.trim() === '')
    .map((one) => one.outerHTML)`);
}

/** Texts and fields whose contrast is below 4.5 : 1 (WCAG 2.2, 1.4.3), by computed colours. */
export function faint(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const rgba = (text) => text.match(/[\\d.]+/g).map(Number);
    const light = ([red, green, blue]) => {
      const [r, g, b] = [red, green, blue].map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const paper = (one) => {
      const colour = rgba(getComputedStyle(one).backgroundColor);
      if (colour.length === 3) return colour;
      if (colour[3] !== 0) throw new Error('half transparent: ' + one.outerHTML);
      return one.parentElement === null ? [255, 255, 255] : paper(one.parentElement);
    };
    const contrast = (one) => {
      const both = [light(rgba(getComputedStyle(one).color)), light(paper(one))];
      return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
    };
    const texts = Array.from(document.querySelectorAll('body *')).filter((one) =>
      Array.from(one.childNodes).some(({ nodeType, data }) => nodeType === 3 && data.trim() !== ''));
    const fields = Array.from(document.querySelectorAll('input, textarea, select'));
    return [...texts, ...fields]
      .filter((one) => one.checkVisibility() && contrast(one) < 4.5)
      .map((one) => contrast(one).toFixed(2) + ' ' + one.outerHTML.slice(0, 100));
  })()`);
}

/** Where the focus is. */
export interface Stop {
  readonly id: string;
  /** `INPUT radio`, `SELECT`, `A` … */
  readonly kind: string;
  readonly outline: string;
  /** Whether some of it is in the window. */
  readonly inView: boolean;
}

/** Presses Tab, and says where that leads. */
export async function tab(page: Page): Promise<Stop> {
  await page.keyboard.press('Tab');
  return page.evaluate(`(() => {
    const one = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    const isInside = box.top < innerHeight && box.bottom > 0;
    return {
      id: one.id,
      kind: one.tagName + (one.tagName === 'INPUT' ? ' ' + one.type : ''),
      outline: outlineStyle + ' ' + outlineWidth,
      inView: isInside && box.left < innerWidth && box.right > 0,
    };
  })()`);
}

/** Keys that change a field of each kind. */
const keys: Readonly<Record<string, readonly string[]>> = {
  'INPUT radio': ['ArrowDown'],
  'INPUT checkbox': ['Space'],
  'INPUT date': ['1', '2', '1', '2', '2', '0', '2', '4'],
  'INPUT time': ['1', '1', '1', '1', 'a'],
  'INPUT text': ['7'],
  SELECT: ['ArrowDown'],
};

/** Goes to the button that sends by keys alone, and changes each field on the way. */
export async function fillByKeys(page: Page): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  for (let stop = await tab(page); stop.id !== 'invoke'; stop = await tab(page)) {
    stops.push(stop);
    if (stops.length > 80) throw new Error(`Tab never comes to the button: ${show(stops)}`);
    for (const key of keys[stop.kind] ?? []) await page.keyboard.press(key);
  }
  return stops;
}

/** Stops at which nothing shows where the focus is. */
export function unseen(stops: readonly Stop[]): readonly Stop[] {
  // the button inside a date field has an outline of its own, which styles do not tell
  return stops.filter(
    ({ kind, outline, inView }) =>
      !inView || (outline !== 'solid 3px' && !/^INPUT (?:date|time)/.test(kind)),
  );
}

function show(stops: readonly Stop[]): string {
  return stops.map(({ kind, id }) => `${kind} ${id}`).join(', ');
}
