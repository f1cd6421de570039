import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { writeOpenApi } from '../../src/convert/openapi.ts';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { planDocumentation } from '../../src/files/documentation.ts';
import { loadTemplates } from '../../src/render/templates.ts';
import { documentationPlanOf, modelOf } from './contract-texts.ts';

// `jaxb:property` names STDid studentId, grd grade, and RegisterResult receipt
const path = 'test/cli/cases/call/property-names/in/students.wsdl';
const students = modelOf({ [path]: readFileSync(path, 'utf8') });

test('OpenAPI has the names of properties, with those of the message beside them', () => {
  const { components } = JSON.parse(writeOpenApi(students));
  const { Register, Mark, RegisterResponse } = components.schemas;
  expect(Object.keys(Register.properties)).toEqual(['studentId', 'Mark']);
  expect(Register.required).toEqual(['studentId', 'Mark']);
  expect(Register.properties.studentId.xml.name).toBe('STDid');
  expect(Mark.properties.grade.xml).toEqual({ name: 'grd', attribute: true });
  expect(RegisterResponse.properties.receipt.xml.name).toBe('RegisterResult');
});

test('samples of help pages are messages, with the names of the schema', () => {
  const bag = createDiagnosticBag();
  const [docs] = planDocumentation(
    documentationPlanOf(students, { targets: ['docs'], publish: 'rebuilt' }),
  );
  const header = { contract: path, lines: [] };
  const view = { ...docs?.view, header };
  const text = loadTemplates([], bag).render(docs?.template ?? 'docs', view, bag) ?? '';
  expect(bag.diagnostics).toEqual([]);
  const samples = text.slice(0, text.indexOf('wsdl: `'));
  expect(samples).toContain('<STDid>');
  expect(samples).toContain('<Mark grd="');
  expect(samples).toContain('<RegisterResult>');
  expect(samples).not.toMatch(/studentId|grade|receipt/);
  // the WSDL that is served names the properties again
  expect(text).toContain('<jaxb:property name="studentId"');
});
