import { describe, expect, test } from '@jest/globals';
import { style } from '../../src/runtime/pages/html.ts';

/** The custom properties of the sheet's n-th `:root`: light, dark, print. */
const palettes = [...style.matchAll(/:root \{([^}]*)\}/g)].map(
  ([, declarations = '']) =>
    new Map(
      [...declarations.matchAll(/--([\w-]+): (#[\da-f]+);/g)].map(([, name = '', colour = '']) => [
        name,
        colour,
      ]),
    ),
);

/** Relative luminance of a colour (WCAG 2.2). */
function luminance(colour: string): number {
  const digits = colour.length === 4 ? colour.replace(/[\da-f]/g, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of two colours (WCAG 2.2), 1 to 21. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test('the ratio is that of WCAG, and there are three palettes', () => {
  expect(palettes).toHaveLength(3);
  expect(contrast('#000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#fff')).toBeCloseTo(4.48, 2);
});

describe.each([
  ['light', 0],
  ['dark', 1],
  ['print', 2],
] as const)('%s', (_name, index) => {
  const palette = palettes[index] ?? new Map<string, string>();
  const colour = (name: string): string => {
    // What a palette does not name is that of the light one.
    const found = palette.get(name) ?? palettes[0]?.get(name);
    if (found === undefined) throw new Error(`The sheet has no --${name}.`);
    return found;
  };
  const text = ['ink', 'soft', 'accent', 'value', 'key', 'good', 'bad'];

  // 4.5 to 1 for text (WCAG AA, 1.4.3).
  test.each(text.flatMap((name) => [[name, 'paper'] as const, [name, 'panel'] as const]))(
    'text in %s on %s',
    (name, ground) => {
      expect(contrast(colour(name), colour(ground))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('text of a button', () => {
    expect(contrast(colour('on-accent'), colour('accent'))).toBeGreaterThanOrEqual(4.5);
  });

  // 3 to 1 for what shows a control or the focus (WCAG AA, 1.4.11).
  test.each([
    ['the border of a field', 'soft'],
    ['the outline of the focus', 'accent'],
  ])('%s', (_what, name) => {
    for (const ground of ['paper', 'panel']) {
      expect(contrast(colour(name), colour(ground))).toBeGreaterThanOrEqual(3);
    }
  });
});

test('every text colour of the sheet is one of those above', () => {
  const used = [...style.matchAll(/[{;\s]color: ([^;]+);/g)].map(([, value]) => value);
  expect(new Set(used)).toEqual(
    new Set([
      ...['ink', 'soft', 'accent', 'on-accent', 'value', 'key', 'good', 'bad'].map(
        (name) => `var(--${name})`,
      ),
      'inherit',
    ]),
  );
});
