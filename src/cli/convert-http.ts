import { defaultSettings } from '../config/settings.ts';
import {
  bodyText,
  collectRequests,
  headerLine,
  literalText,
  type RequestCollection,
  type SampleRequest,
  writeBruno,
  writeHttp,
  writePostman,
} from '../convert/requests.ts';
import {
  createDiagnosticBag,
  type DiagnosticBag,
  type DiagnosticSink,
} from '../diagnostics/diagnostic.ts';
import type { EvaluatedContract } from '../evaluate.ts';
import { linkContract } from '../model/link.ts';
import { type SampleContext, sampleSimple } from '../model/sample.ts';
import type { ServiceModel } from '../model/services.ts';
import type { BindingKind, Contract } from '../model/wsdl.ts';
import { compactText } from '../model/xml.ts';
import { samplePayload } from '../plan/messages.ts';
import { bindingTitles } from '../plan/operation-docs.ts';
import type { OperationPlan } from '../plan/result.ts';
import type { MessageField } from '../plan/type-text.ts';
import type { PreparedRequest } from '../runtime/client/answer.ts';
import { createCaller } from '../runtime/client/call.ts';
import type { CallOptions } from '../runtime/client/request.ts';
import { FormReader } from '../runtime/forms/reader.ts';
import { openApiOf } from '../runtime/gateway/open-api.ts';
import type { GatewayOperation } from '../runtime/gateway/routes.ts';
import { indentXml } from '../runtime/http/server.ts';
import type { Operation } from '../runtime/operation/descriptor.ts';
import {
  contractCode,
  type MessageFunctions,
  messageFunctions,
  readWith,
  sampleMessage,
} from './contract/code.ts';
import { findJobs } from './contract/jobs.ts';
import type { ConvertCommandOptions } from './contract/options.ts';
import type { Console } from './terminal/console.ts';

/** Where a conversion reports to. */
interface Reporting {
  readonly bag: DiagnosticBag;
  readonly console: Console;
}

