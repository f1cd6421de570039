import type { BindingKind } from '../../model/wsdl/definitions.ts';
import { stringLiteral } from '../print/encode.ts';
import { fits, indentation, typeArguments } from '../print/layout.ts';
import { array, type Expression, entry, object } from '../print/node.ts';
import type { ContractPlan, InterfacePlan, OperationPlan } from '../result/plan.ts';
import type { ScriptPlan } from '../result/script-plan.ts';
import { announcedFor } from './addressing-part.ts';
import type { ContractNames } from './contract-names.ts';
import { propertyValue } from './descriptor-view.ts';
import { propertyView } from './interface-view.ts';
import type { ImportNotes } from './module-imports.ts';
import { handlerDocumentation } from './operation-docs.ts';
import { handlerTypeArguments, mayStream } from './operation-types.ts';
import type { HandlersContent, RouteView } from './server-interfaces.ts';
import { attachmentNames, codecEntries } from './used-functions.ts';

/** Plans the handlers of an interface. */
export function planServerMembers(
  plan: InterfacePlan,
  names: ContractNames,
  imports: ImportNotes,
  scripts: ContractPlan['scripts'],
): HandlersContent {
  return {
    members: plan.operations.map((operation) => {
      const { method } = operation;
      const type = imports.type('runtime', mayStream(operation) ? 'StreamingHandler' : 'Handler');
      const items = handlerTypeArguments(operation, names, imports);
      const before = `readonly ${method}: ${type}`;
      const given = typeArguments({ before, items, after: ';', indent: 1 });
      return propertyView(handlerDocumentation(operation), method, type + given);
    }),
    routes: plan.operations.map((one) => planRoute(one, scripts.get(one), imports)),
  };
}

/** The runtime's names for the protocols of a server. */
const protocols: Readonly<Record<BindingKind, string>> = {
  soap11: 'soap11Server',
  soap12: 'soap12Server',
  httpGet: 'httpGetServer',
  httpPost: 'httpPostServer',
};

/** The runtime's name for the protocol of an operation. */
function serverProtocol(operation: OperationPlan, kind: BindingKind): string {
  if (announcedFor(operation, kind) === undefined) return protocols[kind];
  return kind === 'soap11' ? 'addressedSoap11Server' : 'addressedSoap12Server';
}

/** The route of an operation. */
function planRoute(
  operation: OperationPlan,
  script: ScriptPlan | undefined,
  notes: ImportNotes,
): RouteView {
  const names = operation.bindings.map((kind) => serverProtocol(operation, kind));
  const all = script === undefined ? names : ['scriptServer', 'scriptProxyServer', ...names];
  const server = all.map((name) => notes.value('runtime', name));
  return {
    operation: propertyValue('operation', notes.value('operations', operation.descriptor), 3),
    server: propertyValue('server', array(server), 3),
    codec: propertyValue('codec', codecObject(operation, notes), 3),
    script: script && propertyValue('script', scriptObject(script, notes), 3),
    handler: handlerCall(operation.method),
  };
}

/** The codecs of a server. */
function codecObject(plan: OperationPlan, notes: ImportNotes): Expression {
  const { readRequest, writeResponse, attachResponse } = plan.codecs;
  const { readForm, readDocument, writeResult, stream } = plan.codecs;
  const references = plan.encoded && writeResponse !== undefined;
  const records = mayStream(plan);
  const http = { attachResponse, readForm, readDocument, writeResult };
  const entries = [
    ...codecEntries({ readRequest, writeResponse }, notes),
    ...(references ? [entry('encode', notes.value('runtime', 'writeReferences'))] : []),
    ...(plan.inputHeaders.some((one) => one.encoded)
      ? [entry('readHeaders', notes.value('runtime', 'readEncodedHeaders'))]
      : []),
    ...attachmentNames('inputAttachments', plan.inputAttachments),
    ...(plan.mtom.response ? [entry('mtom', notes.value('runtime', 'mtom'))] : []),
    ...(plan.byteStreams.request
      ? [entry('receiveParts', notes.value('runtime', 'receiveParts'))]
      : []),
    ...(plan.byteStreams.response
      ? [entry('sendStreams', notes.value('runtime', 'sendStreams'))]
      : []),
    ...codecEntries(http, notes),
    ...(records ? [entry('records', notes.value('runtime', 'recordSender'))] : []),
    ...codecEntries({ writeRecord: stream?.writeRecord }, notes),
    ...contentTypeEntry(plan),
  ];
  return object(entries, true);
}

/** The messages of an operation that scripts may call. */
function scriptObject({ input, output, get }: ScriptPlan, notes: ImportNotes): Expression {
  return object([
    ...codecEntries({ input, output }, notes),
    ...(get ? [entry('get', 'true')] : []),
  ]);
}

/** The content type of a handler's result, if that is not XML and the contract has one. */
function contentTypeEntry({ operation }: OperationPlan): readonly Expression[] {
  const output = (operation.httpGet ?? operation.httpPost)?.output;
  const type = output?.kind === 'mimeContent' ? output.type : undefined;
  if (operation.written === undefined || type === undefined || type.includes('*')) return [];
  return [entry('contentType', stringLiteral(type))];
}

/** Called as a method, so that handlers may be an instance of a class. */
function handlerCall(method: string): string {
  const call = `handlers.${method}(input, context)`;
  return fits(`handler: (input, context) => ${call},`, 3)
    ? ` ${call}`
    : `\n${indentation(4)}${call}`;
}
