import type { Diagnostic, DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type {
  LinkedService,
  ServiceInterface,
  ServiceModel,
  ServiceOperation,
} from '../../model/wsdl/service-model.ts';
import { camelName, identifierName, pascalName, shortHash } from '../../names/names.ts';
import { reservedMethodNames } from '../../names/reserved-names.ts';
import { renamed } from './renamed.ts';
import type { ShapeOptions } from './shape-options.ts';

/** An operation chosen for generation, with its service, interface and names. */
export interface ChosenOperation {
  readonly service: LinkedService;
  readonly interface: ServiceInterface;
  readonly operation: ServiceOperation;
  /** Method on client and server. */
  readonly method: string;
  /** Base of the names of its descriptor and messages; unique in the contract. */
  readonly base: string;
}

/**
 * A glob over names: `*` matches any characters, `?` one character. Letter case counts. Globs of
 * MCP tools are the same, but the runtime imports nothing from here (`runtime/mcp/glob.ts`); those
 * over paths also know folders (`config/path-glob.ts`).
 */
export function nameGlob(glob: string): RegExp {
  const text = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${text}$`, 's');
}

/**
 * Chooses operations by the globs of `only` (over `Service.Operation` or `Operation`) and names
 * them. If several places have an operation, its name starts with the service's name, or within a
 * service with the interface's.
 */
export function chooseOperations(
  model: ServiceModel,
  options: ShapeOptions,
): readonly ChosenOperation[] {
  const globs = options.only.map(nameGlob);
  const found = model.services.flatMap((service) =>
    service.interfaces.flatMap((one) =>
      one.operations
        .filter((operation) => isChosen(globs, service, operation))
        .map((operation) => ({ service, interface: one, operation })),
    ),
  );
  const operations = found.map(({ service, interface: owner, operation }): NamedOperation => {
    const chosen =
      renamed(options, `${service.name}.${operation.messageName}`) ??
      renamed(options, `${service.name}.${operation.name}`);
    const name = chosen ?? operation.publicName;
    return { service, interface: owner, operation, name, chosen: chosen !== undefined };
  });
  const named = withMethods(operations);
  const plain = countBy(named.map((entry) => entry.plain));
  const inService = (entry: MethodOperation): string =>
    pascalName(entry.service.name) + entry.plain;
  // nearly all names are unique
  const wider = countBy(plain.size === named.length ? [] : named.map(inService));
  const baseOf = (entry: MethodOperation): string => {
    if (plain.get(entry.plain) === 1) return entry.plain;
    const name = inService(entry);
    return wider.get(name) === 1 ? name : pascalName(entry.interface.name) + entry.plain;
  };
  return named.map((entry) => {
    const { service, interface: owner, operation, method } = entry;
    return { service, interface: owner, operation, method, base: baseOf(entry) };
  });
}

interface NamedOperation extends Pick<ChosenOperation, 'service' | 'interface' | 'operation'> {
  /** Its public name, or the one that the user chose. */
  readonly name: string;
  /** Whether the user chose the name. */
  readonly chosen: boolean;
}

interface MethodOperation extends NamedOperation {
  readonly method: string;
  /** Base of the names of its messages, if no other operation has that name. */
  readonly plain: string;
}

/**
 * Names methods. If several operations would become the same method, the one spelled like it gets
 * the name. The others are spelled as on the wire, and if that is taken, too, get letters derived
 * from their name: `GetUser` and `getUser` become methods with these names. Names with a meaning on
 * every object count as taken.
 */
function withMethods(all: readonly NamedOperation[]): readonly MethodOperation[] {
  // separated by spaces, which names do not have
  const inPlace = (one: NamedOperation, name: string): string =>
    `${one.service.name} ${one.interface.name} ${name}`;
  const spellings = all.map((one): MethodOperation => {
    const { service, interface: owner, operation, name, chosen } = one;
    const method = camelName(name);
    const plain = pascalName(name);
    return { service, interface: owner, operation, name, chosen, method, plain };
  });
  const methods = countBy(spellings.map((one) => inPlace(one, one.method)));
  const types = countBy(spellings.map((one) => inPlace(one, one.plain)));
  // nearly all names are unique
  const isReserved = spellings.some(({ method }) => reservedMethodNames.has(method));
  if (methods.size === all.length && types.size === all.length && !isReserved) return spellings;
  const spelled = countBy(all.map((one) => inPlace(one, identifierName(one.name))));
  return spellings.map((one) => {
    const { name, chosen, method, plain } = one;
    const taken = reservedMethodNames.has(method);
    const fits = !taken && (methods.get(inPlace(one, method)) === 1 || name === method);
    const twin = types.get(inPlace(one, plain)) !== 1 && name !== plain && !chosen;
    const own = twin ? plain + shortHash(name) : plain;
    if (fits || chosen) return { ...one, plain: own };
    const wire = identifierName(name);
    const key = inPlace(one, wire);
    const free = spelled.get(key) === 1 && !methods.has(key) && !reservedMethodNames.has(wire);
    return { ...one, method: free ? wire : method + shortHash(name), plain: own };
  });
}

/** Whether one of the globs of `only` matches an operation; without globs, all are chosen. */
export function isChosen(
  globs: readonly RegExp[],
  service: LinkedService,
  operation: ServiceOperation,
): boolean {
  if (globs.length === 0) return true;
  const names = [operation.name, operation.messageName];
  return globs.some((glob) =>
    names.some((name) => glob.test(name) || glob.test(`${service.name}.${name}`)),
  );
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/**
 * Reports operations of one interface that would become the same method, and renames to names with
 * a meaning on every object.
 */
export function checkMethods(operations: readonly ChosenOperation[], sink: DiagnosticSink): void {
  const seen = new Map<ServiceInterface, Map<string, ChosenOperation>>();
  for (const chosen of operations) {
    if (reservedMethodNames.has(chosen.method)) sink.report(reservedRename(chosen));
    const methods = seen.get(chosen.interface) ?? new Map<string, ChosenOperation>();
    seen.set(chosen.interface, methods);
    const other = methods.get(chosen.method);
    if (other === undefined) {
      methods.set(chosen.method, chosen);
      continue;
    }
    const { method, operation, service } = chosen;
    const pair = `'${other.operation.messageName}' and '${operation.messageName}'`;
    const naming = `{ '${service.name}.${operation.messageName}': '${method}2' }`;
    sink.report({
      code: 'ASMX4001',
      severity: 'error',
      message: `Operations ${pair} of '${service.name}' would both be the method '${method}'`,
      span: operation.span,
      help: `Give one another name in the configuration: naming: ${naming}`,
      related: [{ message: 'The other one is here', span: other.operation.span }],
    });
  }
}

/** Only a name chosen by the user can be a reserved one. */
function reservedRename({ service, operation, method }: ChosenOperation): Diagnostic {
  const name = `${service.name}.${operation.messageName}`;
  const meaning =
    method === 'then'
      ? 'await would call it'
      : method === 'toJSON'
        ? 'JSON.stringify would call it'
        : 'every object has it already';
  return {
    code: 'ASMX5002',
    severity: 'error',
    message: `'${method}' cannot be the name of operation '${name}': ${meaning}`,
    span: operation.span,
    help: `Give it another name in the configuration: naming: { '${name}': '${method}Operation' }`,
  };
}
