import { headerText, isCommand, literalText } from '../../convert/requests/request-text.ts';
import { bodyText, type SampleRequest } from '../../convert/requests/sample-request.ts';
import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { OperationPlan } from '../../plan/result/plan.ts';
import { bindingTitles } from '../../plan/views/operation-docs.ts';
import type { PreparedRequest } from '../../runtime/client/transport.ts';
import { indentXml } from '../../runtime/http/server/indent.ts';
import { type CallOptions, createCaller, type Operation } from '../../runtime/index.ts';
import type { ContractCode } from '../run/import-contract-code.ts';
import { loadMessageFunctions } from '../run/message-functions.ts';
import { sampleInput } from './sample-input.ts';

/** Stands for an address that the contract does not name. */
const unknownAddress = 'http://localhost';

/** Prepares the request of an operation over a binding. */
type Prepare = (plan: OperationPlan, binding: BindingKind) => Promise<PreparedRequest>;

/**
 * The request of each operation over each binding, as a generated client sends it, with samples of
 * its parameters and headers. An operation without a valid sample is left out, with a warning.
 */
export async function sampleRequests(
  code: ContractCode,
  sink: DiagnosticSink,
): Promise<readonly SampleRequest[]> {
  const prepare = await preparing(code);
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
          const text = headerText(value);
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

async function preparing({ plan, module }: ContractCode): Promise<Prepare> {
  const functions = await loadMessageFunctions(plan, module);
  const descriptors = await module.load('operations.ts');
  const caller = createCaller({}, { baseUrl: plan.baseUrl ?? unknownAddress });
  const globals = plan.model.elements;
  return (one, binding) => {
    const context = { globals, operation: one.operation.name, isRead: true } as const;
    const own = functions.get(one) ?? { inputHeaders: {} };
    const { input, soapHeaders } = sampleInput(one, own, context);
    const operation = descriptors[one.descriptor] as Operation<never, unknown>;
    const options: CallOptions = { binding, soapHeaders: soapHeaders as never };
    return caller.prepare(operation, input as never, options);
  };
}

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
