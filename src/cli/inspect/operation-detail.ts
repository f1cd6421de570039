import { positionAt } from '../../diagnostics/source-file.ts';
import { portPath } from '../../model/wsdl/address.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { bindingsOf } from '../../model/wsdl/service-operations.ts';
import type { MessageField } from '../../plan/messages/message-field.ts';
import type { OperationMessages, PayloadShape } from '../../plan/messages/operation-messages.ts';
import { resultOf, signatureOf } from '../../plan/messages/signature.ts';
import { fieldType, typeWord } from '../../plan/messages/type-word.ts';
import type { FoundOperation } from '../contract/operation-lookup.ts';
import type { Colours } from '../terminal/colours.ts';

/**
 * One operation with all details: documentation, address, bindings, fields, headers, faults, and
 * position.
 */
export function operationDetail(
  model: ServiceModel,
  { service, operation }: FoundOperation,
  messages: OperationMessages,
  colours: Colours,
): string {
  const soap = operation.soap11 ?? operation.soap12;
  const { file, start } = operation.span;
  const { line, column } = positionAt(file, start);
  const facts: [string, string][] = [
    ...addresses(model, { service, operation }),
    ['bindings', bindingsOf(operation).join(', ')],
  ];
  if (soap !== undefined) {
    facts.push(['SOAPAction', `"${soap.action}"`], ['style', `${soap.style}/${soap.input.use}`]);
  }
  facts.push(['defined', `${file.path}:${line}:${column}`]);
  const lines = [`${colours.bold(service.name)}.${signatureOf(operation, messages)}`];
  for (const text of (operation.documentation ?? '').split('\n')) {
    if (text.trim() !== '') lines.push(`  ${text.trim()}`);
  }
  lines.push('', ...facts.map(([name, value]) => `  ${name.padEnd(10)}  ${value}`));
  const { input, output, inputHeaders, outputHeaders, faults } = messages;
  lines.push(...section('input', input.fields, colours));
  lines.push(...section('output', output.fields, colours, resultOf(operation, messages)));
  lines.push(...payloads('request headers', inputHeaders, colours));
  lines.push(...payloads('response headers', outputHeaders, colours));
  lines.push(...payloads('faults', faults, colours));
  return `${lines.join('\n')}\n`;
}

function section(
  title: string,
  fields: readonly MessageField[],
  colours: Colours,
  empty = 'none',
): readonly string[] {
  if (fields.length === 0) return ['', `  ${colours.bold(title)}  ${empty}`];
  const name = Math.max(...fields.map((field) => field.property.length));
  const type = Math.max(...fields.map((field) => fieldType(field).length));
  return [
    '',
    `  ${colours.bold(title)}`,
    ...fields.map((field) => {
      const words = (field.documentation ?? '').replace(/\s+/g, ' ').trim();
      const row = `    ${field.property.padEnd(name)}  ${fieldType(field).padEnd(type)}  ${words}`;
      return row.trimEnd();
    }),
  ];
}

function payloads(
  title: string,
  all: readonly PayloadShape[],
  colours: Colours,
): readonly string[] {
  if (all.length === 0) return [];
  return [
    '',
    `  ${colours.bold(title)}`,
    ...all.map(({ name, place, required }) => {
      return `    ${name}  ${typeWord(place.value)}${required ? '  required' : ''}`;
    }),
  ];
}

/** The address of an operation. If its bindings have several, each is followed by its bindings. */
function addresses(
  { baseUrl = '' }: ServiceModel,
  { service, operation }: FoundOperation,
): [string, string][] {
  const byPath = new Map<string, BindingKind[]>();
  for (const kind of bindingsOf(operation)) {
    const path = portPath(service, operation[kind]?.port);
    byPath.set(path, [...(byPath.get(path) ?? []), kind]);
  }
  return [...byPath].map(([path, kinds]) => {
    const of = byPath.size > 1 ? ` (${kinds.join(', ')})` : '';
    return ['address', baseUrl + path + of];
  });
}
