import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as api from '../src/index.ts';
import { createWorkshop, type Workshop } from './docs/workshop.ts';

const root = resolve(import.meta.dirname, '..');

/** A program that uses every function and names every type of the package. */
const program = `import {
  type Config, type Contract, type ContractConfig, type Definitions, type Diagnostic, type DiagnosticBag,
  type DiagnosticCode, type DiagnosticSink, type FetchedFile, type FormattedFile, type GeneratedFiles,
  type GenerateRequest, type GenerateResult, type HandlerMember, type HandlersFile, type HandlersPlan, type Host,
  type ImportLock, type InputHash, type LinkedService, type LinkOptions, type LintLevel, type PlanOptions,
  type Position, type ReadLimits, type ReadOptions, type RelatedPlace, type ServiceModel, type ServiceOperation,
  type Severity, type SourceFile, type Span, type Stage, type Target, type TextOptions, type TypeMapping,
  createDiagnosticBag, defineConfig, generate, generateModel, linkContract, loadContract, positionAt, readContract,
} from 'asmx-gen';

export type All = [
  Config, Contract, ContractConfig, Definitions, Diagnostic, DiagnosticBag, DiagnosticCode, DiagnosticSink, FetchedFile,
  FormattedFile, GeneratedFiles, GenerateRequest, GenerateResult, HandlerMember, HandlersFile, HandlersPlan, Host,
  ImportLock, InputHash, LinkedService, LinkOptions, LintLevel, PlanOptions, Position, ReadLimits, ReadOptions,
  RelatedPlace, ServiceModel, ServiceOperation, Severity, SourceFile, Span, Stage, Target, TextOptions, TypeMapping,
];

export const config: Config = defineConfig({
  contracts: [{ input: 'notes.yaml', types: { dateTime: 'Date' }, lint: { ASMX6001: 'off' } }],
});
const text = 'asmx: 1\\nname: N\\nnamespace: urn:n\\nservices: { N: { operations: { Ping: , Pong: nonsense } } }\\n';
const sound = text.replace(', Pong: nonsense', '');
const options: PlanOptions = {
  targets: ['types', 'client'], runtime: 'package', contractPath: 'n.yaml', importExtension: 'js', types: {},
  arrays: 'unwrap', renames: {}, only: [],
};
const hostOf = (content: string): Host => ({ readFile: () => new TextEncoder().encode(content) });

async function main(): Promise<void> {
  const bag: DiagnosticBag = createDiagnosticBag();
  readContract('n.yaml', hostOf(text), bag);
  const [first] = bag.diagnostics;
  const place: Position | undefined = first?.span && positionAt(first.span.file, first.span.start);
  console.log(bag.failed, first?.code, place?.line);

  const told = createDiagnosticBag();
  const { contract } = await loadContract('n.yaml', hostOf(sound), told);
  const model = contract && linkContract(contract, told, { lenient: true });
  const made = model && (await generateModel(model, options, {}, told));
  console.log(told.failed, made?.files.length);

  const result: GenerateResult = await generate({ input: 'n.yaml', options: () => options }, hostOf(sound));
  console.log(result.diagnostics.length, result.files.map(({ path }) => path).join(' '), result.inputs.length);
  const refused = await generate({ input: 'n.yaml', options }, hostOf(text));
  console.log(refused.plan, refused.files.length, refused.diagnostics[0]?.severity);
}
void main();
`;
const printed = `true ASMX1013 4
false 5
0 types.ts descriptions.ts operations.ts client.ts index.ts 1
undefined 0 error
`;

const compilers = [
  ['5.9', 'typescript-5'],
  ['6', 'typescript-6'],
  ['7', 'typescript'],
] as const;

let workshop: Workshop;
let folder: string;
beforeAll(() => {
  workshop = createWorkshop(root);
  folder = workshop.folder('api');
  for (const name of ['esm.mts', 'cjs.cts']) writeFileSync(join(folder, name), program);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        target: 'es2023',
        lib: ['es2023'],
        types: ['node'],
        module: 'nodenext',
        outDir: 'js',
        rootDir: '.',
      },
      include: ['*.mts', '*.cts'],
    }),
  );
}, 120_000);
afterAll(() => workshop.remove());

function node(...args: readonly string[]): {
  readonly status: number | null;
  readonly output: string;
} {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    // Node 20 warns of `require` of ES modules, and works
    env: { ...process.env, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
  });
  return { status, output: `${stdout}${stderr}` };
}

describe('the package for programs', () => {
  test('exports these functions', () => {
    expect(Object.keys(api).sort()).toEqual([
      'createDiagnosticBag',
      'defineConfig',
      'generate',
      'generateModel',
      'linkContract',
      'loadContract',
      'positionAt',
      'readContract',
    ]);
  });

  test.each(compilers)(
    'has types that TypeScript %s takes, as ESM and for require',
    (_, name) => {
      const compiler = join(
        root,
        'node_modules',
        name,
        'bin',
        name === 'typescript-6' ? 'tsc6' : 'tsc',
      );
      expect(node(compiler, '-p', 'tsconfig.json')).toEqual({ status: 0, output: '' });
    },
    120_000,
  );

  test.each(['esm.mjs', 'cjs.cjs'])(
    'works from %s',
    (name) => {
      expect(node(join('js', name))).toEqual({ status: 0, output: printed });
    },
    60_000,
  );

  test('gives what it is given as a configuration', () => {
    const config = { contracts: [{ input: 'notes.yaml' }] };
    expect(api.defineConfig(config)).toBe(config);
  });
});