/** The OpenAPI document of a contract, in JSON; `undefined` after an error, which is reported. */
export async function toOpenApi(
  path: string,
  contract: Contract,
  options: ConvertCommandOptions,
  { bag, console }: Reporting,
): Promise<string | undefined> {
  const { openapi: version = '3.1', wire = 'json' } = options;
  const model = linkContract(contract, bag);
  if (model === undefined) return undefined;
  if (wire === 'xml') {
    const { writeOpenApi } = await import('../convert/openapi.ts');
    return writeOpenApi(model, version);
  }
  const operations = await gatewayOperations(path, model, options, console);
  if (operations === undefined) return undefined;
  const texts = model.services.flatMap(({ name, documentation }) =>
    documentation === undefined ? [] : [[name, documentation] as const],
  );
  const document = openApiOf(
    { name: model.name, operations },
    Object.fromEntries(texts),
    version === '3.0' ? '3.0.3' : '3.1.0',
  );
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The operations of the gateway that target `gateway` writes, by the configuration. */
async function gatewayOperations(
  path: string,
  model: ServiceModel,
  { config, service }: ConvertCommandOptions,
  console: Console,
): Promise<readonly GatewayOperation[] | undefined> {
  if (model.services.every(({ interfaces }) => interfaces.every((one) => isEmpty(one)))) return [];
  const [job] = await findJobs([path], config, createDiagnosticBag());
  const { settings = defaultSettings } = job ?? {};
  const code = await contractCode(model, console, {
    targets: ['client', 'gateway'],
    only: service === undefined ? settings.only : [],
    // JSON has bytes as a whole
    settings: { ...settings, streams: [] },
  });
  return code?.plan.services.flatMap(code.doors);
}

function isEmpty({ operations }: { readonly operations: readonly unknown[] }): boolean {
  return operations.length === 0;
}

type Write = (collection: RequestCollection) => string | ReadonlyMap<string, string>;

const writers: Readonly<Record<'http' | 'bruno' | 'postman', Write>> = {
  http: writeHttp,
  bruno: writeBruno,
  postman: writePostman,
};

/**
 * The requests of a contract, as the same code sends them that users generate.
 *
 * @returns `undefined`, reported, if the contract cannot be generated
 */
export async function writeRequests(
  model: ServiceModel,
  to: keyof typeof writers,
  { sink, console }: { readonly sink: DiagnosticSink; readonly console: Console },
): Promise<string | ReadonlyMap<string, string> | undefined> {
  // requests are read from samples, as by a server
  const code = await contractCode(model, console, { targets: ['client', 'server'], only: [] });
  if (code === undefined) return undefined;
  const requests = await sampleRequests(code, sink);
  return writers[to](collectRequests(code.plan.name, requests));
}

/** Stands for an address that the contract does not name. */
const unknownAddress = 'http://localhost';

/** Prepares the request of an operation over a binding. */
type Prepare = (plan: OperationPlan, binding: BindingKind) => Promise<PreparedRequest>;

/**
 * The request of each operation over each binding, as a generated client sends it, with samples of
 * its parameters and headers. An operation without a valid sample is left out, with a warning.
 */
async function sampleRequests(
  code: EvaluatedContract,
  sink: DiagnosticSink,
): Promise<readonly SampleRequest[]> {
  const prepare = preparing(code);
  const found: SampleRequest[] = [];
  for (const plan of code.plan.operations) {
    const { service, operation } = plan;
    const name = `${service.name}.${operation.publicName}`;
    const warn = (message: string): void =>
      sink.report({
        code: 'ASMX3007',
        severity: 'warning',
        message,
        span: operation.span,
        help: 'asmx-gen call --dry-run prints its request, with parameters that you choose',
      });
    try {
      for (const binding of plan.bindings) {
        const request = sampleRequest(plan, binding, await prepare(plan, binding));
        for (const [header, value] of Object.entries(request.headers)) {
          const text = headerLine(value);
          if (text !== value)
            warn(`${header} of ${name} is written as ${text}: braces are variables`);
        }
        found.push(request);
      }
    } catch (error) {
      warn(`no request for ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return found;
}

function preparing(code: EvaluatedContract): Prepare {
  const { plan } = code;
  const caller = createCaller({}, { baseUrl: plan.baseUrl ?? unknownAddress });
  const globals = plan.model.elements;
  return (one, binding) => {
    const context = { globals, operation: one.operation.name, isRead: true } as const;
    const { input, soapHeaders } = sampleInput(one, messageFunctions(code, one), context);
    const operation = code.descriptor(one) as Operation<never, unknown>;
    const options: CallOptions = { binding, soapHeaders: soapHeaders as never };
    return caller.prepare(operation, input as never, options);
  };
}

/** Whether a reader would take a text without references for more than that. */
export function isCommand(text: string): boolean {
  return text.includes('{{') || commandMark.test(text) || commandWord.test(text);
}

/**
 * Lines that are more than a line of a body: separators and comments, variables, files, scripts,
 * assertions, and answers and requests of other kinds.
 */
const commandMark = /^\s*(?:#|\/[/*]|@|<(?![\w/?!])|>|\?\?|===)/m;

const commandWord = /^\s*(?:HTTP\/|(?:AMQP|MQTT|WS|SSE|query|mutation|fragment|gql|proto)\b)/m;

function sampleRequest(
  { service, operation }: OperationPlan,
  binding: BindingKind,
  { method, url, headers, body }: PreparedRequest,
): SampleRequest {
  const text = typeof body === 'object' ? new TextDecoder().decode(body) : body;
  const request = {
    service: service.name,
    operation: operation.publicName,
    binding: bindingTitles[binding],
    documentation: operation.documentation,
    method,
    url: literalText(url),
    headers: headersOf(headers),
    body: text === undefined ? undefined : readable(literalText(text)),
  };
  if (request.body !== undefined && isCommand(bodyText(request, request.body))) {
    throw new Error('A line of its body is a command for the programs that send such requests.');
  }
  return request;
}

/** XML on several lines. A body of several parts stays as it is. */
function readable(text: string): string {
  const [, declaration = '', xml = ''] = /^(<\?xml[^>]*\?>)?\s*(<[\s\S]*)$/.exec(text) ?? [];
  if (xml === '') return text;
  const head = declaration === '' ? '' : `${declaration}\n`;
  return head + indentXml(xml).replaceAll('\r\n', '\n');
}

/** The headers that a person would write. A program that sends the request counts its bytes. */
function headersOf(headers: PreparedRequest['headers']): Readonly<Record<string, string>> {
  const written = Object.entries(headers).filter(([name]) => !/^content-length$/i.test(name));
  return Object.fromEntries(written.map(([name, value]) => [name, literalText(String(value))]));
}

/** What a client is given to send a request. */
interface SampleInput {
  readonly input: unknown;
  readonly soapHeaders: Readonly<Record<string, unknown>>;
}

/**
 * A valid input of an operation, with all headers that it declares: a message created from the
 * schema, and read by the generated code.
 *
 * @throws XmlValueError the contract has no valid sample, such as of a pattern that nothing matches
 */
function sampleInput(
  plan: OperationPlan,
  functions: MessageFunctions,
  context: SampleContext,
): SampleInput {
  const { messages, operation } = plan;
  const headers = messages.inputHeaders.flatMap(({ name, place }): readonly [string, unknown][] => {
    const read = functions.inputHeaders[name];
    return read === undefined
      ? []
      : [[name, readWith(read, compactText(samplePayload(place, context)))]];
  });
  const soapHeaders = Object.fromEntries(headers);
  if (operation.soap11 === undefined && operation.soap12 === undefined) {
    return { input: formInput(plan, functions), soapHeaders };
  }
  const { readRequest } = functions;
  const input = readRequest && sampleMessage(messages.input, readRequest, context);
  return { input: input ?? {}, soapHeaders };
}

/** The input of an operation that only GET and POST have. */
function formInput({ messages }: OperationPlan, { readForm }: MessageFunctions): unknown {
  if (readForm === undefined) return {};
  return readForm(new FormReader(messages.input.fields.map(parameter).join('&')));
}

function parameter({ property, wireName = property, value }: MessageField): string {
  const one = value.kind === 'array' ? value.item.value : value;
  const seed = { name: wireName, ordinal: 0 };
  const text = one.kind === 'simple' ? sampleSimple(one.source, seed) : '';
  return `${encodeURIComponent(wireName)}=${encodeURIComponent(text)}`;
}
