/**
 * A minimal contract in the YAML notation that violates a rule.
 *
 * @param operations lines of its one service
 * @param types lines of its types, if it needs any
 */
export function schoolContract(
  operations: readonly string[],
  types: readonly string[] = [],
): string {
  const lines = [
    'asmx: 1',
    'name: School',
    'namespace: http://tempuri.org/',
    'services:',
    '  School:',
    '    operations:',
    ...operations.map((line) => `      ${line}`),
    ...(types.length === 0 ? [] : ['types:', ...types.map((line) => `  ${line}`)]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
