import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { writeOpenApi } from '../../src/convert/openapi.ts';
import { lintModel } from '../../src/lint/rules.ts';
import type { ServiceModel } from '../../src/model/services.ts';
import { describeOperation } from '../../src/pages/service.ts';
import { contractMessages } from '../../src/plan/messages.ts';
import { runCli } from '../cli/in-process.ts';
import { createFolder, type TestFolder } from '../cli/run-cli.ts';
import { modelOf } from '../plan/contract-texts.ts';
import { declaration, planText, wsdl } from '../plan/support/contract.ts';

jest.setTimeout(60_000);

/**
 * Elements and attributes whose names clash, with the property of each and its name on the wire.
 */
const names = [
  ['codeAttribute', 'code'],
  ['größeAttribute', 'größe'],
  ['code', 'code'],
  ['größe', 'größe'],
  ['codeAfterGröße', 'code'],
] as const;
const properties = names.map(([property]) => property).sort();

const content = `<xs:complexType><xs:sequence>
  <xs:element name="code" type="xs:int"/><xs:element name="größe" type="xs:int"/><xs:element name="code" type="xs:int"/>
</xs:sequence><xs:attribute name="code" type="xs:string"/><xs:attribute name="größe" type="xs:string"/></xs:complexType>`;

/** The element has another name than the operation: its content are the parameters all the same. */
const contract = wsdl({
  schema: `<xs:element name="Question">${content}</xs:element><xs:element name="Answer">${content}</xs:element>`,
  operations: { Ask: { input: 'Question', output: 'Answer' } },
});

let folder: TestFolder;
let model: ServiceModel;

beforeAll(() => {
  folder = createFolder();
  folder.write('c.wsdl', contract);
  model = modelOf({ 'c.wsdl': contract });
});

afterAll(() => folder.remove());

function firstOperation() {
  const operation = model.services[0]?.interfaces[0]?.operations[0];
  if (operation === undefined) throw new Error('no operation');
  return operation;
}

test.each([['AskInput'], ['AskOutput']])('the generated %s', (name) => {
  const text = declaration(planText(contract), name);
  const found = [...text.matchAll(/readonly '?([^\s:'?]+)'?\??:/g)].map((match) => match[1]);
  expect(found.sort()).toEqual(properties);
});

test('inspect', async () => {
  const { stdout } = await runCli(['inspect', 'c.wsdl', 'Ask', '--json'], { cwd: folder.path });
  const { input, output } = JSON.parse(stdout);
  for (const side of [input, output]) {
    const found = side.properties.map((one: { name: string; wireName: string }) => [
      one.name,
      one.wireName,
    ]);
    expect(found).toEqual(names);
  }
});

test('call', async () => {
  const values = properties.map((property, at) => `${property}=${at + 1}`);
  const { code, stdout } = await runCli(['call', 'c.wsdl', 'Ask', ...values, '--dry-run'], {
    cwd: folder.path,
  });
  expect(code).toBe(0);
  const value = (property: string): number => properties.indexOf(property as 'code') + 1;
  expect(stdout).toContain(
    `<Question xmlns="urn:test" code="${value('codeAttribute')}" größe="${value('größeAttribute')}"><code>${value('code')}</code><größe>${value('größe')}</größe><code>${value('codeAfterGröße')}</code></Question>`,
  );
});

test('OpenAPI', () => {
  const { components } = JSON.parse(writeOpenApi(model));
  for (const element of ['Question', 'Answer']) {
    const schema = components.schemas[element];
    expect(Object.keys(schema.properties).sort()).toEqual(properties);
    for (const [property, wireName] of names) {
      expect(schema.properties[property].xml.name).toBe(wireName);
    }
  }
});

test('the test form of the help page', () => {
  const operation = firstOperation();
  const messages = contractMessages(model).of(operation);
  const { docs } = describeOperation(operation, messages, 'urn:test');
  const found = (docs.parameters as readonly { name: string }[]).map((one) => one.name);
  expect(found.sort()).toEqual(properties);
});

test('lint, which speaks of names on the wire', () => {
  const found: string[] = [];
  lintModel(model, { report: ({ code, message }) => found.push(`${code} ${message}`) });
  const odd = "ASMX6007 'größe' in Ask holds ö (U+00F6), ß (U+00DF)";
  expect(found).toEqual([odd]);
});
