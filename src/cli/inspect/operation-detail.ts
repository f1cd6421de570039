import { positionAt } from '../../diagnostics/source-file.ts';
import type { ServiceModel, SoapMessage } from '../../model/service-model.ts';
import type { Colours } from '../colours.ts';
import { type Field, inputFields, outputFields } from '../fields.ts';
import { bindingsOf, type FoundOperation } from '../operation-lookup.ts';
import { fieldType, resultOf, signatureOf, typeWord } from './signature.ts';

/** One operation in full: documentation, address, bindings, fields, headers, faults, and where it stands. */
export function operationDetail(
  model: ServiceModel,
  { service, operation }: FoundOperation,
  colours: Colours,
): string {
  const soap = operation.soap11 ?? operation.soap12;
  const { file, start } = operation.span;
  const { line, column } = positionAt(file, start);
  const facts: [string, string][] = [
    ['address', `${model.baseUrl ?? ''}${service.path}`],
    ['bindings', bindingsOf(operation).join(', ')],
  ];
  if (soap !== undefined) {
    facts.push(['SOAPAction', `"${soap.action}"`], ['style', `${soap.style}/${soap.input.use}`]);
  }
  facts.push(['defined', `${file.path}:${line}:${column}`]);
  const lines = [`${colours.bold(service.name)}.${signatureOf(operation)}`];
  for (const text of (operation.documentation ?? '').split('\n')) {
    if (text.trim() !== '') lines.push(`  ${text.trim()}`);
  }
  lines.push('', ...facts.map(([name, value]) => `  ${name.padEnd(10)}  ${value}`));
  lines.push(...section('input', inputFields(operation), colours));
  lines.push(...section('output', outputFields(operation), colours, resultOf(operation)));
  lines.push(...headers('request headers', soap?.input, colours));
  lines.push(...headers('response headers', soap?.output, colours));
  for (const [index, fault] of (soap?.faults ?? []).entries()) {
    if (index === 0) lines.push('', `  ${colours.bold('faults')}`);
    const type = fault.part.element?.type ?? fault.part.type;
    lines.push(`    ${fault.name}${type === undefined ? '' : `  ${typeWord(type)}`}`);
  }
  return `${lines.join('\n')}\n`;
}

function section(
  title: string,
  fields: readonly Field[],
  colours: Colours,
  empty = 'none',
): readonly string[] {
  if (fields.length === 0) return ['', `  ${colours.bold(title)}  ${empty}`];
  const name = Math.max(...fields.map((field) => field.name.length));
  const type = Math.max(...fields.map((field) => fieldType(field).length));
  return [
    '',
    `  ${colours.bold(title)}`,
    ...fields.map((field) => {
      const words = (field.documentation ?? '').replace(/\s+/g, ' ').trim();
      const row = `    ${field.name.padEnd(name)}  ${fieldType(field).padEnd(type)}  ${words}`;
      return row.trimEnd();
    }),
  ];
}

function headers(
  title: string,
  message: SoapMessage | undefined,
  colours: Colours,
): readonly string[] {
  if (message === undefined || message.headers.length === 0) return [];
  return [
    '',
    `  ${colours.bold(title)}`,
    ...message.headers.map(({ part, required }) => {
      const type = part.element?.type ?? part.type;
      const words = type === undefined ? '' : `  ${typeWord(type)}`;
      return `    ${part.name}${words}${required ? '  required' : ''}`;
    }),
  ];
}
