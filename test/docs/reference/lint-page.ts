import { diagnosticTitles } from '../../../src/diagnostics/diagnostic.ts';
import { lintRules } from '../../../src/lint/rules.ts';
import { lintExamples } from './diagnostics/lint.ts';
import { exampleParts } from './diagnostics-page.ts';
import { fence, pageHead, table } from './markdown-text.ts';
import { tryExample } from './try-example.ts';

/** `docs/reference/lint.md`: every rule with an example, which is run for the page. */
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
\`npx asmx-gen check\` finds defects of a contract, and likely problems in a valid one. These rules find the latter. \`generate\` does not
run them.

${table(
  ['rule', 'finds', 'severity'],
  lintRules.map(({ code, level }) => [
    `[${code}](#${code.toLowerCase()})`,
    diagnosticTitles[code],
    level,
  ]),
)}

No rule is about spelling: \`Abcence\` and \`Studnet\` are the names that messages must contain.

The key \`lint\` of a contract in the [configuration](config.md) sets severities: \`off\`, \`hint\`, \`warning\` or \`error\`. An error makes \`check\`
exit 1.

${fence('json', `{ "contracts": [{ "input": "school.yaml", "lint": { "ASMX6001": "error", "ASMX6008": "hint" } }] }`, 'file: asmx-gen.config.json')}

${sections.join('\n\n')}
`;
}
