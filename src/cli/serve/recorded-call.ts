import {
  type BindingName,
  type ServerCall,
  SoapFault,
  type SoapFaultInit,
} from '../../runtime/index.ts';

/** What a service answered to a call, in values of the generated code. */
export interface ServiceAnswer {
  readonly result?: unknown;
  /** What it wrote to the response itself; bytes where the operation writes such. */
  readonly written?: string | Uint8Array | undefined;
  /** Content type of what it wrote, over HTTP GET and POST. */
  readonly contentType?: string | undefined;
  /** SOAP headers of the answer by part name. */
  readonly soapHeaders?: Readonly<Record<string, unknown>> | undefined;
  readonly fault?: Pick<
    SoapFaultInit,
    'code' | 'message' | 'actor' | 'role' | 'subcode' | 'faultName' | 'detail'
  >;
  /** An answer that is neither: an error status with a page or text. */
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
 * Answers a call as the service did.
 *
 * @throws {SoapFault} where that answered with a fault
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
