import type { BindingKind } from '../../model/wsdl/definitions.ts';
import { docComment, stringLiteral } from '../print/encode.ts';
import { arrayLiteral, fits, indentation, propertyLine, typeArguments } from '../print/layout.ts';
import type { InterfacePlan, OperationPlan } from '../result/plan.ts';
import type { ContractNames } from './contract-names.ts';
import { attachmentNames, codecLines } from './descriptor-view.ts';
import { type ImportNotes, keepNotes } from './module-imports.ts';
import { handlerDocumentation } from './operation-docs.ts';
import { handlerTypeArguments, mayStream } from './operation-types.ts';
import type { HandlersContent } from './server-interfaces.ts';
import type { Member } from './split-interfaces.ts';

/**
 * What `server.ts` holds of one operation: a property of an interface, and the route that leads to
 * it.
 */
export interface ServerMember extends Member {
  readonly route: HandlersContent['routes'][number];
}

/** Plans the handlers of an interface. */
export function planServerMembers(
  plan: InterfacePlan,
  names: ContractNames,
): readonly ServerMember[] {
  return plan.operations.map((operation) => {
    const notes = keepNotes();
    return {
      operation,
      doc: docComment(handlerDocumentation(operation), 1),
      line: typeArguments({
        before: `readonly ${operation.method}: ${notes.type('runtime', handlerType(operation))}`,
        items: handlerTypeArguments(operation, names, notes),
        after: ';',
        indent: 1,
      }),
      route: planRoute(operation, notes),
      notes,
    };
  });
}

/** Members as the content of one interface, which stands in a file with these imports. */
export function contentOfHandlers(
  members: readonly ServerMember[],
  imports: ImportNotes,
): HandlersContent {
  for (const { notes } of members) notes.passTo(imports);
  return { bases: [], members, routes: members.map((one) => one.route), spread: [] };
}

/** What the runtime calls the protocols of a server. */
const protocols: Readonly<Record<BindingKind, string>> = {
  soap11: 'soap11Server',
  soap12: 'soap12Server',
  httpGet: 'httpGetServer',
  httpPost: 'httpPostServer',
};

/** The lines of a route. */
function planRoute(operation: OperationPlan, notes: ImportNotes): ServerMember['route'] {
  const server = operation.bindings.map((kind) => notes.value('runtime', protocols[kind]));
  return {
    operation: propertyLine('operation', notes.value('operations', operation.descriptor), 3),
    server: arrayLiteral({ before: 'server: ', items: server, after: ',', indent: 3 }),
    codec: codecLine(operation, notes),
    handler: handlerLine(operation.method),
  };
}

/** The property with what a server reads and writes. */
function codecLine(plan: OperationPlan, notes: ImportNotes): string {
  const { readRequest, writeResponse, attachResponse } = plan.codecs;
  const { readForm, readDocument, writeResult, stream } = plan.codecs;
  const soap = { readRequest, writeResponse };
  const references = plan.encoded && writeResponse !== undefined;
  const records = mayStream(plan);
  const http = { attachResponse, readForm, readDocument, writeResult };
  const lines = [
    ...codecLines(soap, 4, notes),
    ...(references ? [runtimeLine('encode', 'writeReferences', notes)] : []),
    ...attachmentNames('inputAttachments', plan.inputAttachments, 4),
    ...codecLines(http, 4, notes),
    ...(records ? [runtimeLine('records', 'recordSender', notes)] : []),
    ...codecLines({ writeRecord: stream?.writeRecord }, 4, notes),
    ...contentTypeLines(plan),
  ];
  if (lines.length === 0) return 'codec: {},';
  const margin = indentation(4);
  return `codec: {\n${margin}${lines.join(`\n${margin}`)}\n${indentation(3)}},`;
}

function runtimeLine(key: string, name: string, notes: ImportNotes): string {
  return propertyLine(key, notes.value('runtime', name), 4);
}

/**
 * The content type the server gives what a handler returns, where that is no XML and the contract
 * names one.
 */
function contentTypeLines({ operation }: OperationPlan): readonly string[] {
  const output = (operation.httpGet ?? operation.httpPost)?.output;
  const type = output?.kind === 'mimeContent' ? output.type : undefined;
  if (operation.written === undefined || type === undefined || type.includes('*')) return [];
  return [propertyLine('contentType', stringLiteral(type), 4)];
}

function handlerType(operation: OperationPlan): string {
  return mayStream(operation) ? 'StreamingHandler' : 'Handler';
}

/** Called as a method, so that handlers may be those of a class. */
function handlerLine(method: string): string {
  const head = 'handler: (input, context) =>';
  const call = `handlers.${method}(input, context),`;
  return fits(`${head} ${call}`, 3) ? `${head} ${call}` : `${head}\n${indentation(4)}${call}`;
}
