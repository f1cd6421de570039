import { createDiagnosticBag, type Diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { type LinkOptions, linkContract } from '../../../src/model/link.ts';
import { planContract } from '../../../src/plan/contract.ts';
import type { DeclarationPlan } from '../../../src/plan/declarations.ts';
import type { ContractPlan, PlanOptions } from '../../../src/plan/result.ts';
import { readContract } from '../../../src/read/contract.ts';

/** Options of a plan as the configuration has them by default. */
export const planOptions: PlanOptions = {
  targets: ['types', 'client', 'server'],
  runtime: 'vendor',
  contractPath: 'contract.wsdl',
  importExtension: 'js',
  types: {},
  arrays: 'unwrap',
  renames: {},
  only: [],
};

/** A plan with what was reported on the way. */
export interface Planned {
  readonly plan: ContractPlan | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Plans a contract given as text. */
export function planText(
  text: string,
  options: Partial<PlanOptions> = {},
  path = 'contract.wsdl',
  linking: LinkOptions = {},
): Planned {
  const bag = createDiagnosticBag();
  const bytes = new TextEncoder().encode(text);
  const contract = readContract(
    path,
    { readFile: (asked) => (asked === path ? bytes : undefined) },
    bag,
  );
  const model = contract === undefined ? undefined : linkContract(contract, bag, linking);
  const plan =
    model === undefined || bag.failed
      ? undefined
      : planContract(model, { ...planOptions, ...options }, bag);
  return { plan, diagnostics: bag.diagnostics };
}

/** What {@link wsdl} makes a document of. */
export interface WsdlParts {
  /** Content of the schema of `urn:test`; prefixes `xs` and `t`. */
  readonly schema: string;
  /** Further schemas, complete. */
  readonly schemas?: string;
  /** Attributes of the schema. */
  readonly form?: string;
  /** Elements of the operations' messages; a request alone is one-way. */
  readonly operations?: Readonly<
    Record<string, { readonly input: string; readonly output?: string }>
  >;
  /** Attributes added to `definitions`, such as namespace declarations. */
  readonly attributes?: string;
}

/**
 * A document/literal WSDL around a schema; each operation has a request and a response element of
 * the schema.
 */
export function wsdl(parts: WsdlParts): string {
  const operations = Object.entries(
    parts.operations ?? { Test: { input: 'Test', output: 'TestResponse' } },
  );
  const messages = operations.flatMap(([name, { input, output }]) => [
    `<message name="${name}In"><part name="parameters" element="t:${input}"/></message>`,
    output === undefined
      ? ''
      : `<message name="${name}Out"><part name="parameters" element="t:${output}"/></message>`,
  ]);
  const portType = operations.map(
    ([name, { output }]) =>
      `<operation name="${name}"><input message="t:${name}In"/>${output === undefined ? '' : `<output message="t:${name}Out"/>`}</operation>`,
  );
  const binding = operations.map(
    ([name, { output }]) =>
      `<operation name="${name}"><s:operation soapAction="urn:test/${name}"/><input><s:body use="literal"/></input>${output === undefined ? '' : '<output><s:body use="literal"/></output>'}</operation>`,
  );
  return `<definitions name="Test" targetNamespace="urn:test" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:test" ${parts.attributes ?? ''}>
<types>${parts.schemas ?? ''}<xs:schema targetNamespace="urn:test" ${parts.form ?? 'elementFormDefault="qualified"'}>${parts.schema}</xs:schema></types>
${messages.join('\n')}
<portType name="TestPort">${portType.join('')}</portType>
<binding name="TestBinding" type="t:TestPort"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${binding.join('')}</binding>
<service name="TestService"><port name="TestPort" binding="t:TestBinding"><s:address location="http://localhost/test.asmx"/></port></service>
</definitions>`;
}

/** A schema document for `urn:test`, for `judge`. */
export function schemaDocument(content: string): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:test"
  targetNamespace="urn:test" elementFormDefault="qualified">${content}</xs:schema>`;
}

/** The same of the request in {@link valueWsdl}. */
export function valueSchema(schema: string): string {
  return schemaDocument(`<xs:element name="Test"><xs:complexType><xs:sequence>
    <xs:element name="value" type="t:Value"/>
  </xs:sequence></xs:complexType></xs:element>${schema}`);
}

/** A WSDL whose one operation takes and returns `t:Value`, a type of the schema. */
export function valueWsdl(schema: string, more: Partial<WsdlParts> = {}): string {
  return wsdl({
    schema: `<xs:element name="Test"><xs:complexType><xs:sequence><xs:element name="value" type="t:Value"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="TestResponse"><xs:complexType><xs:sequence><xs:element name="TestResult" type="t:Value"/></xs:sequence></xs:complexType></xs:element>${schema}`,
    ...more,
  });
}

/** A declaration as its template prints it. */
export function declarationText({ view }: DeclarationPlan): string {
  const { alias, interface: fields } = view;
  const comment = `/**${(alias ?? fields)?.doc}*/\n`;
  if (alias !== undefined) return `${comment}export type ${alias.name} =${alias.type};`;
  if (fields === undefined) throw new Error('neither an alias nor an interface');
  const content = fields.members === '' ? '' : `\n${fields.members}\n`;
  return `${comment}export interface ${fields.name}${fields.extends} {${content}}`;
}

/** Text of one declaration of `types.ts`. */
export function declaration(planned: Planned, name: string): string {
  const found = planned.plan?.types.find((type) => type.name === name);
  if (found === undefined) {
    const problems = planned.diagnostics.map((one) => `${one.code} ${one.message}`);
    throw new Error(
      `no declaration ${name} in ${planned.plan?.types.map((type) => type.name).join(', ')} ${problems.join('; ')}`,
    );
  }
  return declarationText(found);
}
