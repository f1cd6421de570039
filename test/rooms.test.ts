import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const source = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');

const files = readdirSync(source, { recursive: true })
  .map((path) => String(path).replaceAll('\\', '/'))
  .filter((path) => /(?<!\.d)\.ts$/.test(path));

/** What each file imports of the others, types included. */
const imports = new Map(files.map((path) => [path, importsOf(path)]));

function importsOf(path: string): readonly string[] {
  const text = readFileSync(join(source, path), 'utf8').replace(
    /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
    '',
  );
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport\(|\bimport)\s*'(\.[^']+)'/g)];
  const paths = specifiers.map(([, specifier = '']) =>
    relative(source, resolve(source, dirname(path), specifier)).replaceAll('\\', '/'),
  );
  return [...new Set(paths)].filter((other) => files.includes(other));
}

/**
 * The room of a file: its folder. A file directly under a stage, such as `plan/contract.ts`, is a
 * room of its own.
 */
function roomOf(path: string): string {
  const folder = dirname(path);
  return folder.includes('/') ? folder : path;
}

/** Groups of nodes that reach each other, each sorted, after Tarjan. */
function circles(graph: ReadonlyMap<string, Iterable<string>>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): void => {
    const index = order.size;
    order.set(node, index);
    lowest.set(node, index);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) {
        lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0));
      }
    }
    if (lowest.get(node) !== index) return;
    const circle = stack.splice(stack.indexOf(node)).sort();
    if (circle.length > 1) found.push(circle);
  };
  for (const node of graph.keys()) visit(node);
  return found.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

function roomImports(): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>();
  for (const [path, others] of imports) {
    const room = roomOf(path);
    const reached = graph.get(room) ?? new Set();
    graph.set(room, reached);
    for (const other of others.map(roomOf)) if (other !== room) reached.add(other);
  }
  return graph;
}

/** What rooms of the runtime may import, types included. `client` and `server` know no protocol. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  xml: [],
  operation: ['platform', 'xml'],
  signatures: ['client', 'operation', 'parts', 'platform', 'server', 'soap', 'xml'],
  values: ['platform', 'xml'],
  types: ['operation', 'values', 'xml'],
  'data-set': ['operation', 'platform', 'types', 'values', 'xml'],
  forms: ['platform', 'types', 'values', 'xml'],
  parts: ['operation', 'platform', 'types', 'values', 'xml'],
  schema: ['operation', 'parts', 'types', 'values', 'xml'],
  client: ['operation', 'parts', 'platform', 'xml'],
  server: ['forms', 'operation', 'parts', 'platform', 'types', 'xml'],
  pages: ['forms', 'operation', 'server'],
  http: ['client', 'forms', 'operation', 'parts', 'platform', 'server', 'xml'],
  soap: [
    ...['client', 'forms', 'operation', 'parts', 'platform', 'server', 'types', 'values'],
    'xml',
  ],
  records: ['client', 'operation', 'parts', 'platform', 'server', 'types', 'xml'],
  shadow: ['client', 'operation', 'platform', 'server', 'xml'],
  script: ['forms', 'operation', 'parts', 'platform', 'schema', 'server', 'types', 'values'],
  batch: ['platform'],
  tracing: ['platform'],
  testing: ['operation', 'platform', 'schema', 'server'],
  gateway: ['forms', 'operation', 'platform', 'schema', 'server'],
  mcp: ['gateway', 'operation', 'platform', 'schema', 'server'],
};

describe('rooms', () => {
  test('import each other one way', () => {
    expect(circles(roomImports())).toEqual([]);
  });

  test('of the runtime import no more than the table says', () => {
    const graph = roomImports();
    const rooms = files.filter((path) => /^runtime\/.*\//.test(path)).map(roomOf);
    for (const room of new Set(rooms)) {
      const allowed = mayImport[room.replace('runtime/', '')] ?? [];
      const others = [...(graph.get(room) ?? [])];
      const wrong = others.filter((other) => !allowed.includes(other.replace('runtime/', '')));
      expect({ room, wrong }).toEqual({ room, wrong: [] });
    }
  });
});

test('no files import each other in a circle', () => {
  expect(circles(imports)).toEqual([]);
});
