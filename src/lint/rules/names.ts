import type { LintFinding, LintRule } from '../rule.ts';
import { schoolContract } from './example.ts';
import {
  fieldNames,
  type NameUse,
  operationNames,
  operationsOf,
  parameterNames,
  serviceNames,
} from './walk.ts';

/** ASMX6007. */
export const plainNames: LintRule = {
  code: 'ASMX6007',
  level: 'hint',
  explanation:
    'XML allows letters of every script in names, and so do TypeScript and this tool. ' +
    'Some older clients, proxies and logs do not, and similar characters are easily confused.',
  example: schoolContract(['Prüfen: { parameters: { größe: int } }']),
  find(model, messages) {
    const types = model.types.flatMap(({ name, span }) =>
      name === undefined ? [] : [{ name: name.localName, owner: 'the contract', span }],
    );
    return [
      ...serviceNames(model),
      ...operationNames(model),
      ...types,
      ...parameterNames(model, messages),
      ...fieldNames(model),
    ].flatMap(oddCharacters);
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
    'Documentation becomes the comments of the generated code and the text of the help ' +
    'pages. This rule is off unless configured.',
  example: schoolContract(['Ping: {}']),
  find(model) {
    return operationsOf(model)
      .filter(({ operation }) => operation.documentation === undefined)
      .map(({ operation }) => ({
        message: `operation '${operation.name}' has no documentation`,
        span: operation.span,
      }));
  },
};
