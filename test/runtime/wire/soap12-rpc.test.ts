import { expect, test } from '@jest/globals';
import type { AnyOperation } from '../../../src/runtime/any-operation.ts';
import { writeResponse as write11 } from '../../../src/runtime/soap11.ts';
import { writeResponse as write12 } from '../../../src/runtime/soap12.ts';

/** An operation with SOAP encoding whose response is what it is given. */
const operation = {
  service: 'S',
  name: 'Add',
  path: '/S.asmx',
  namespace: 'urn:s',
  bindings: ['soap11', 'soap12'],
  soap: {
    action: 'urn:s/Add',
    encoded: true,
    writeRequest: () => '',
    readRequest: () => ({}),
    writeResponse: (output: unknown) => String(output),
    readResponse: () => undefined,
    faults: [],
    inputHeaders: [],
    outputHeaders: [],
  },
} as unknown as AnyOperation;

test('SOAP 1.2 names the return value of an RPC response (Part 2, section 4.2.1)', () => {
  const body =
    '<q1:AddResponse xmlns:q1="urn:s"><AddResult xsi:type="xsd:int">5</AddResult></q1:AddResponse>';
  const answer = write12(operation, body, '');
  expect(answer).toContain(' xmlns:rpc="http://www.w3.org/2003/05/soap-rpc" xmlns:xsi=');
  expect(answer).toContain(
    '<tns:AddResponse><rpc:result xmlns="">AddResult</rpc:result><AddResult ',
  );
  expect(write11(operation, body, '')).not.toContain('rpc');
});

test.each([
  '<AddResponse />',
  '<AddResponse><out>1</out></AddResponse>',
  '<AddResponse><AddResults /></AddResponse>',
])('%s has no return value to name', (body) =>
  expect(write12(operation, body, '')).toContain(`<soap:Body>${body}</soap:Body>`),
);
