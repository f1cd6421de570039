import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { ts } from 'ts-morph';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Who may look at the parts of a SOAP message. All others read what they mean from
 * `src/plan/messages.ts`, so that an operation's input and output mean one thing.
 */
const readers: readonly (readonly [path: RegExp, why: string])[] = [
  [/^src\/model\//, 'links and checks them'],
  [/^src\/plan\/messages\.ts:/, 'says what they mean'],
  [/^src\/plan\/used-types\.ts:/, 'finds the types that shapes are made of'],
  [/^src\/plan\/contract-shapes\.ts:/, 'names types for the messages that own them'],
  [/^src\/compare\/bindings\.ts:/, 'compares the parts themselves'],
  [/^src\/lint\/stacks\.ts:/, 'finds what other stacks cannot read, by element and by place'],
  [/^src\/cli\/inspect\.ts:/, 'shows the contract as it is'],
];

/**
 * Lines of the source that read a property of an interface of the model, taken apart or by its
 * name.
 */
function usesOf(owner: string, property: string): readonly string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const sources = fileNames.filter((name) => relative(root, name).startsWith('src'));
  const program = ts.createProgram(sources, { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const isWanted = (symbol: ts.Symbol | undefined): boolean =>
    symbol?.declarations?.some(
      ({ parent }) =>
        ts.isInterfaceDeclaration(parent) &&
        parent.name.text === owner &&
        // the runtime has an interface of this name, too
        /[\\/]src[\\/]model[\\/]/.test(parent.getSourceFile().fileName),
    ) === true;
  const found: string[] = [];
  for (const file of program.getSourceFiles()) {
    const path = relative(root, file.fileName).replaceAll('\\', '/');
    if (!path.startsWith('src/') || !file.text.includes(property)) continue;
    const visit = (node: ts.Node): void => {
      const isRead =
        (ts.isPropertyAccessExpression(node) &&
          node.name.text === property &&
          isWanted(checker.getSymbolAtLocation(node.name))) ||
        (ts.isBindingElement(node) &&
          ts.isObjectBindingPattern(node.parent) &&
          (node.propertyName ?? node.name).getText() === property &&
          isWanted(checker.getTypeAtLocation(node.parent).getProperty(property)));
      if (isRead) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${path}:${line + 1}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

test('the parts of a message are read where messages are planned, and by few others', () => {
  const uses = usesOf('SoapMessage', 'parts');
  expect(uses.filter((use) => !readers.some(([path]) => path.test(use)))).toEqual([]);
  // each of those named does read them, or its line here is to go
  const idle = readers.filter(([path]) => !uses.some((use) => path.test(use)));
  expect(idle.map(([path]) => String(path))).toEqual([]);
}, 120_000);
