import type { Complain } from '../../diagnostics/data-node.ts';
import type { Definitions } from '../../model/wsdl/definitions.ts';
import { formShape, takesArrays, whyNotHttp } from '../../model/yaml/http-fit.ts';
import type {
  ContractNotation,
  OperationNotation,
  ServiceNotation,
} from '../../model/yaml/notation.ts';
import { bindingWords } from '../../model/yaml/notation-keys.ts';
import { buildBindings } from './build-bindings.ts';
import { buildMessages } from './build-messages.ts';
import { buildPortTypes } from './build-port-types.ts';
import { buildSchemas } from './build-schemas.ts';
import type { BoundOperation, ServiceContext } from './service-context.ts';
import type { TypeLibrary } from './type-scope.ts';

/** Converts one service of the notation to the WSDL definitions that ASMX would write for it. */
export function buildService(
  contract: ContractNotation,
  service: ServiceNotation,
  library: TypeLibrary,
  complain: Complain,
): Definitions {
  const operations = service.operations.map((one) => bindOperation(one, contract, complain));
  reportArrays(service, operations, complain);
  const context: ServiceContext = {
    contract,
    service,
    library,
    complain,
    operations,
    tns: (localName, span) => ({ name: { namespace: service.namespace, localName }, span }),
    formShape: (field) => formShape(field.type, contract.types),
  };
  return {
    targetNamespace: service.namespace,
    documentation: service.documentation,
    schemas: buildSchemas(context),
    messages: buildMessages(context),
    portTypes: buildPortTypes(context),
    ...buildBindings(context),
    span: service.span,
  };
}

/**
 * Says which operations have no HTTP bindings only because of arrays, which the contract can have
 * by naming its bindings.
 */
function reportArrays(
  { name, span }: ServiceNotation,
  operations: readonly BoundOperation[],
  complain: Complain,
): void {
  const left = operations.filter(({ withoutForms }) => withoutForms);
  if (left.length === 0) return;
  const names = left.map((one) => `'${one.name}'`).join(', ');
  complain(
    span,
    'ASMX3006',
    `service '${name}' has no GET and POST for operations that take arrays: ${names}`,
    {
      severity: 'hint',
      help:
        'their WSDL would need soapenc:Array, which many tools refuse; ' +
        `to have them all the same, name them: bindings: [${bindingWords.join(', ')}]`,
    },
  );
}

/**
 * Removes the HTTP bindings of operations for which ASMX has none, and of those with arrays if the
 * contract does not name them.
 */
function bindOperation(
  operation: OperationNotation,
  contract: ContractNotation,
  complain: Complain,
): BoundOperation {
  const reason = whyNotHttp(operation, contract.types);
  const soap = operation.bindings.filter((kind) => kind === 'soap11' || kind === 'soap12');
  const withoutForms =
    reason === undefined &&
    operation.assumesBindings === true &&
    takesArrays(operation, contract.types);
  const overHttp = reason === undefined && !withoutForms;
  const reachable = new Set(overHttp ? operation.bindings : soap);
  const owner = `operation '${operation.name}'`;
  if (reason !== undefined && reachable.size < operation.bindings.length) {
    if (operation.bindingsSpan !== undefined) {
      complain(
        operation.bindingsSpan,
        'ASMX3004',
        `${owner} cannot be called by httpGet or httpPost: ${reason}`,
        {
          help: 'list soap11 and soap12 only',
        },
      );
    } else if (reachable.size === 0) {
      complain(
        operation.span,
        'ASMX3004',
        `${owner} could not be called over any binding: ${reason}`,
        {
          help: 'add soap11 or soap12 to the bindings',
        },
      );
    }
  }
  return { ...operation, reachable, withoutForms };
}
