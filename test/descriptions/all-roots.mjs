// What of an operation has a description beside its SOAP messages, headers and faults.
import { recordOf } from '../../dist/plan/codecs/messages/stream-codecs.js';
import { operationMessages } from '../../dist/plan/messages/operation-messages.js';
import { operationRoots } from '../roundtrip/roots.mjs';

/** All roots of an operation. */
export function allRoots(chosen, operation, shaper) {
  return [...operationRoots(chosen, operation, shaper), ...recordRoots(chosen, operation, shaper)];
}

/** The records of a result. */
function recordRoots(chosen, { codecs: { stream } }, shaper) {
  if (stream === undefined) return [];
  const { operation, service } = chosen;
  const { output, httpAnswer } = operationMessages(operation, shaper);
  const body = stream.soapPath === undefined ? httpAnswer : output.body;
  const { place, path, type } = recordOf(body);
  return [
    {
      label: `${service.name}.${operation.messageName} record`,
      kind: 'record',
      place,
      type,
      scope: path.at(-2)?.namespace ?? '',
      read: stream.readRecord,
      write: stream.writeRecord,
      takesBody: false,
    },
  ];
}
