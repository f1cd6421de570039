import { diagnosticTitles } from '../../../src/diagnostics/codes.ts';
import { lintRules } from '../../../src/lint/lint.ts';
import { lintExamples } from './diagnostics/lint.ts';
import { exampleParts } from './diagnostics-page.ts';
import { fence, pageHead, table } from './markdown-text.ts';
import { tryExample } from './try-example.ts';

/** `docs/reference/lint.md`: every rule with an example that was tried just now. */
export async function lintPage(): Promise<string> {
  const sections: string[] = [];
  for (const rule of lintRules) {
    const example = lintExamples(rule);
    const levels = rule.level === 'off' ? { [rule.code]: 'hint' as const } : {};
    const outcome = await tryExample(rule.code, example, levels);
    sections.push(
      [
        `## ${rule.code}`,
        `**${diagnosticTitles[rule.code]}** (${rule.level}). ${rule.explanation}`,
        ...exampleParts(example, outcome),
      ].join('\n\n'),
    );
  }
  return `${pageHead('Lint rules', 'src/lint')}
\`npx asmx-gen check\` finds what is wrong with a contract, and what is sound and yet likely to trouble somebody. The latter are these rules.
\`generate\` does not run them.

${table(
  ['rule', 'finds', 'severity'],
  lintRules.map(({ code, level }) => [
    `[${code}](#${code.toLowerCase()})`,
    diagnosticTitles[code],
    level,
  ]),
)}

Names that look misspelt are left alone: \`Abcence\` and \`Studnet\` are what the service is called, and what it must be called by.

The key \`lint\` of a contract in the [configuration](config.md) sets severities: \`off\`, \`hint\`, \`warning\` or \`error\`. An error makes \`check\`
exit 1.

${fence('json', `{ "contracts": [{ "input": "school.yaml", "lint": { "ASMX6001": "error", "ASMX6008": "hint" } }] }`, 'file: asmx-gen.config.json')}

${sections.join('\n\n')}
`;
}
