import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { ServiceOperation } from '../../model/wsdl/service-model.ts';
import { bindingKinds } from '../../model/wsdl/service-operations.ts';
import { messagesOver, type OperationMessages } from '../../plan/messages/operation-messages.ts';
import type { Shaper } from '../../plan/shapes/shaper.ts';
import type { LintFinding, LintRule } from '../rule.ts';
import { schoolContract } from './example.ts';
import { namesOnWire, operationsOf } from './walk.ts';

/** ASMX6004. */
export const missingBindings: LintRule = {
  code: 'ASMX6004',
  level: 'hint',
  explanation:
    'The service has the binding, but this operation does not: calling it over the binding is ' +
    'a compile error. Operations with complex parameters or out parameters are not reported ' +
    'for GET and POST, because ASMX itself omits them there.',
  example: schoolContract([
    'Enrol: { parameters: { id: int }, bindings: [soap11, soap12] }',
    'Count: { returns: int }',
  ]),
  find(model, messages) {
    return operationsOf(model).flatMap(({ interface: { ports }, operation }) => {
      const offered = bindingKinds.filter((kind) => ports.some((port) => port.kind === kind));
      const absent = offered.filter((kind) => operation[kind] === undefined);
      if (absent.length === 0) return [];
      const isOffered = operation.withoutForms !== true && fitsForms(messages.of(operation));
      const omitted = isOffered ? [] : formKinds;
      const missing = absent.filter((kind) => !omitted.includes(kind));
      if (missing.length === 0) return [];
      const message = `operation '${operation.name}' is missing from ${missing.join(', ')}`;
      const has = offered.filter((kind) => operation[kind] !== undefined);
      return [{ message, span: operation.span, help: `call it over ${has.join(', ')}` }];
    });
  },
};

const formKinds: readonly BindingKind[] = ['httpGet', 'httpPost'];

/**
 * Whether ASMX offers an operation over GET and POST: if its parameters are simple values or arrays
 * of them, and it has no out parameters.
 */
function fitsForms({ input, output }: OperationMessages): boolean {
  const simple = input.fields.every(({ value, nillable }) => {
    if (nillable) return false;
    return (value.kind === 'array' ? value.item.value : value).kind === 'simple';
  });
  return simple && output.fields.length <= 1;
}

/** ASMX6006. */
export const partOrder: LintRule = {
  code: 'ASMX6006',
  level: 'warning',
  explanation:
    'An operation lists its parameters in another order on another binding. Clients with ' +
    'positional parameters, such as .NET proxies, swap the values if they change the binding.',
  example: `<wsdl:message name="AddHttpGetIn">
  <wsdl:part name="b" type="s:string" />
  <wsdl:part name="a" type="s:string" />
</wsdl:message>
`,
  find(model, { shaper }) {
    return operationsOf(model).flatMap(({ operation }) => orderFinding(operation, shaper));
  },
};

function orderFinding(operation: ServiceOperation, shaper: Shaper): readonly LintFinding[] {
  const orders = bindingKinds.flatMap((kind) => {
    const messages = messagesOver(operation, kind, shaper);
    if (messages === undefined) return [];
    return [{ kind, names: namesOnWire(messages.input.fields).map(({ name }) => name) }];
  });
  const [first] = orders;
  const other = orders.find(
    ({ names }) =>
      names.join() !== first?.names.join() &&
      [...names].sort().join() === [...(first?.names ?? [])].sort().join(),
  );
  if (first === undefined || other === undefined) return [];
  const message =
    `the parameters of operation '${operation.name}' are in another order ` +
    `on ${other.kind} than on ${first.kind}`;
  const help = `${first.kind}: ${first.names.join(', ')}\n${other.kind}: ${other.names.join(', ')}`;
  return [{ message, span: operation.span, help }];
}

/** ASMX6009. */
export const formTwins: LintRule = {
  code: 'ASMX6009',
  level: 'warning',
  explanation:
    'GET and POST ignore the letter case of parameter names, so of two parameters that differ ' +
    'only in case, one gets the value of the other. ' +
    'Rename one, or leave GET and POST out of the bindings of the operation.',
  example: schoolContract(['Find: { parameters: { id: string, Id: string } }']),
  find(model) {
    return operationsOf(model).flatMap(({ operation }) => {
      const parameters = (operation.httpGet ?? operation.httpPost)?.parameters ?? [];
      const seen = new Map<string, (typeof parameters)[number]>();
      return parameters.flatMap((part) => {
        const other = seen.get(part.name.toLowerCase());
        seen.set(part.name.toLowerCase(), part);
        if (other === undefined) return [];
        const message =
          `GET and POST cannot tell '${other.name}' and '${part.name}' ` +
          `of operation '${operation.name}' apart`;
        const help = 'rename one of them, or call the operation by SOAP only';
        return [{ message, span: part.span, help }];
      });
    });
  },
};
