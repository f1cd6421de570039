import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { createDiagnosticBag, positionAt } from '../../../src/diagnostics/diagnostic.ts';
import type { Definitions } from '../../../src/model/wsdl.ts';
import type { ElementSyntax } from '../../../src/model/xsd/schema-document.ts';
import { readYamlContract } from '../../../src/read/yaml/contract.ts';

const path = 'specs/student-information.yaml';
const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const bag = createDiagnosticBag();
const contract = readYamlContract({ path, text }, bag);
const definitions = contract?.definitions ?? [];

/** Parameters of a wrapper element with their types and how often they are. */
function parameters(element: ElementSyntax | undefined): readonly string[] {
  const particle = element?.type?.kind === 'complexType' ? element.type.particle : undefined;
  if (particle?.kind !== 'model') return [];
  return particle.particles.map((one) => {
    if (one.kind !== 'elementParticle') return one.kind;
    const { name, typeRef } = one.element;
    return `${name.localName}: ${typeRef?.name.localName} ${one.occurs.min}..${one.occurs.max}`;
  });
}

function element(one: Definitions, name: string): ElementSyntax | undefined {
  return one.schemas[0]?.elements.find((candidate) => candidate.name.localName === name);
}

/** The table of operations in the document, in its order. */
const table: readonly (readonly [string, string, readonly string[]])[] = [
  ['AuthCodeSending', 'AuthCode', ['code', 'phone']],
  ['GenerateStudentReport', 'GenerateReport', ['studentId', 'studentClass']],
  ['BookPdf', 'GetBookPdfByTerm', ['termId', 'srid', 'classId']],
  ['GetStudentsForTeacherClass', 'GetTeacherSubjectsByID', ['TClassid']],
  ['GetStudentsInformation', 'GetStudentInfoByRecId', ['StudentRecId']],
  ['GetStudentsInformation', 'GetStudentsByPhone', ['phone']],
  ['ReadNoteFromApp', 'UpdateNoteState', ['STDid', 'note_type']],
  ['GetStudentsAbsence', 'GetStudentsAbcenceByID', ['STDid']],
  ['Scheduals', 'GetExamTable', ['GradeId', 'TermId']],
  ['Scheduals', 'GetExamTableByExamId', ['ExamId']],
  ['Scheduals', 'GetClassSchedulByClassId', ['ClassId']],
  ['GetStudnetNote', 'GetStudentNoteByID', ['STDid']],
  ['GetGeneralNoteByClasssID', 'GetStudentsGnote', ['ClassID']],
  ['GetNoteType', 'GetStudentsNoteType', []],
  ['AboutUs', 'GetAboutUs', []],
  [
    'PushNotificationMobile',
    'PushNotificationToGateway',
    ['applicationID', 'senderId', 'deviceId', 'notes', 'notes_type'],
  ],
  ['NotificationNotes', 'SendCircularsNotes', ['id', 'baseUrlSchool']],
  ['NotificationNotes', 'GetNameAbsenceType', ['id', 'baseUrlSchool']],
];

describe('specs/student-information.yaml', () => {
  test('reads without a word', () => {
    expect(bag.diagnostics).toEqual([]);
    expect(contract?.name).toBe('StudentInformation');
    expect(contract?.baseUrl).toBe('http://localhost:8080');
    expect(contract?.files.map((file) => file.path)).toEqual([path]);
  });

  test('begins with the line that editors look for', () => {
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=./asmx-contract.schema.json');
  });

  test('has 14 services and 18 operations in the order of the document', () => {
    const found = definitions.flatMap(({ services, portTypes }) =>
      (portTypes[0]?.operations ?? []).map(({ name }) => [services[0]?.name, name]),
    );
    expect(found).toEqual(table.map(([service, operation]) => [service, operation]));
    expect(definitions).toHaveLength(14);
  });

  test.each(table)(
    '%s.%s takes its parameters and answers nothing',
    (service, operation, names) => {
      const one = definitions.find(({ services }) => services[0]?.name === service);
      if (one === undefined) throw new Error(`no ${service}`);
      const types = (name: string) => (name === 'studentId' ? 'int' : 'string');
      expect(parameters(element(one, operation))).toEqual(
        names.map((name) => `${name}: ${types(name)} 1..1`),
      );
      expect(parameters(element(one, `${operation}Response`))).toEqual([]);
      for (const wire of ['HttpGet', 'HttpPost']) {
        const input = one.messages.find(
          (message) => message.name.localName === `${operation}${wire}In`,
        );
        expect(input?.parts.map((part) => [part.name, part.type?.name.localName])).toEqual(
          names.map((name) => [name, 'string']),
        );
        const output = one.messages.find(
          (message) => message.name.localName === `${operation}${wire}Out`,
        );
        expect(output?.parts).toEqual([]);
      }
      const documentation = one.portTypes[0]?.operations.find(
        ({ name }) => name === operation,
      )?.documentation;
      expect(documentation).toMatch(/^[A-Z].*\.$/);
    },
  );

  test('offers every operation over four bindings', () => {
    for (const { bindings, services, portTypes } of definitions) {
      const name = services[0]?.name;
      const operations = portTypes[0]?.operations.map((one) => one.name);
      expect(
        bindings.map((one) => [one.kind, one.name.localName, one.portType.name.localName]),
      ).toEqual([
        ['soap11', `${name}Soap`, `${name}Soap`],
        ['soap12', `${name}Soap12`, `${name}Soap`],
        ['httpGet', `${name}HttpGet`, `${name}HttpGet`],
        ['httpPost', `${name}HttpPost`, `${name}HttpPost`],
      ]);
      for (const binding of bindings) {
        expect(binding.operations.map((one) => one.name)).toEqual(operations);
        for (const one of binding.operations) {
          const soap = binding.kind.startsWith('soap');
          expect(one.soapAction).toBe(soap ? `http://tempuri.org/${one.name}` : undefined);
          expect(one.location).toBe(soap ? undefined : `/${one.name}`);
        }
      }
      const address = `http://localhost:8080/${name}.asmx`;
      expect(services[0]?.ports.map((port) => [port.name, port.address])).toEqual([
        [`${name}Soap`, address],
        [`${name}Soap12`, address],
        [`${name}HttpGet`, address],
        [`${name}HttpPost`, address],
      ]);
    }
  });

  test('knows where everything is', () => {
    const operation = definitions[0]?.portTypes[0]?.operations[0];
    const code = element(definitions[0] as Definitions, 'AuthCode');
    expect(operation && positionAt(operation.span.file, operation.span.start)).toEqual({
      line: 12,
      column: 7,
    });
    const particle = code?.type?.kind === 'complexType' ? code.type.particle : undefined;
    const first = particle?.kind === 'model' ? particle.particles[0] : undefined;
    expect(first && text.slice(first.span.start, first.span.end)).toBe('code');
    const type = first?.kind === 'elementParticle' ? first.element.typeRef : undefined;
    expect(type && text.slice(type.span.start, type.span.end)).toBe('string');
  });
});
