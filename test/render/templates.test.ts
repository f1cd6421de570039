import { describe, expect, test } from '@jest/globals';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import {
  builtInFolder,
  loadTemplates,
  readTemplateFolder,
  type TemplateSource,
} from '../../src/render/templates.ts';

const header = { contract: 'a.yaml', lines: [] };

function own(name: string, text: string, partial = false): TemplateSource {
  return { name, partial, file: { path: `mine/${name}.hbs`, text } };
}

/** Loads templates with some of the user's and renders one. */
async function render(sources: readonly TemplateSource[], name: string, view: object) {
  const bag = createDiagnosticBag();
  const templates = loadTemplates(sources, bag);
  return { text: templates.render(name, view, bag), diagnostics: bag.diagnostics, templates };
}

describe('templates', () => {
  test('are all compiled at once, so that a broken one never hides', async () => {
    const { diagnostics } = await render([], 'index', { header, exports: [] });
    expect(diagnostics).toEqual([]);
  });

  test('render what is in the view, unescaped', async () => {
    const { text } = await render([], 'index', {
      header,
      exports: [{ typeOnly: true, names: '{ A }', from: "'./types.js?<&>'" }],
    });
    expect(text).toContain("export type { A } from './types.js?<&>';");
  });

  test('of the user replace built-in ones by name, partials too', async () => {
    const mine = [
      own('index', '{{> header}}\n// mine {{header.contract}}\n'),
      own('header', '// my header\n', true),
    ];
    const { text, templates } = await render(mine, 'index', { header, exports: [] });
    expect(text).toBe('// my header\n// mine a.yaml\n');
    expect(templates.customised).toBe(true);
  });

  test('that the view lacks a field for fail with their line', async () => {
    const { text, diagnostics } = await render([own('index', 'a\n  {{missing}}\n')], 'index', {});
    expect(text).toBeUndefined();
    expect(diagnostics[0]).toMatchObject({
      code: 'ASMX9001',
      message: "the view of this template has no 'missing' here",
      span: { file: { path: 'mine/index.hbs' }, start: 6 },
    });
  });

  test('that call an unknown helper fail', async () => {
    const { diagnostics } = await render([own('index', '{{shout header}}\n')], 'index', { header });
    expect(diagnostics.map((one) => one.code)).toContain('ASMX9001');
  });

  test('that are malformed fail with their line', async () => {
    const { diagnostics } = await render([own('index', 'a\n{{#if b}}\n')], 'index', { header });
    expect(diagnostics[0]?.code).toBe('ASMX9001');
    expect(diagnostics[0]?.span?.file.path).toBe('mine/index.hbs');
  });

  test('that replace nothing are a misspelt name', async () => {
    const { diagnostics } = await render([own('clients', '')], 'index', { header, exports: [] });
    expect(diagnostics[0]?.message).toContain("no built-in template 'clients'");
    expect(diagnostics[0]?.help).toContain('client');
  });

  test('cannot reach what is inherited', async () => {
    const { text } = await render([own('index', '[{{constructor}}]')], 'index', { header });
    expect(text ?? '[]').toBe('[]');
  });
});

test('built-in templates escape nothing by triple braces: all text is safe where it goes', () => {
  for (const { file } of readTemplateFolder(builtInFolder()))
    expect(file.text).not.toContain('{{{');
});

test('built-in templates use no helpers beyond each, if and unless', () => {
  for (const { file } of readTemplateFolder(builtInFolder())) {
    for (const match of file.text.matchAll(/\{\{#(\w+)/g)) {
      expect(['each', 'if', 'unless']).toContain(match[1]);
    }
  }
});
