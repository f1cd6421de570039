import type { RecordedCall } from './recorded-call.ts';
import { toRecorded } from './recorded-value.ts';

/**
 * A call and its answer as one line of a recording, in a readable order: plain data that
 * `JSON.stringify` writes without loss.
 */
export function recordedLine(call: RecordedCall): Readonly<Record<string, unknown>> {
  const { service, operation, binding, parameters, answer } = call;
  const { status, contentType, written, soapHeaders, fault, result } = answer;
  return {
    service,
    operation,
    binding,
    parameters: toRecorded(parameters === undefined ? {} : parameters),
    status,
    contentType,
    written: toRecorded(written),
    soapHeaders: toRecorded(soapHeaders),
    fault: toRecorded(fault),
    result: toRecorded(result),
  };
}
