import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import { sampleBody, samplePayload } from '../messages/message-sample.ts';
import type { OperationPlan, ServicePlan } from '../result/plan.ts';
import type { LiteralObject } from './literal.ts';
import { operationDocs } from './operation-docs.ts';
import { type MarkupNode, readFragment } from './outline/markup-tree.ts';
import { shareOutlines } from './outline/share-outlines.ts';
import { exampleEncodedBody } from './sample-encoded.ts';
import { envelopeDepth, type SampleText } from './sample-writer.ts';

/** Properties of `SoapDocs` that are outlines. */
const outlined = [
  'request',
  'requestHeader',
  'example',
  'exampleHeader',
  'response',
  'responseHeader',
] as const;

/**
 * One service for the help pages: `ServiceDocs` of the runtime without its WSDL, which comes last.
 *
 * @param globals global elements of the contract, for examples
 */
export function serviceDocs(
  { service, interfaces }: ServicePlan,
  globals: readonly ElementDeclaration[],
): LiteralObject & { readonly operations: readonly LiteralObject[] } {
  const soap = service.ports.filter(({ kind }) => kind === 'soap11' || kind === 'soap12');
  const seen = new Set<string>();
  const operations = interfaces
    .flatMap((one) => one.operations)
    .filter(({ operation: { messageName } }) => !seen.has(messageName) && seen.add(messageName));
  const documents: (readonly MarkupNode[])[] = [];
  const described = operations.map((plan) => {
    const docs = operationDocs(plan.operation, plan.messages, service.namespace);
    const texts = { ...(docs.soap as SampleTexts | undefined), ...examples(plan, docs, globals) };
    return { docs, places: takeFragments(texts, documents) };
  });
  const { shapes, outlines } = shareOutlines(documents);
  return {
    name: service.name,
    path: service.path,
    namespace: service.namespace,
    description: service.documentation,
    soapBindings: soap.map(({ binding }) => binding.localName),
    shapes: shapes === '' ? undefined : shapes,
    operations: described.map(({ docs, places }) => ({
      ...docs,
      soap: docs.soap && {
        ...(docs.soap as LiteralObject),
        ...Object.fromEntries(places.map(([name, at]) => [name, outlines[at]])),
      },
    })),
  };
}

/** A text with placeholders, or one that is valid without them. */
type SampleTexts = {
  readonly [name in (typeof outlined)[number]]?: SampleText | string | undefined;
};

/**
 * Adds the texts to the documents that share their shapes. Those with more than elements stay
 * unchanged.
 *
 * @returns the index of each
 */
function takeFragments(
  texts: SampleTexts,
  documents: (readonly MarkupNode[])[],
): readonly (readonly [name: string, at: number])[] {
  return outlined.flatMap((name) => {
    const text = texts[name];
    if (text === undefined) return [];
    const nodes =
      typeof text === 'string'
        ? readFragment(text, undefined)
        : readFragment(marked(text), envelopeDepth);
    if (nodes === undefined) return [];
    documents.push(nodes);
    return [[name, documents.length - 1] as const];
  });
}

/** A sample with its placeholders in white square brackets. */
function marked(sample: SampleText): string {
  return sample.map((one, at) => (at % 2 === 0 ? one : `\u27e6${one}\u27e7`)).join('');
}

/** Valid messages for requests that are edited as a whole. */
function examples(
  { operation, messages, service }: OperationPlan,
  { parameters }: LiteralObject,
  globals: readonly ElementDeclaration[],
): SampleTexts {
  const soap = operation.soap11 ?? operation.soap12;
  if (soap === undefined || parameters !== undefined) return {};
  const headers = messages.inputHeaders.map((one) => samplePayload(one.place, globals));
  const { body } = messages.input;
  return {
    example:
      soap.input.use === 'encoded'
        ? exampleEncodedBody(body, service.namespace)
        : sampleBody(body, globals),
    exampleHeader: headers.length === 0 ? undefined : headers.join(''),
  };
}
