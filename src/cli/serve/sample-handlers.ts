import { compactText } from '../../model/common/markup.ts';
import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import { sampleBody } from '../../plan/messages/message-sample.ts';
import type { InterfacePlan, OperationPlan, ServicePlan } from '../../plan/result/plan.ts';
import type { WrittenKind } from '../../runtime/index.ts';
import { XmlReader } from '../../runtime/xml/reader.ts';
import type { ContractCode } from '../run/import-contract-code.ts';
import { loadMessageFunctions, type MessageFunctions } from '../run/message-functions.ts';
import { sampleMessage } from '../run/sample-value.ts';
import type { HandlerTree } from './load-handlers.ts';

/** Sources of samples: what reads messages, and the global elements of the contract. */
interface SampleSource {
  readonly functions: ReadonlyMap<OperationPlan, MessageFunctions>;
  readonly elements: readonly ElementDeclaration[];
}

/**
 * Handlers that answer every operation with a sample: a valid message created from the schema and
 * read by the generated codec. Samples are created on first use.
 */
export async function sampleHandlers({ plan, module }: ContractCode): Promise<HandlerTree> {
  const functions = await loadMessageFunctions(plan, module);
  const source = { functions, elements: plan.model.elements };
  const services = plan.services.map((service: ServicePlan): [string, HandlerTree] => {
    const [main, ...others] = service.interfaces;
    const tree = main === undefined ? {} : interfaceHandlers(main, source);
    for (const other of others) tree[other.property] = interfaceHandlers(other, source);
    return [service.property, tree];
  });
  const [only, more] = services;
  return more === undefined ? (only?.[1] ?? {}) : Object.fromEntries(services);
}

function interfaceHandlers(plan: InterfacePlan, source: SampleSource): HandlerTree {
  return Object.fromEntries(
    plan.operations.map((operation) => [operation.method, sampleHandler(operation, source)]),
  );
}

function sampleHandler(plan: OperationPlan, source: SampleSource): () => unknown {
  let make: (() => unknown) | undefined = () => sampleResult(plan, source);
  let sample: unknown;
  return () => {
    if (make !== undefined) sample = make();
    make = undefined;
    return sample;
  };
}

function sampleResult(plan: OperationPlan, { functions, elements }: SampleSource): unknown {
  const { operation, messages } = plan;
  if (operation.written !== undefined) return writtenSamples[operation.written];
  const soap = operation.soap11 ?? operation.soap12;
  const context = { globals: elements, operation: operation.name, isRead: true } as const;
  const { output, httpAnswer } = messages;
  const { readResponse, readResult } = functions.get(plan) ?? {};
  if (soap !== undefined) {
    if (readResponse === undefined || soap.output === undefined) return undefined;
    return sampleMessage(output, readResponse, context);
  }
  const http = operation.httpGet ?? operation.httpPost;
  if (http?.output.kind !== 'mimeXml' || readResult === undefined) return undefined;
  return readResult(new XmlReader(compactText(sampleBody(httpAnswer, context))));
}

/**
 * Samples for operations that write straight to the response: the server writes what their handlers
 * return.
 */
const writtenSamples: Readonly<Record<WrittenKind, unknown>> = {
  json: { sample: true },
  text: 'sample',
  binary: new Uint8Array([115, 97, 109, 112, 108, 101]),
};
