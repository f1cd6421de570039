import type { BindingKind } from '../definitions.ts';
import type { ServiceOperation } from '../service-model.ts';
import type { LintFinding, LintRule } from './rule.ts';
import { operationsOf, parametersOf, partName } from './walk.ts';

const kinds: readonly BindingKind[] = ['soap11', 'soap12', 'httpGet', 'httpPost'];

/** ASMX6004. */
export const missingBindings: LintRule = {
  code: 'ASMX6004',
  level: 'hint',
  explanation:
    'The service has the binding, this operation does not: calling it so is a compile error. ASMX itself leaves operations with complex parameters or out parameters out of GET and POST; between SOAP 1.1 and 1.2 it makes no difference.',
  example: `asmx: 1
name: School
namespace: http://tempuri.org/
services:
  School:
    operations:
      Enrol: { parameters: { student: Student } }
types:
  Student: { fields: { id: int } }
`,
  find(model) {
    return operationsOf(model).flatMap(({ interface: { ports }, operation }) => {
      const offered = kinds.filter((kind) => ports.some((port) => port.kind === kind));
      const missing = offered.filter((kind) => operation[kind] === undefined);
      if (missing.length === 0) return [];
      const message = `operation '${operation.name}' is missing from ${missing.join(', ')}`;
      const has = offered.filter((kind) => operation[kind] !== undefined);
      return [{ message, span: operation.span, help: `call it over ${has.join(', ')}` }];
    });
  },
};

/** ASMX6005. */
export const foreignActions: LintRule = {
  code: 'ASMX6005',
  level: 'hint',
  explanation:
    'ASMX calls an operation by the SOAP action namespace + operation, with one / between. Another action works where the client takes it from this contract; clients that build it themselves fail.',
  example: `asmx: 1
name: School
namespace: http://tempuri.org/
services:
  School:
    operations:
      Ping: { soapAction: 'urn:ping' }
`,
  find(model) {
    return model.services.flatMap((service) => {
      const all = service.interfaces.flatMap((one) => one.operations);
      const base = service.namespace.endsWith('/') ? service.namespace : `${service.namespace}/`;
      const odd = all.flatMap((operation) => {
        const action = (operation.soap11 ?? operation.soap12)?.action;
        const usual = `${base}${operation.messageName}`;
        return action === undefined || action === usual ? [] : [{ operation, action, usual }];
      });
      const [first] = odd;
      if (first !== undefined && odd.length > 1 && odd.length === all.length) {
        const message = `all ${odd.length} actions of service '${service.name}' differ from the default, such as '${first.action}'`;
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

/** ASMX6006. */
export const partOrder: LintRule = {
  code: 'ASMX6006',
  level: 'warning',
  explanation:
    'One operation names its parameters in another order on another binding. Clients with positional parameters, such as .NET proxies, swap the values when they change bindings.',
  example: `<wsdl:message name="AddHttpGetIn">
  <wsdl:part name="b" type="s:string" />
  <wsdl:part name="a" type="s:string" />
</wsdl:message>
`,
  find(model) {
    return operationsOf(model).flatMap(({ operation }) => orderFinding(operation));
  },
};

function orderFinding(operation: ServiceOperation): readonly LintFinding[] {
  const orders = kinds.flatMap((kind) => {
    const names = namesOver(operation, kind);
    return names === undefined ? [] : [{ kind, names }];
  });
  const [first] = orders;
  const other = orders.find(
    ({ names }) =>
      names.join() !== first?.names.join() &&
      [...names].sort().join() === [...(first?.names ?? [])].sort().join(),
  );
  if (first === undefined || other === undefined) return [];
  const message = `the parameters of operation '${operation.name}' stand in another order on ${other.kind} than on ${first.kind}`;
  const help = `${first.kind}: ${first.names.join(', ')}\n${other.kind}: ${other.names.join(', ')}`;
  return [{ message, span: operation.span, help }];
}

function namesOver(operation: ServiceOperation, kind: BindingKind): readonly string[] | undefined {
  if (kind === 'soap11' || kind === 'soap12') {
    const soap = operation[kind];
    return soap && parametersOf(soap.input).map((one) => one.name);
  }
  return operation[kind]?.parameters.map((part) => partName(part).name);
}

/** ASMX6009. */
export const formTwins: LintRule = {
  code: 'ASMX6009',
  level: 'warning',
  explanation:
    'GET and POST take parameter names without regard to letter case, so of two parameters that differ by it alone one gets the value of the other. Rename one, or leave GET and POST out of the bindings of the operation.',
  example: `asmx: 1
name: School
namespace: http://tempuri.org/
services:
  School:
    operations:
      Find: { parameters: { id: string, Id: string } }
`,
  find(model) {
    return operationsOf(model).flatMap(({ operation }) => {
      const parameters = (operation.httpGet ?? operation.httpPost)?.parameters ?? [];
      const seen = new Map<string, (typeof parameters)[number]>();
      return parameters.flatMap((part) => {
        const other = seen.get(part.name.toLowerCase());
        seen.set(part.name.toLowerCase(), part);
        if (other === undefined) return [];
        const message = `GET and POST cannot tell '${other.name}' and '${part.name}' of operation '${operation.name}' apart`;
        const help = 'rename one of them, or call the operation by SOAP only';
        return [{ message, span: part.span, help }];
      });
    });
  },
};
