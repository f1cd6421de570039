// What of an operation has a description beside its SOAP messages, headers and faults.
import { recordOf } from '../../dist/plan/codecs/messages/stream-codecs.js';
import { operationMessages } from '../../dist/plan/messages/operation-messages.js';
import { httpResultOf } from '../../dist/plan/operations/http-result.js';
import { inputType, outputType } from '../../dist/plan/operations/message-types.js';
import { formOf } from '../../dist/plan/operations/plan-http.js';
import { operationRoots } from '../roundtrip/roots.mjs';

/** All roots of an operation. */
export function allRoots(chosen, operation, shaper) {
  const messages = operationMessages(chosen.operation, shaper);
  const label = `${chosen.service.name}.${chosen.operation.messageName}`;
  const others = [
    ...recordRoots(operation.codecs, messages),
    ...httpRoots(chosen, operation.codecs, messages, shaper),
  ];
  return [
    ...operationRoots(chosen, operation, shaper),
    ...others.map((one) => ({ ...one, label: `${label} ${one.kind}`, takesBody: false })),
  ];
}

/** The records of a result. */
function recordRoots({ stream }, { output, httpAnswer }) {
  if (stream === undefined) return [];
  const { place, path } = recordOf(stream.soapPath === undefined ? httpAnswer : output.body);
  const scope = path.at(-2)?.namespace ?? '';
  const { readRecord: read, writeRecord: write } = stream;
  return [{ kind: 'record', place, scope, read, write }];
}

/** The form and the document of GET and POST. */
function httpRoots(chosen, codecs, { input, output }, shaper) {
  const { httpGet, httpPost } = chosen.operation;
  const heading = { name: '', namespace: '', doc: [] };
  const types = {
    inBody: input.body,
    outBody: output.body,
    input: inputType(input.body, heading)?.type,
    result: outputType(output.body, heading).type,
  };
  const { readForm, writeForm, writeLocation, readResult, writeResult } = codecs;
  const roots = [];
  const form = [httpGet, httpPost].find((one) => one && formOf(chosen, one, types) !== undefined);
  if (readForm !== undefined && form !== undefined) {
    const planned = { body: input.body, form: formOf(chosen, form, types) };
    roots.push({ ...planned, kind: 'form', read: readForm, write: writeForm });
    if (writeLocation !== undefined) {
      const { location } = form;
      roots.push({ ...planned, kind: 'location', location, write: writeLocation });
    }
  }
  if (readResult !== undefined) {
    const result = httpResultOf(shaper, chosen, httpGet ?? httpPost, types);
    roots.push({ kind: 'result', body: output.body, result, read: readResult, write: writeResult });
  }
  return roots;
}
