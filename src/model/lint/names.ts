import type { LintFinding, LintRule } from './rule.ts';
import { fieldNames, type NameUse, operationsOf, parameterNames } from './walk.ts';

/** ASMX6007. */
export const plainNames: LintRule = {
  code: 'ASMX6007',
  level: 'hint',
  explanation:
    'XML allows letters of every script in names, and so do TypeScript and this tool. Some older clients, proxies and logs do not, and characters that look alike are easily mixed up.',
  example: `asmx: 1
name: School
namespace: http://tempuri.org/
services:
  School:
    operations:
      Prüfen: { parameters: { größe: int } }
`,
  find(model) {
    const names: NameUse[] = model.services.map(({ name, span }) => ({
      name,
      owner: 'the contract',
      span,
    }));
    for (const { service, operation } of operationsOf(model)) {
      names.push({ name: operation.name, owner: service.name, span: operation.span });
    }
    for (const { name, span } of model.types) {
      if (name !== undefined) names.push({ name: name.localName, owner: 'the contract', span });
    }
    return [...names, ...parameterNames(model), ...fieldNames(model)].flatMap(oddCharacters);
  },
};

function oddCharacters({ name, owner, span }: NameUse): readonly LintFinding[] {
  const odd = [...new Set(name.match(/[^\x20-\x7e]/gu) ?? [])];
  if (odd.length === 0) return [];
  const points = odd.map((one) => {
    const code = (one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `${one} (U+${code})`;
  });
  return [{ message: `'${name}' in ${owner} holds ${points.join(', ')}`, span }];
}

/** ASMX6008. */
export const missingDocumentation: LintRule = {
  code: 'ASMX6008',
  level: 'off',
  explanation:
    'Documentation becomes the comments of the generated code and the text of the help pages. This rule is off unless configured.',
  example: `asmx: 1
name: School
namespace: http://tempuri.org/
services:
  School:
    operations:
      Ping: {}
`,
  find(model) {
    return operationsOf(model)
      .filter(({ operation }) => operation.documentation === undefined)
      .map(({ operation }) => ({
        message: `operation '${operation.name}' has no documentation`,
        span: operation.span,
      }));
  },
};
