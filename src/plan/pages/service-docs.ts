import type { MarkupNode } from '../../model/common/markup.ts';
import { qnameKey } from '../../model/common/qname.ts';
import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import { sampleBody, samplePayload } from '../messages/message-sample.ts';
import type { OperationPlan, ServicePlan } from '../result/plan.ts';
import type { Literal, LiteralObject } from './literal.ts';
import { describeOperation, encodedService, type OperationDescription } from './operation-docs.ts';
import { SharedOutlines } from './outline/share-outlines.ts';
import { encodedBody, encodedHeader } from './page-samples/encoded.ts';
import { pageSampleText } from './page-samples/writer.ts';

/** Levels of `soap:Envelope` and `soap:Body` around the content of a message. */
const envelopeDepth = 2;

/**
 * One service for the help pages: `ServiceDocs` of the runtime without its WSDL, which comes last.
 *
 * @param globals global elements of the contract, for examples
 * @param original whether its bindings keep the namespaces of the contract
 */
export function serviceDocs(
  { service, interfaces }: ServicePlan,
  globals: readonly ElementDeclaration[],
  original: boolean = false,
): LiteralObject & { readonly operations: readonly LiteralObject[] } {
  const ports = service.ports.filter(({ kind }) => kind === 'soap11' || kind === 'soap12');
  const seen = new Set<string>();
  const operations = interfaces
    .flatMap((one) => one.operations)
    .filter(({ operation: { messageName } }) => !seen.has(messageName) && seen.add(messageName));
  const shared = new SharedOutlines();
  // outlines depend on all samples
  const described = operations.map((plan) => {
    const description = describeOperation(plan.operation, plan.messages, service.namespace);
    return { ...description, samples: addSamples(plan, description, globals, shared) };
  });
  const literals = described.map(({ docs, soap, http, samples }) => ({
    ...docs,
    soap: soap && { ...soap.docs, ...samplesLiteral(samples) },
    http,
  }));
  const shapes = shared.shapes.join('\n');
  return {
    name: service.name,
    path: service.path,
    namespace: service.namespace,
    description: service.documentation,
    soapBindings: ports.map(({ binding }) =>
      original && binding.namespace !== service.namespace ? qnameKey(binding) : binding.localName,
    ),
    shapes: shapes === '' ? undefined : shapes,
    operations: literals,
  };
}

/** Literals of samples, when all outlines are known. */
interface Samples {
  readonly request?: SampleLiteral | undefined;
  readonly requestHeader?: SampleLiteral | undefined;
  readonly example?: SampleLiteral | undefined;
  readonly exampleHeader?: SampleLiteral | undefined;
  readonly response?: SampleLiteral | undefined;
  readonly responseHeader?: SampleLiteral | undefined;
}

type SampleLiteral = () => Literal;

/** Adds the samples of an operation to those that share their shapes. */
function addSamples(
  plan: OperationPlan,
  { docs, soap }: OperationDescription,
  globals: readonly ElementDeclaration[],
  shared: SharedOutlines,
): Samples {
  if (soap === undefined) return {};
  const literalOf = (nodes: readonly MarkupNode[] | undefined): SampleLiteral | undefined => {
    if (nodes === undefined) return undefined;
    if (nodes.every((one) => typeof one !== 'string')) return shared.add(nodes);
    const text = pageSampleText(nodes, envelopeDepth);
    return () => text;
  };
  const isWhole = docs.parameters === undefined;
  return {
    request: literalOf(soap.request.nodes),
    requestHeader: literalOf(soap.requestHeader?.nodes),
    example: literalOf(isWhole ? exampleBody(plan, globals) : undefined),
    exampleHeader: literalOf(isWhole ? exampleHeader(plan, globals) : undefined),
    response: literalOf(soap.response?.nodes),
    responseHeader: literalOf(soap.responseHeader?.nodes),
  };
}

function samplesLiteral(samples: Samples): LiteralObject {
  const request = { request: samples.request?.(), requestHeader: samples.requestHeader?.() };
  const example = { example: samples.example?.(), exampleHeader: samples.exampleHeader?.() };
  return {
    ...request,
    response: samples.response?.(),
    responseHeader: samples.responseHeader?.(),
    ...example,
  };
}

/** A valid body for requests that are edited as a whole. */
function exampleBody(
  { operation, messages, service }: OperationPlan,
  globals: readonly ElementDeclaration[],
): readonly MarkupNode[] {
  const soap = operation.soap11 ?? operation.soap12;
  const { body } = messages.input;
  const { name } = operation;
  return soap?.input.use === 'encoded'
    ? encodedBody(body, { namespace: service.namespace, operation: name }).nodes
    : sampleBody(body, { globals, operation: name });
}

function exampleHeader(
  { operation, messages: { inputHeaders }, service }: OperationPlan,
  globals: readonly ElementDeclaration[],
): readonly MarkupNode[] | undefined {
  if (inputHeaders.length === 0) return undefined;
  const soap = operation.soap11 ?? operation.soap12;
  const { name } = operation;
  const own = encodedService(soap?.input, { namespace: service.namespace, operation: name });
  return inputHeaders.flatMap(({ place, encoded }) =>
    encoded
      ? encodedHeader(place.element, own).nodes
      : samplePayload(place, { globals, operation: name }),
  );
}
