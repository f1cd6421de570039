import type { LintRule } from '../../../../src/lint/rules.ts';
import { wsdl as fixture } from '../../../lint/lint-text.ts';
import { type Example, yaml } from './explanation.ts';

/** WSDL documents that hold what a rule's example shows a part of. */
const documents: Readonly<Partial<Record<string, string>>> = {
  ASMX6002: fixture({
    messages: '\n  <message name="LeftOver"><part name="parameters" element="t:Add"/></message>\n',
  }),
  ASMX6006: fixture({ getParts: ['b', 'a'] }),
  ASMX6011: fixture({
    style: 'rpc',
    body: '<soap:body use="encoded" namespace="http://t/" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>',
    soapParts: '<part name="a" type="s:int"/><part name="b" type="s:int"/>',
  }),
};

/** The example of a rule as something to try. */
export function lintExamples({ code, example }: LintRule): Example {
  if (example.startsWith('asmx:')) return yaml(example);
  const text = documents[code];
  if (text === undefined) throw new Error(`there is no document for the example of ${code}`);
  return { shown: example, file: 'school.wsdl', files: { 'school.wsdl': text } };
}
