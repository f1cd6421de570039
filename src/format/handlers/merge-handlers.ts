import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { ts } from 'ts-morph';
import type { Diagnostic, DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { SourceFile } from '../../diagnostics/source-file.ts';
import { suggest } from '../../diagnostics/suggest.ts';
import type { HandlerMember, HandlersWanted } from '../../plan/plan.ts';
import type { FormatCache } from '../prettier-format.ts';
import { type Compiler, findImplementations, type Implementation } from './implementations.ts';
import { importStub, type StubImport } from './insert-import.ts';
import { insertStubs, stubsToPaste } from './insert-stubs.ts';
import { compareMembers, findMembers } from './members.ts';
import { isPlainlyComplete } from './quick-check.ts';
import { type Insertion, insertAll } from './text-edits.ts';

const require = createRequire(import.meta.url);

/**
 * Adds what a user's file of handlers lacks: a stub of each operation without a handler, and the import that stubs need. Nothing else
 * changes, not by a byte. Operations that are gone, places where a stub cannot be added and files that cannot be parsed are reported.
 * The parser is loaded only where a look at the text doesn't tell that nothing is to be done.
 *
 * @param cache Remembers files that were found complete.
 * @returns the text as it is to be
 */
export function mergeHandlers(
  file: SourceFile,
  plan: HandlersWanted,
  sink: DiagnosticSink,
  cache?: FormatCache,
): string {
  if (isPlainlyComplete(file.text, plan)) return file.text;
  const { members, interface: name, factory, module } = plan;
  const key = createHash('sha256')
    .update(JSON.stringify(['handlers', members, name, factory, module, file.text]))
    .digest('hex');
  if (cache?.get(key) === 'complete') return file.text;
  // required, not imported: Node would scan the whole compiler for the names it exports
  const { ts: compiler } = require('ts-morph') as typeof import('ts-morph');
  const tree = compiler.createSourceFile(file.path, file.text, compiler.ScriptTarget.ES2023, true);
  const problem = firstProblem(tree, file);
  if (problem !== undefined) {
    sink.report(problem);
    return file.text;
  }
  const merge = createMerge(compiler, file, tree, plan);
  const found = findImplementations(compiler, tree, plan);
  if (found.length === 0) merge.reportNone();
  for (const one of found) merge.complete(one, plan.members);
  for (const diagnostic of merge.diagnostics) sink.report(diagnostic);
  if (merge.insertions.length > 0) return insertAll(file.text, merge.insertions);
  if (merge.diagnostics.length === 0) cache?.set(key, 'complete');
  return file.text;
}

/** The first thing the parser stumbles over. */
function firstProblem(tree: ts.SourceFile, file: SourceFile): Diagnostic | undefined {
  // the compiler keeps the parser's findings on the file without showing them in its types
  const { parseDiagnostics = [] } = tree as ts.SourceFile & {
    readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[];
  };
  const [first] = parseDiagnostics;
  if (first === undefined) return undefined;
  const { messageText, start, length } = first;
  const text = typeof messageText === 'string' ? messageText : messageText.messageText;
  return {
    code: 'ASMX7005',
    severity: 'error',
    message: `the file of handlers is malformed: ${text.replace(/\.$/, '')}`,
    span: { file, start, end: start + length },
    help: 'correct it; it is left as it is until then',
  };
}

/** Gathers what one file needs. */
interface Merge {
  readonly insertions: readonly Insertion[];
  readonly diagnostics: readonly Diagnostic[];
  complete(one: Implementation, wanted: readonly HandlerMember[]): void;
  reportNone(): void;
}

function createMerge(
  compiler: Compiler,
  file: SourceFile,
  tree: ts.SourceFile,
  plan: HandlersWanted,
): Merge {
  const insertions: Insertion[] = [];
  const diagnostics: Diagnostic[] = [];
  let stub: StubImport | undefined;
  const stubStyle = (): StubImport => {
    if (stub === undefined) {
      stub = importStub(compiler, file.text, tree, plan);
      insertions.push(...stub.insertions);
    }
    return stub;
  };
  const reportExtra = (
    { name, node }: { readonly name: string; readonly node: ts.Node },
    missing: readonly HandlerMember[],
  ): void => {
    const near = suggest(
      name,
      missing.map((one) => one.name),
    );
    diagnostics.push({
      code: 'ASMX7006',
      severity: 'warning',
      message: `service '${plan.service}' has no operation for '${name}'`,
      span: { file, start: node.getStart(tree), end: node.getEnd() },
      help:
        near === undefined
          ? 'remove it when it is no longer needed'
          : `'${near}' is new: if it is the same operation, move what is here there`,
    });
  };
  const complete: Merge['complete'] = (one, wanted) => {
    const { missing, extra, open } = compareMembers(compiler, one, wanted);
    for (const member of extra) reportExtra(member, missing);
    if (missing.length > 0 && open !== undefined) {
      const list = missing.map(({ name }) => `'${name}'`).join(', ');
      const start = one.node.getStart(tree);
      diagnostics.push({
        code: 'ASMX7007',
        severity: 'warning',
        message: `handlers of ${list} are not to be seen: ${open}`,
        span: { file, start, end: start + 1 },
        help: `if they are missing, add ${stubsToPaste(missing)}`,
      });
    } else if (missing.length > 0) {
      insertions.push(...insertStubs(compiler, file.text, one, missing, stubStyle()));
    }
    for (const { name, value } of findMembers(compiler, one.node).present) {
      const { members } = wanted.find((member) => member.name === name) ?? {};
      if (members === undefined || value === undefined) continue;
      if (!compiler.isObjectLiteralExpression(value)) continue;
      const reference = `${one.reference}['${name}']`;
      complete({ node: value, reference, assigned: new Set() }, members);
    }
  };
  return {
    insertions,
    diagnostics,
    complete,
    reportNone() {
      diagnostics.push({
        code: 'ASMX7007',
        severity: 'warning',
        message: `nothing here is seen to implement '${plan.interface}'`,
        span: { file, start: 0, end: 0 },
        help: `type an object with it: export const handlers: ${plan.interface} = { ${stubsToPaste(plan.members)} };`,
      });
    },
  };
}
