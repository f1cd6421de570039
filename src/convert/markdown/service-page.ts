import { portPath } from '../../model/wsdl/address.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type {
  LinkedService,
  ServiceModel,
  ServiceOperation,
} from '../../model/wsdl/service-model.ts';
import { bindingsOf, distinctOperations } from '../../model/wsdl/service-operations.ts';
import type { ContractMessages } from '../../plan/messages/contract-messages.ts';
import type { OperationMessages, PayloadShape } from '../../plan/messages/operation-messages.ts';
import { resultOf, signatureOf } from '../../plan/messages/signature.ts';
import { typeWord } from '../../plan/messages/type-word.ts';
import { bindingTitles } from '../../plan/views/operation-docs.ts';
import { fieldTable } from './field-table.ts';
import { code, codeBlock, createAnchors, link, paragraphs, plain, table } from './markdown-text.ts';

/** The page of a service: what it is, and each operation. */
export function servicePage(
  model: ServiceModel,
  service: LinkedService,
  messages: ContractMessages,
): string {
  const anchorOf = createAnchors();
  anchorOf(service.name);
  const operations = distinctOperations(service).map((operation) => {
    const anchor = anchorOf(operation.publicName);
    const lines = operationPart(model, service, operation, messages.of(operation));
    for (const line of lines) if (line.startsWith('### ')) anchorOf(line.slice(4));
    return { operation, anchor, lines };
  });
  const rows = operations.map(({ operation, anchor }) => [
    link(operation.publicName, '', anchor),
    bindingsOf(operation)
      .map((kind) => bindingTitles[kind])
      .join(', '),
  ]);
  const lines = [
    `# ${plain(service.name)}`,
    '',
    ...paragraphs(service.documentation),
    ...table(['Operation', 'Bindings'], rows),
    ...operations.flatMap((one) => [`## ${plain(one.operation.publicName)}`, '', ...one.lines]),
  ];
  return lines.join('\n');
}

function operationPart(
  { baseUrl = '' }: ServiceModel,
  service: LinkedService,
  operation: ServiceOperation,
  messages: OperationMessages,
): readonly string[] {
  const { input, output, inputHeaders, outputHeaders, faults } = messages;
  const soap = operation.soap11 ?? operation.soap12;
  const addresses = bindingsOf(operation).map((kind) => [
    bindingTitles[kind],
    code(baseUrl + portPath(service, operation[kind]?.port) + locationOf(operation, kind)),
    kind === 'soap11' || kind === 'soap12' ? code(operation[kind]?.action ?? '') : '',
  ]);
  const result = output.fields.length === 0 ? [plain(resultOf(operation, messages)), ''] : [];
  return [
    ...paragraphs(operation.documentation),
    ...codeBlock('', signatureOf(operation, messages)),
    ...section('Input', input.fields.length === 0 ? ['none', ''] : fieldTable(input.fields)),
    ...section('Result', [...result, ...fieldTable(output.fields)]),
    ...section('Request headers', payloadTable(inputHeaders)),
    ...section('Response headers', payloadTable(outputHeaders)),
    ...section('Faults', payloadTable(faults)),
    ...section(
      soap === undefined ? 'Bindings' : `Bindings (${soap.style}/${soap.input.use})`,
      table(['Binding', 'Address', 'SOAPAction'], addresses),
    ),
  ];
}

function locationOf(operation: ServiceOperation, kind: BindingKind): string {
  return kind === 'httpGet' || kind === 'httpPost' ? (operation[kind]?.location ?? '') : '';
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`### ${title}`, '', ...lines];
}

function payloadTable(payloads: readonly PayloadShape[]): readonly string[] {
  return table(
    ['Name', 'Type'],
    payloads.map(({ name, place }) => [code(name), code(typeWord(place.value))]),
  );
}
