import { type DiagnosticCode, diagnosticTitles } from '../../../src/diagnostics/diagnostic.ts';
import { lintRules } from '../../../src/lint/rules.ts';
import type { Example, Explanation } from './diagnostics/explanation.ts';
import { meaning } from './diagnostics/meaning.ts';
import { project } from './diagnostics/project.ts';
import { reading } from './diagnostics/reading.ts';
import { code, fence, pageHead, table } from './markdown-text.ts';
import { type Outcome, tryExample } from './try-example.ts';

const explanations: Readonly<Partial<Record<string, Explanation>>> = {
  ...reading,
  ...meaning,
  ...project,
};

/** Groups of codes by their first digit. */
const groups: readonly (readonly [digit: string, title: string])[] = [
  ['1', 'Reading a file'],
  ['2', 'References'],
  ['3', 'Meaning of the contract'],
  ['4', 'Names in generated code'],
  ['5', 'Configuration'],
  ['7', 'Output folder and handlers'],
  ['8', 'Comparison'],
  ['9', 'Templates, and errors of the tool'],
];

/** `docs/reference/diagnostics.md`: every code with an example, which is run for the page. */
export async function diagnosticsPage(): Promise<string> {
  const codes = Object.keys(diagnosticTitles) as DiagnosticCode[];
  const unexplained = codes.filter(
    (one) => explanations[one] === undefined && !lintRules.some((rule) => rule.code === one),
  );
  if (unexplained.length > 0) throw new Error(`explain ${unexplained.join(', ')}`);
  const sections: string[] = [];
  for (const [digit, title] of groups) {
    sections.push(`## ${title}`);
    for (const one of codes.filter((each) => each.startsWith(`ASMX${digit}`))) {
      const explanation = explanations[one];
      if (explanation !== undefined) sections.push(await section(one, explanation));
    }
  }
  return `${pageHead('Diagnostics', 'src/diagnostics/diagnostic.ts and test/docs/reference/diagnostics')}
Every message has a code, which never changes. An error stops the run before anything is written; a warning does not. Only \`check\` shows
hints. The severity in brackets is that of the example: an error may be a warning where the rest of a contract can be generated. Lint rules (ASMX6xxx) have [a page of their own](lint.md).

${table(
  ['code', 'title'],
  codes.map((one) => [link(one), diagnosticTitles[one]]),
)}

${sections.join('\n\n')}
`;
}

function link(one: DiagnosticCode): string {
  const page = one.startsWith('ASMX6') ? 'lint.md' : '';
  return `[${one}](${page}#${one.toLowerCase()})`;
}

async function section(one: DiagnosticCode, explanation: Explanation): Promise<string> {
  const { meaning: text, solution, example } = explanation;
  const outcome = example && (await tryExample(one, example));
  return [
    `### ${one}`,
    `**${diagnosticTitles[one]}**${outcome === undefined ? '' : ` (${outcome.severity})`}. ${text}`,
    solution,
    ...(example === undefined || outcome === undefined ? [] : exampleParts(example, outcome)),
  ].join('\n\n');
}

/** The file and what the tool says of it. */
export function exampleParts(example: Example, { command, output }: Outcome): readonly string[] {
  const { shown, file } = example;
  const language = /\.(\w+)$/.exec(file)?.[1]?.replace('wsdl', 'xml').replace('hbs', 'handlebars');
  const parts = [code(command), fence('text', output, 'from source')];
  return shown === ''
    ? parts
    : [`${code(file)}:`, fence(language ?? 'text', shown, 'from source'), ...parts];
}
