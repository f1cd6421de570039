import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const source = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');

const files = readdirSync(source, { recursive: true })
  .map((path) => String(path).replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'));

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
 * The room of a file: its folder. A file directly under a stage, such as `plan/plan-files.ts`, is a
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

/** Functions that call each other because types, particles and elements hold each other. */
const recursions: readonly (readonly string[])[] = [
  [
    'compare/complex/compare-attributes.ts',
    'compare/complex/compare-choice.ts',
    'compare/complex/compare-complex.ts',
    'compare/complex/compare-content.ts',
    'compare/complex/compare-derived.ts',
    'compare/complex/compare-element.ts',
    'compare/complex/compare-type-use.ts',
  ],
  ['convert/wsdl/write-particle.ts', 'convert/wsdl/write-type.ts'],
  [
    'read/xsd/read-attribute.ts',
    'read/xsd/read-complex-type.ts',
    'read/xsd/read-element.ts',
    'read/xsd/read-particle.ts',
  ],
];

/** What rooms of the runtime may import, types included. `client` and `server` know no protocol. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  pattern: [],
  text: ['platform'],
  xml: [],
  xsd: ['xml'],
  'builtin-sample': ['xsd'],
  'data-set': ['operation', 'platform', 'xml', 'xsd'],
  codec: ['xml', 'xsd'],
  mime: ['codec', 'operation', 'type', 'platform', 'text', 'xml', 'xsd'],
  'byte-stream': ['mime', 'operation', 'platform', 'text', 'xml', 'xsd'],
  type: ['codec', 'pattern', 'xml'],
  document: ['codec', 'operation', 'type', 'xml'],
  'type/flat': ['type', 'codec', 'xml'],
  'type/simple': ['type', 'byte-stream', 'codec', 'mime', 'operation', 'pattern', 'xml', 'xsd'],
  'type/member': ['type', 'type/simple', 'codec', 'mime', 'xml', 'xsd'],
  'type/http': ['type', 'type/simple', 'codec', 'form', 'xml', 'xsd'],
  schema: [
    'codec',
    'mime',
    'operation',
    'builtin-sample',
    'type',
    'type/member',
    'type/simple',
    'xml',
    'xsd',
  ],
  testing: ['operation', 'platform', 'schema', 'server'],
  addressing: ['operation', 'xml'],
  'addressing/client': [
    'addressing',
    'client',
    'operation',
    'platform',
    'soap',
    'soap/client',
    'xml',
  ],
  'addressing/server': ['addressing', 'form', 'operation', 'server', 'soap', 'soap/server', 'xml'],
  client: ['addressing', 'codec', 'operation', 'platform', 'text', 'xml'],
  'client/credentials': ['client', 'operation', 'platform', 'text', 'wss', 'xml', 'xsd'],
  ntlm: ['client', 'operation', 'platform', 'xsd'],
  'http/client': ['client', 'operation', 'text', 'xml'],
  'soap/client': [
    ...['byte-stream', 'client', 'codec', 'mime', 'operation', 'platform', 'soap', 'text', 'xml'],
  ],
  stream: [
    'byte-stream',
    'client',
    'codec',
    'mime',
    'operation',
    'platform',
    'soap',
    'text',
    'xml',
  ],
  form: ['codec', 'text', 'xml'],
  wss: ['text', 'xml', 'xsd'],
  'server/front': ['form', 'operation', 'platform', 'text', 'xml'],
  'server/security': ['server/front', 'operation', 'platform', 'text', 'wss', 'xml', 'xsd'],
  server: [
    ...['addressing', 'server/front', 'operation', 'platform', 'text', 'form', 'codec', 'type'],
    'xml',
  ],
  'server/adapters': [
    'byte-stream',
    'server',
    'server/front',
    'form',
    'operation',
    'platform',
    'text',
  ],
  'server/sessions': ['server', 'operation', 'platform'],
  'server/records': ['server', 'operation', 'platform', 'xml'],
  shadow: [
    ...['addressing', 'client', 'server', 'server/adapters', 'operation', 'platform', 'text'],
    ...['xml', 'xsd'],
  ],
  script: [...['script/json', 'schema', 'server', 'server/front', 'operation', 'text', 'type']],
  'script/json': ['operation', 'schema', 'type', 'type/simple', 'xml', 'xsd'],
  'script/proxy': ['script', 'script/json', 'server', 'server/front', 'type'],
  gateway: ['schema', 'server', 'server/adapters', 'server/front', 'operation', 'platform', 'text'],
  mcp: ['gateway', 'schema', 'server', 'server/front', 'operation', 'platform'],
  'http/server': ['server', 'operation', 'form', 'text', 'xml'],
  'soap/server': [
    'byte-stream',
    'server',
    'server/front',
    'operation',
    'form',
    'codec',
    'mime',
    'soap',
    'text',
    'wss',
    'xml',
  ],
  operation: ['codec', 'form', 'xml'],
  soap: ['operation', 'xml'],
  'soap/encoding': ['codec', 'operation', 'soap', 'text', 'type', 'xml', 'xsd'],
  pages: ['server', 'operation', 'text'],
  'soap-package': [
    'client',
    'client/credentials',
    'server',
    'server/adapters',
    'server/front',
    'operation',
    'platform',
    'text',
    'xml',
  ],
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

test('no files import each other in a circle, but those that recurse', () => {
  expect(circles(imports)).toEqual(recursions);
});
