import { expect, test } from '@jest/globals';
import type { AnyOperation } from '../../../src/runtime/operation/descriptor.ts';
import { writeEncodedEnvelope, writeReferences } from '../../../src/runtime/soap/encoding.ts';
import { writeResponse } from '../../../src/runtime/soap/request.ts';
import { soap11Server, soap12Server } from '../../../src/runtime/soap/server.ts';

/** An operation with SOAP encoding whose response is what it is given. */
const operation = {
  service: 'S',
  name: 'Add',
  path: '/S.asmx',
  namespace: 'urn:s',
  bindings: ['soap11', 'soap12'],
  soap: {
    action: 'urn:s/Add',
    writeEnvelope: writeEncodedEnvelope,
    writeRequest: () => '',
    readResponse: () => undefined,
    faults: [],
    inputHeaders: [],
    outputHeaders: [],
  },
} as unknown as AnyOperation;
const route = {
  operation,
  codec: { writeResponse: (output: unknown) => String(output), encode: writeReferences },
};

test('SOAP 1.2 names the return value of an RPC response (Part 2, section 4.2.1)', () => {
  const body =
    '<q1:AddResponse xmlns:q1="urn:s"><AddResult xsi:type="xsd:int">5</AddResult></q1:AddResponse>';
  const answer = writeResponse(soap12Server, route, body, '');
  expect(answer).toContain(' xmlns:rpc="http://www.w3.org/2003/05/soap-rpc" xmlns:xsi=');
  expect(answer).toContain(
    '<tns:AddResponse><rpc:result xmlns="">AddResult</rpc:result><AddResult ',
  );
  expect(writeResponse(soap11Server, route, body, '')).not.toContain('rpc');
});

test.each([
  '<AddResponse />',
  '<AddResponse><out>1</out></AddResponse>',
  '<AddResponse><AddResults /></AddResponse>',
])('%s has no return value to name', (body) =>
  expect(writeResponse(soap12Server, route, body, '')).toContain(`<soap:Body>${body}</soap:Body>`),
);
