import { demandText, serviceDemands } from '../../model/demands/service-demands.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import { reservedWords } from '../../names/reserved-names.ts';
import { isUnion } from '../declarations/combinations.ts';
import type { BodyShape } from '../messages/message-shape.ts';
import { commentLines, commentText, isIdentifier } from '../print/encode.ts';
import { fits } from '../print/layout.ts';
import type { OperationPlan, ServicePlan } from '../result/plan.ts';
import { mayStream } from './operation-types.ts';

/** Bindings in words. */
export const bindingTitles: Readonly<Record<BindingKind, string>> = {
  soap11: 'SOAP 1.1',
  soap12: 'SOAP 1.2',
  httpGet: 'HTTP GET',
  httpPost: 'HTTP POST',
};

/** What the service writes straight to the response, in words. */
const writtenTitles = { json: 'JSON', text: 'text', binary: 'bytes' } as const;

/**
 * Doc comment lines of a client's method: the contract's documentation, wire name and bindings,
 * declared faults, an example.
 */
export function methodDocumentation(plan: OperationPlan): readonly string[] {
  const faults = plan.faults.map((fault) => `\`${commentText(fault.name)}\``);
  const declared = faults.length > 0 ? [`@throws {SoapFault} declared: ${faults.join(', ')}`] : [];
  return [
    ...paragraphs(plan),
    '',
    ...declared,
    '@example',
    `await client.${plan.method}(${exampleInput(plan, plan.method)});`,
    ...streamExample(plan),
  ];
}

/** How to read the records of a result one by one, if it contains nothing else. */
function streamExample(plan: OperationPlan): readonly string[] {
  if (!mayStream(plan)) return [];
  const input = exampleInput(plan, `${plan.method}.stream`);
  return [
    `for await (const record of client.${plan.method}.stream(${input})) console.log(record);`,
  ];
}

/**
 * Doc comment lines of a handler: the contract's documentation, wire name and bindings, how to
 * answer with a declared fault.
 */
export function handlerDocumentation(plan: OperationPlan): readonly string[] {
  const faults = plan.faults.map(
    (fault) =>
      `@throws {SoapFault} by \`fault(${plan.descriptor}, '${commentText(fault.name)}', …)\``,
  );
  const lines = [
    ...paragraphs(plan),
    ...(mayStream(plan)
      ? [
          'It may also give the records of the result one by one, ' +
            'by an async generator for instance.',
        ]
      : []),
  ];
  return faults.length === 0 ? lines : [...lines, '', ...faults];
}

/** The paragraphs common to client and server. */
function paragraphs(plan: OperationPlan): readonly string[] {
  const { operation } = plan;
  const lines = [...plan.documentation];
  if (lines.length > 0) lines.push('');
  const wires = plan.bindings.map((binding) => bindingTitles[binding]);
  const oneWay = operation.oneWay ? 'One-way operation' : 'Operation';
  lines.push(`${oneWay} \`${commentText(operation.name)}\` over ${listed(wires)}.`);
  if (operation.written !== undefined) {
    const what = writtenTitles[operation.written];
    lines.push(`It writes ${what} straight to the response: \`written\` in what \`raw\` gives.`);
  }
  return lines;
}

/** `a`, `a and b`, `a, b and c`. */
function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** Argument of the example call: the properties of the input if there are few, else `input`. */
function exampleInput({ messages, inputType }: OperationPlan, method: string): string {
  if (inputType === undefined) return '';
  const names = messages.input.fields.map(({ property }) => property);
  const text = `{ ${names.join(', ')} }`;
  const line = method.endsWith('.stream')
    ? `   * for await (const record of client.${method}(${text})) console.log(record);`
    : `   * await client.${method}(${text});`;
  const short = fits(line) && names.every(isVariable) && !hasVariants(messages.input.body);
  return short ? text : 'input';
}

/** Whether a property may be a variable of the same name. */
function isVariable(name: string): boolean {
  return isIdentifier(name) && !name.startsWith('$') && !reservedWords.has(name);
}

/**
 * Whether the value has variants, none of which has all properties: choices, or types distinguished
 * by `$type`.
 */
function hasVariants(body: BodyShape): boolean {
  if (body.kind !== 'object' && body.kind !== 'content') return false;
  return body.object.family !== undefined || isUnion(body.object);
}

/** Documentation of a service, with its address. */
export function serviceDocumentation(service: ServicePlan): readonly string[] {
  const { name, path, documentation } = service.service;
  return [
    ...(documentation === undefined ? [] : [...commentLines(documentation), '']),
    `Service \`${commentText(name)}\` at \`${commentText(path)}\`.`,
  ];
}

/** Doc comment lines about what the policies of services demand of a client; none without any. */
export function demandDocumentation(services: readonly ServicePlan[]): readonly string[] {
  const lines = services.flatMap(({ service }) =>
    serviceDemands(service).map((demand) => {
      const { option, instead } = demand;
      const how = instead === undefined ? option && `\`${option}\`` : 'not supported';
      return `- ${commentText(demandText(demand))}${how === undefined ? '' : `: ${how}`}`;
    }),
  );
  return lines.length === 0 ? [] : ['', 'The contract demands', ...new Set(lines)];
}
