import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ts } from 'ts-morph';
import { diagnosticTitles } from '../../src/diagnostics/diagnostic.ts';

const root = resolve(import.meta.dirname, '../..');

interface File {
  readonly path: string;
  readonly text: string;
}

function filesIn(folder: string, ending: RegExp): readonly File[] {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
    .filter((path) => ending.test(path) && !/\/(node_modules|golden|fixtures)\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function parse({ path, text }: File): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true);
}

/** Interfaces of the runtime whose members are options, by name. */
const interfaces = new Map<string, ts.InterfaceDeclaration>(
  filesIn('src/runtime', /(?<!\.d)\.ts$/)
    .filter(({ text }) => /\binterface \w+(?:Options|Limits)\b/.test(text))
    .flatMap((file) => parse(file).statements.filter(ts.isInterfaceDeclaration))
    .map((one) => [one.name.text, one]),
);

/** Options of an interface, of those that it extends, and of the values of options. */
function optionsOf(name: string): readonly string[] {
  const found = interfaces.get(name);
  if (found === undefined) return [];
  const bases = (found.heritageClauses ?? []).flatMap(({ types }) => types);
  const own = found.members.flatMap((member) => {
    if (!ts.isPropertySignature(member) && !ts.isMethodSignature(member)) return [];
    const types = member.type?.getText().match(/\b\w+(?:Options|Limits)\b/g) ?? [];
    return [member.name.getText(), ...types.flatMap(optionsOf)];
  });
  return [...bases.flatMap(({ expression }) => optionsOf(expression.getText())), ...own];
}

const tests = filesIn('test', /\.(ts|mjs)$/);

/** Names that object literals of the tests give, in files with a client or a server. */
function givenIn(subject: RegExp): ReadonlySet<string> {
  return new Set(tests.filter(({ text }) => subject.test(text)).flatMap(givenNames));
}

const given = new Map<File, readonly string[]>();

function givenNames(file: File): readonly string[] {
  const names = given.get(file) ?? [...literalNames(parse(file))];
  given.set(file, names);
  return names;
}

function literalNames(tree: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      for (const { name } of node.properties) {
        if (name !== undefined && ts.isIdentifier(name)) names.add(name.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

const client = /\bcreate\w*Client|\bcreateCaller|\bClientOptions|\bclient\.\w+\(/;
const server = /\bcreate\w*Server|\bServerOptions|\blisten\w*\(/;

const gateway = /\bcreate\w*Gateway/;
const mcp = /\bcreate\w*Mcp/;

describe('every option is given in a test', () => {
  test.each([
    ['ClientOptions', client],
    ['CallOptions', client],
    ['StreamOptions', client],
    ['ServerOptions', server],
    ['GatewayOptions', gateway],
    ['McpOptions', mcp],
  ])('of %s', (name, subject) => {
    const options = optionsOf(name);
    expect(options.length).toBeGreaterThan(4);
    const names = givenIn(subject);
    const untested = options.filter((option) => !names.has(option));
    const message = 'no test gives these: write one that shows what they do';
    expect({ message, untested }).toEqual({ message, untested: [] });
  });
});

test('every lint rule finds something in a test', () => {
  const expected = filesIn('test', /^test\/lint\/.*\.test\.ts$/).map(({ text }) => text);
  const untested = Object.keys(diagnosticTitles)
    .filter((code) => code.startsWith('ASMX6'))
    .filter((code) => !expected.some((text) => text.includes(code)));
  const message = 'test/lint does not name these: write a test in which they find something';
  expect({ message, untested }).toEqual({ message, untested: [] });
});
