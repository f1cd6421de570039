import { NewLineKind, Node, Project, type SourceFile as Tree } from 'ts-morph';
import type { Diagnostic, DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { SourceFile } from '../../diagnostics/source-file.ts';
import { suggest } from '../../diagnostics/suggest.ts';
import type { ExpectedHandlers, HandlerMember } from '../../plan/result/plan.ts';
import { findImplementations, type Implementation } from './implementations.ts';
import { isScript } from './language.ts';
import { compareMembers, type PresentMember } from './members.ts';
import { type Insertion, importStub, insertStubs, type StubImport, stubsToPaste } from './stubs.ts';

/** Adds missing stubs to a handlers file, as described for `mergeHandlers`. Loads the compiler. */
export function completeHandlers(
  file: SourceFile,
  plan: ExpectedHandlers,
  sink: DiagnosticSink,
): string {
  const mark = file.text.startsWith('\ufeff') ? '\ufeff' : '';
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { noLib: true, noResolve: true, allowJs: true },
    // inserted text gets the same line ends
    manipulationSettings: {
      newLineKind: /^[^\n]*\r\n/.test(file.text)
        ? NewLineKind.CarriageReturnLineFeed
        : NewLineKind.LineFeed,
    },
  });
  const tree = project.createSourceFile(
    `handlers.${isScript(file) ? 'js' : 'ts'}`,
    file.text.slice(mark.length),
  );
  const report = (
    [start, end]: readonly [start: number, end: number],
    diagnostic: Omit<Diagnostic, 'span'>,
  ): void =>
    sink.report({
      ...diagnostic,
      span: { file, start: start + mark.length, end: end + mark.length },
    });
  const [problem] = project.getProgram().getSyntacticDiagnostics(tree);
  if (problem !== undefined) {
    const message = problem.getMessageText();
    const text = typeof message === 'string' ? message : message.getMessageText();
    report([problem.getStart(), problem.getStart() + problem.getLength()], {
      code: 'ASMX7005',
      severity: 'error',
      message: `the file of handlers is malformed: ${text.replace(/\.$/, '')}`,
      help: 'correct it; it is left as it is until then',
    });
    return file.text;
  }
  const found = findImplementations(tree, plan);
  if (found.length === 0) {
    report([0, 0], {
      code: 'ASMX7007',
      severity: 'warning',
      message: `nothing here appears to implement '${plan.interface}'`,
      help: `type an object with it: ${typedObject(plan, isScript(file))}`,
    });
  }
  return mark + insertAll(tree, collectInsertions(tree, found, { plan, report }));
}

function typedObject(
  { interface: name, module, members }: ExpectedHandlers,
  script: boolean,
): string {
  const value = `= { ${stubsToPaste(members)} };`;
  return script
    ? `/** @type {import('${module}').${name}} */ export const handlers ${value}`
    : `export const handlers: ${name} ${value}`;
}

interface Context {
  readonly plan: ExpectedHandlers;
  readonly report: (
    place: readonly [start: number, end: number],
    diagnostic: Omit<Diagnostic, 'span'>,
  ) => void;
}

function collectInsertions(
  tree: Tree,
  implementations: readonly Implementation[],
  { plan, report }: Context,
): readonly Insertion[] {
  const insertions: Insertion[] = [];
  let stub: StubImport | undefined;
  const complete = (one: Implementation, expected: readonly HandlerMember[]): void => {
    const { present, missing, extra, open } = compareMembers(one, expected);
    for (const member of extra) reportExtra(member, missing, { plan, report });
    if (missing.length > 0 && open !== undefined) {
      const start = one.node.getStart();
      const names = missing.map(({ name }) => `'${name}'`).join(', ');
      report([start, start + 1], {
        code: 'ASMX7007',
        severity: 'warning',
        message: `handlers of ${names} cannot be found: ${open}`,
        help: `if they are missing, add ${stubsToPaste(missing)}`,
      });
    } else if (missing.length > 0) {
      if (stub === undefined) {
        stub = importStub(tree, plan);
        insertions.push(...stub.insertions);
      }
      insertions.push(...insertStubs(one, missing, stub.name));
    }
    for (const { name, value } of present) {
      const members = expected.find((member) => member.name === name)?.members;
      if (members === undefined || !Node.isObjectLiteralExpression(value)) continue;
      complete({ node: value, reference: `${one.reference}['${name}']` }, members);
    }
  };
  for (const one of implementations) complete(one, plan.members);
  return insertions;
}

function reportExtra(
  { name, node }: PresentMember,
  missing: readonly HandlerMember[],
  { plan, report }: Context,
): void {
  const near = suggest(
    name,
    missing.map((one) => one.name),
  );
  report([node.getStart(), node.getEnd()], {
    code: 'ASMX7006',
    severity: 'warning',
    message: `service '${plan.service}' has no operation for '${name}'`,
    help:
      near === undefined
        ? 'remove it when it is no longer needed'
        : `'${near}' is new: if it is the same operation, move what is here there`,
  });
}

/** Applies insertions from the end. At one position, they keep their order. */
function insertAll(tree: Tree, insertions: readonly Insertion[]): string {
  for (const { at, text } of [...insertions].reverse().sort((a, b) => b.at - a.at)) {
    tree.insertText(at, text);
  }
  return tree.getFullText();
}
