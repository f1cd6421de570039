import { demandText, serviceDemands } from '../../model/demands/service-demands.ts';
import type {
  LinkedService,
  ServiceInterface,
  ServiceModel,
  ServiceOperation,
} from '../../model/wsdl/service-model.ts';
import { bindingsOf } from '../../model/wsdl/service-operations.ts';
import type { ContractMessages } from '../../plan/messages/contract-messages.ts';
import { signatureOf } from '../../plan/messages/signature.ts';
import { typeWord } from '../../plan/messages/type-word.ts';
import type { Colours } from '../terminal/colours.ts';

/** The whole contract as a tree: services with path and bindings, operations with signatures. */
export function modelTree(
  model: ServiceModel,
  messages: ContractMessages,
  colours: Colours,
): string {
  const lines = [
    colours.bold(model.name),
    `  namespace  ${model.namespace}`,
    ...(model.baseUrl === undefined ? [] : [`  base URL   ${model.baseUrl}`]),
    ...model.files.slice(0, 1).map((file) => `  contract   ${file.path}`),
  ];
  if (model.isSchema) lines.push('', ...elementLines(model, messages));
  for (const service of model.services) lines.push('', ...serviceLines(service, messages, colours));
  return `${lines.join('\n')}\n`;
}

/** Global elements of a plain XML Schema with their types. */
function elementLines({ elements }: ServiceModel, { shaper }: ContractMessages): readonly string[] {
  const width = Math.max(0, ...elements.map(({ name }) => name.localName.length));
  return elements.map((element) => {
    const { name, abstract, nillable } = element;
    const marks = `${nillable ? ' | null' : ''}${abstract ? '  abstract' : ''}`;
    const type = typeWord(shaper.value(element.type));
    return `  ${name.localName.padEnd(width)}  ${type}${marks}`;
  });
}

function serviceLines(
  service: LinkedService,
  messages: ContractMessages,
  colours: Colours,
): readonly string[] {
  const [main, ...others] = service.interfaces;
  const head = `${colours.bold(service.name)}  ${service.path}`;
  if (main === undefined) return [head];
  const demands = demandLines(service, colours);
  if (others.length === 0) {
    return [
      `${head}  ${colours.dim(portKinds(main))}`,
      ...demands,
      ...operationLines(main, messages, '', colours),
    ];
  }
  const lines = [head, ...demands];
  for (const [index, one] of service.interfaces.entries()) {
    const last = index === service.interfaces.length - 1;
    const branch = last ? '└─' : '├─';
    lines.push(`${branch} ${colours.bold(one.name)}  ${colours.dim(portKinds(one))}`);
    lines.push(...operationLines(one, messages, last ? '   ' : '│  ', colours));
  }
  return lines;
}

/** What the policies of a service demand, and how to meet it. */
function demandLines(service: LinkedService, colours: Colours): readonly string[] {
  return serviceDemands(service).map((demand) => {
    const { option, instead } = demand;
    const how = instead === undefined ? option : `not supported: ${instead}`;
    const more = how === undefined ? '' : `  ${colours.dim(how)}`;
    return `│  demands ${demandText(demand)}${more}`;
  });
}

function portKinds(one: ServiceInterface): string {
  return [...new Set(one.ports.map((port) => port.kind))].join(' ');
}

function operationLines(
  one: ServiceInterface,
  messages: ContractMessages,
  indent: string,
  colours: Colours,
): readonly string[] {
  const all = new Set(one.ports.map((port) => port.kind)).size;
  return one.operations.map((operation, index) => {
    const branch = index === one.operations.length - 1 ? '└─' : '├─';
    const signature = signatureOf(operation, messages.of(operation));
    return `${indent}${branch} ${signature}${fewer(operation, all, colours)}`;
  });
}

/** The bindings of an operation, if the service has more. */
function fewer(operation: ServiceOperation, all: number, colours: Colours): string {
  const bindings = bindingsOf(operation);
  return bindings.length === all ? '' : `  ${colours.dim(bindings.join(' '))}`;
}
