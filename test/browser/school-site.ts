import type { Server } from 'node:http';
import { onlyService } from '../../src/convert/wsdl/definitions.ts';
import { addressPlaceholder, wsdlAt } from '../../src/convert/wsdl/document.ts';
import { writeOutline } from '../../src/pages/outline.ts';
import { serviceDocs } from '../../src/pages/service.ts';
import { createDocumentation, type ServiceDocs } from '../../src/runtime/docs.ts';
import { documentationPlanOf, modelOf } from '../plan/contract-texts.ts';
import { GenerateReport, GetAboutUs } from '../runtime/wire/descriptors.ts';
import { start } from '../runtime/wire/exchange.ts';
import { createServer } from '../runtime/wire/serve.ts';

const contract = `asmx: 1
name: School
namespace: http://tempuri.org/
bindings: [soap11, soap12, httpGet, httpPost]
services:
  AuthCodeSending:
    operations:
      GenerateReport:
        documentation: Generates a report.
        parameters: { studentId: int, studentClass: string? }
        returns: string?
      Store:
        parameters: { items: 'Item[]' }
      Odd: { parameters: { dataset: string, addEventListener: string, action: string, elements: string } }
      Upload: { parameters: { picture: base64Binary, count: int, weight: decimal } }
      Plan:
        parameters: { level: Level, active: boolean, from: dateTime, day: date?, at: time, days: date }
        returns: string?
  Many:
    operations:
MANY
  AboutUs:
    operations:
      GetAboutUs: { returns: string? }
types:
  Item: { fields: { name: string } }
  Level: { values: [low, middle, high] }
`.replace('MANY', many());

/** More operations than are found by eye. */
function many(): string {
  const names = Array.from({ length: 21 }, (_, at) => `Get${String.fromCharCode(65 + at)}x`);
  const last = '      FindTeacher: { documentation: By name or class. }';
  return [...names.map((name) => `      ${name}: {}`), last].join('\n');
}

/** What a generated docs.ts would hold for the contract above. */
function documents(): readonly ServiceDocs[] {
  return documentationPlanOf(modelOf({ 'school.yaml': contract })).services.map((plan) => {
    const { definitions, name } = plan.service;
    const wsdl = wsdlAt(onlyService(definitions, name))(() => addressPlaceholder);
    return { ...serviceDocs(plan, []), wsdl: writeOutline(wsdl) } as unknown as ServiceDocs;
  });
}

const findTeacher = { service: 'Many', name: 'FindTeacher', path: '/Many.asmx' };

/** Starts a server with help pages whose operation says what reached it. */
export async function startSchool(): Promise<{ readonly server: Server; readonly base: string }> {
  const documentation = createDocumentation(documents());
  const { listener } = createServer(
    [
      {
        operation: GenerateReport,
        handler: (input: { studentId: number; studentClass?: string }) => {
          if (input.studentId < 0) throw new Error('No such student');
          return `${input.studentId}|${input.studentClass ?? 'absent'}`;
        },
      },
      { operation: GetAboutUs, handler: () => 'About <us>' },
      { operation: { ...GetAboutUs, ...findTeacher }, handler: () => 'Found' },
    ],
    {},
    () => Promise.resolve({ documentation }),
  );
  const { server, port } = await start(listener);
  return { server, base: `http://127.0.0.1:${port}` };
}
