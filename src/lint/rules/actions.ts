import type { ServiceOperation } from '../../model/wsdl/service-model.ts';
import type { LintFinding, LintRule } from '../rule.ts';
import { schoolContract } from './example.ts';
import { grouped } from './grouped.ts';
import { listNames, operationsIn } from './walk.ts';

/** ASMX6005. */
export const foreignActions: LintRule = {
  code: 'ASMX6005',
  level: 'hint',
  explanation:
    'In ASMX the SOAP action of an operation is namespace + operation, with one / between. ' +
    'Another action works if the client takes it from this contract; clients that compute it ' +
    'fail.',
  example: schoolContract([`Ping: { soapAction: 'urn:ping' }`]),
  find(model) {
    return model.services.flatMap((service) => {
      const all = operationsIn(service);
      const base = service.namespace.endsWith('/') ? service.namespace : `${service.namespace}/`;
      const odd = all.flatMap((operation) => {
        const action = (operation.soap11 ?? operation.soap12)?.action;
        const usual = `${base}${operation.messageName}`;
        return action === undefined || action === usual ? [] : [{ operation, action, usual }];
      });
      const [first] = odd;
      if (first !== undefined && odd.length > 1 && odd.length === all.length) {
        const message =
          `all ${odd.length} actions of service '${service.name}' differ from the default, ` +
          `such as '${first.action}'`;
        return [{ message, span: service.span, help: `the default is '${first.usual}'` }];
      }
      return odd.map(({ operation, action, usual }) => ({
        message: `the action of operation '${operation.name}' is '${action}'`,
        span: operation.span,
        help: `the default is '${usual}'`,
      }));
    });
  },
};

/** ASMX6010. */
export const sharedActions: LintRule = {
  code: 'ASMX6010',
  level: 'hint',
  explanation:
    'A server that selects operations by the SOAPAction header cannot distinguish these over ' +
    'SOAP 1.1. The generated server then uses the element in the body; ASMX does so only with ' +
    'RoutingStyle = RequestElement, and otherwise refuses to start. ' +
    'In a contract of your own, leave `soapAction` out.',
  example: schoolContract([
    `Enrol: { soapAction: 'urn:school' }`,
    `Leave: { soapAction: 'urn:school' }`,
  ]),
  find(model) {
    return model.services.flatMap((service) => {
      const called = operationsIn(service).filter(({ soap11 }) => soap11 !== undefined);
      const byAction = grouped(called, ({ soap11 }) => soap11?.action ?? '');
      return [...byAction].flatMap(([action, operations]) => sharedFinding(action, operations));
    });
  },
};

function sharedFinding(
  action: string,
  operations: readonly ServiceOperation[],
): readonly LintFinding[] {
  const [, second] = operations;
  if (second === undefined) return [];
  const what = action === '' ? 'have no SOAP action' : `share the SOAP action '${action}'`;
  const message =
    `${operations.length} operations ${what}: ` + `${listNames(operations.map((one) => one.name))}`;
  return [{ message, span: second.span }];
}
