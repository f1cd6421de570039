import type { BindingName } from '../operation/names.ts';
import { SoapFault, type SoapFaultInit } from '../operation/soap-fault.ts';
import type { ServerCall } from '../server/options.ts';

/** A service's answer to a call, in values of the generated code. */
export interface ServiceAnswer {
  readonly result?: unknown;
  /** Text that it wrote to the response itself, or bytes if the operation writes bytes. */
  readonly written?: string | Uint8Array | undefined;
  /** Content type of that text, over HTTP GET and POST. */
  readonly contentType?: string | undefined;
  /** SOAP headers of the answer by part name. */
  readonly soapHeaders?: Readonly<Record<string, unknown>> | undefined;
  readonly fault?: Pick<
    SoapFaultInit,
    'code' | 'message' | 'actor' | 'role' | 'subcode' | 'subcodes' | 'faultName' | 'detail'
  >;
  /** Status of any other answer: an error with a page or text. */
  readonly status?: number | undefined;
}

/** A call and its answer: one line of a recording. */
export interface RecordedCall {
  readonly service: string;
  readonly operation: string;
  readonly binding: BindingName;
  readonly parameters: unknown;
  readonly answer: ServiceAnswer;
}

/**
 * Answers a call like the service did.
 *
 * @throws {SoapFault} the service answered with a fault
 */
export function giveAnswer(answer: ServiceAnswer, { context }: ServerCall): unknown {
  const { fault, status, written, contentType } = answer;
  if (fault !== undefined) throw new SoapFault(fault);
  for (const [name, value] of Object.entries(answer.soapHeaders ?? {})) {
    context.setSoapHeader(name, value);
  }
  if (contentType !== undefined) context.contentType(contentType);
  if (written !== undefined) context.write(written);
  if (status !== undefined) {
    context.status(status);
    context.end();
  }
  return answer.result;
}
