import type { BindingKind } from '../../model/definitions.ts';
import type { ServiceOperation } from '../../model/service-model.ts';
import { commentLines, commentText, isIdentifier } from '../encode.ts';
import { fits } from '../layout.ts';
import type { OperationPlan, ServicePlan } from '../plan.ts';

/** Words for the wires. */
const bindingTitles: Readonly<Record<BindingKind, string>> = {
  soap11: 'SOAP 1.1',
  soap12: 'SOAP 1.2',
  httpGet: 'HTTP GET',
  httpPost: 'HTTP POST',
};

/** What the service writes straight to the response, in words. */
const writtenTitles = { json: 'JSON', text: 'text', binary: 'bytes' } as const;

/** Doc comment lines of a client's method: the contract's documentation, wire name and wires, what it throws, an example. */
export function methodDocumentation(plan: OperationPlan): readonly string[] {
  const faults = plan.faults.map((fault) => `\`${commentText(fault.name)}\``);
  const declared = faults.length > 0 ? `; declared: ${faults.join(', ')}` : '';
  const soap = plan.operation.soap11 !== undefined || plan.operation.soap12 !== undefined;
  return [
    ...paragraphs(plan),
    '',
    ...(soap ? [`@throws {SoapFault} when the service answers with a fault${declared}`] : []),
    '@throws {AsmxError} when the call fails in any other way: its `code` says which',
    '@example',
    `await client.${plan.method}(${exampleInput(plan, plan.method)});`,
    ...streamExample(plan),
  ];
}

/** How to read the records of a result one by one. */
function streamExample(plan: OperationPlan): readonly string[] {
  if (plan.codecs.stream === undefined) return [];
  const input = exampleInput(plan, `${plan.method}.stream`);
  return [`for await (const record of client.${plan.method}.stream(${input})) { … }`];
}

/** Doc comment lines of a handler: the contract's documentation, wire name and wires, how to answer with a declared fault. */
export function handlerDocumentation(plan: OperationPlan): readonly string[] {
  const faults = plan.faults.map(
    (fault) =>
      `@throws {SoapFault} by \`fault(${plan.descriptor}, '${commentText(fault.name)}', …)\``,
  );
  const lines = [
    ...paragraphs(plan),
    ...(plan.codecs.stream?.writeRecord === undefined
      ? []
      : [
          'It may also give the records of the result one by one, by an async generator for instance.',
        ]),
  ];
  return faults.length === 0 ? lines : [...lines, '', ...faults];
}

/** What both sides want to read first. */
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

/** Argument of the example call: the parameters by name where they are few, else `input`. */
function exampleInput({ operation, inputAttachments }: OperationPlan, method: string): string {
  const inBody = parameterNames(operation);
  if (inBody === undefined) return 'input';
  const names = [...inBody, ...inputAttachments.map(({ property }) => property)];
  if (names.length === 0) return '';
  const text = `{ ${names.join(', ')} }`;
  const line = method.endsWith('.stream')
    ? `   * for await (const record of client.${method}(${text})) { … }`
    : `   * await client.${method}(${text});`;
  const short = fits(line) && names.every(isIdentifier);
  return short ? text : 'input';
}

/** Names of the input's properties; `undefined` where they are not a plain list. */
function parameterNames(operation: ServiceOperation): readonly string[] | undefined {
  const http = operation.httpGet ?? operation.httpPost;
  if (http !== undefined) return http.parameters.map((part) => part.name);
  const message = (operation.soap11 ?? operation.soap12)?.input;
  if (message?.rpcWrapper !== undefined) return message.parts.map((part) => part.name);
  const type = message?.wrapped === true ? message.parts[0]?.element?.type : undefined;
  if (type?.kind !== 'complex') return undefined;
  if (type.particle === undefined) return [];
  if (type.particle.kind !== 'model' || type.particle.compositor !== 'sequence') return undefined;
  const names: string[] = [];
  for (const one of type.particle.particles) {
    if (one.kind !== 'element') return undefined;
    names.push(one.element.name.localName);
  }
  return names;
}

/** Documentation of a service and where it is. */
export function serviceDocumentation(service: ServicePlan): readonly string[] {
  const { name, path, documentation } = service.service;
  return [
    ...(documentation === undefined ? [] : [...commentLines(documentation), '']),
    `Service \`${commentText(name)}\` at \`${commentText(path)}\`.`,
  ];
}
