import type { Diagnostic, DiagnosticSink } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/words.ts';
import type { OperationPlan, PlanOptions } from './result.ts';
import type { MessageField } from './type-text.ts';

/** The route that the configuration gives an operation. */
export function routeOf(
  { service, operation }: OperationPlan,
  { routes = {} }: Pick<PlanOptions, 'routes'>,
): string | undefined {
  const entries = Object.entries(routes);
  const names = [operation.messageName, operation.name].map((one) => `${service.name}.${one}`);
  return names.map((name) => entries.find(([key]) => key === name)?.[1]).find(Boolean);
}

/** Reports routes of a gateway that do not fit their operations, or are those of others. */
export function checkRoutes(
  operations: readonly OperationPlan[],
  options: Pick<PlanOptions, 'routes' | 'targets'>,
  sink: DiagnosticSink,
): void {
  if (!options.targets.includes('gateway')) return;
  const seen = new Map(operations.map((one) => [shapeOf(ownRoute(one)), one] as const));
  for (const operation of operations) {
    const text = routeOf(operation, options);
    if (text === undefined) continue;
    const pattern = configuredRoute(text);
    if (pattern === undefined) {
      sink.report(formProblem(operation, text));
      continue;
    }
    for (const problem of problemsOf(operation, pattern)) sink.report(problem);
    const shape = shapeOf(pattern);
    const other = seen.get(shape) ?? (shape === 'GET openapi.json' ? operation : undefined);
    if (other !== undefined) sink.report(sameRoute(operation, text, shape, other));
    seen.set(shape, operation);
  }
}

/** The route that every operation has. */
function ownRoute({ service, operation }: OperationPlan): ConfiguredRoute {
  const segments = [service.name, operation.messageName].map(encodeURIComponent);
  return { method: 'POST', path: `/${segments.join('/')}`, segments, parameters: [] };
}

function report(
  { service, operation }: OperationPlan,
  text: string,
  problem: { readonly message: string; readonly help: string },
): Diagnostic {
  const name = `${service.name}.${operation.messageName}`;
  return {
    code: 'ASMX5004',
    severity: 'error',
    message: `The route '${text}' of '${name}' ${problem.message}`,
    span: operation.span,
    help: problem.help,
  };
}

function formProblem(operation: OperationPlan, text: string): Diagnostic {
  return report(operation, text, {
    message: 'is not a method and a path',
    help: "write it like 'GET /orders/{orderId}', with GET, POST, PUT, PATCH or DELETE",
  });
}

function sameRoute(
  operation: OperationPlan,
  text: string,
  shape: string,
  other: OperationPlan,
): Diagnostic {
  const owner =
    shape === 'GET openapi.json'
      ? 'the OpenAPI document'
      : `'${other.service.name}.${other.operation.messageName}'`;
  return report(operation, text, {
    message: `is that of ${owner}, too`,
    help: 'give one of them another method or path',
  });
}

function problemsOf(operation: OperationPlan, pattern: ConfiguredRoute): readonly Diagnostic[] {
  const { fields } = operation.messages.input;
  const { method, path, parameters } = pattern;
  const text = `${method} ${path}`;
  const properties = fields.map(({ property }) => property);
  const twice = parameters.find((one, at) => parameters.indexOf(one) !== at);
  const inPath = parameters.flatMap((name): readonly Diagnostic[] => {
    const field = fields.find(({ property }) => property === name);
    if (field === undefined) {
      const message = `has the parameter '${name}', which the input lacks`;
      const known = properties.join(', ') || 'none';
      const help = didYouMean(name, properties) ?? `properties of the input: ${known}`;
      return [report(operation, text, { message, help })];
    }
    if (isScalar(field) && !field.repeated) return [];
    const message = `has the parameter '${name}', which is no single text, number or boolean`;
    return [report(operation, text, { message, help: 'leave it to the query or the body' })];
  });
  const others = usesQuery(pattern)
    ? fields.filter(({ property }) => !parameters.includes(property))
    : [];
  const inQuery = others
    .filter((field) => !isScalar(field))
    .map(({ property }) => {
      const message = `leaves '${property}' to the query, which cannot have it`;
      const help = 'a query has texts, numbers, booleans and lists of them: use POST, PUT or PATCH';
      return report(operation, text, { message, help });
    });
  return [
    ...(twice === undefined
      ? []
      : [
          report(operation, text, {
            message: `has the parameter '${twice}' twice`,
            help: 'name it once',
          }),
        ]),
    ...inPath,
    ...inQuery,
  ];
}

/** Whether one value, or each of a list, is a text, number or boolean. */
function isScalar({ value }: MessageField): boolean {
  if (value.kind === 'simple') return value.source.variety !== 'list';
  return value.kind === 'array' && value.rank === 1 && value.item.value.kind === 'simple';
}

/** A route in the configuration. */
interface ConfiguredRoute {
  readonly method: string;
  /** Path with parameters in braces: `/orders/{orderId}`. */
  readonly path: string;
  /** Segments of the path; parameters with their braces. */
  readonly segments: readonly string[];
  readonly parameters: readonly string[];
}

const routeMethods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** Methods whose requests have no body. */
const bodiless: readonly string[] = ['GET', 'DELETE'];

/** Reads a route; `undefined` if it has another form. */
function configuredRoute(text: string): ConfiguredRoute | undefined {
  const [, method = '', path = ''] = /^([A-Z]+) (\/\S*)$/.exec(text) ?? [];
  const segments = path.slice(1).split('/');
  if (!routeMethods.includes(method) || !segments.every(isSegment)) return undefined;
  const parameters = segments.flatMap((one) => (one.startsWith('{') ? one.slice(1, -1) : []));
  return { method, path, segments, parameters };
}

/** A segment is a parameter, or text of a URL's path (RFC 3986, section 3.3). */
function isSegment(text: string): boolean {
  if (/^\{[^{}]+\}$/.test(text)) return true;
  return /^(?:[\w.~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+$/.test(text) && isEncoded(text);
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return !/^\.{1,2}$/.test(text);
  } catch {
    return false;
  }
}

/** Whether what is not in the path is in the query. */
function usesQuery({ method }: ConfiguredRoute): boolean {
  return bodiless.includes(method);
}

/** The same for all paths that no request can tell apart. */
function shapeOf({ method, segments }: ConfiguredRoute): string {
  const texts = segments.map((one) => (one.startsWith('{') ? '{}' : decodeURIComponent(one)));
  return `${method} ${texts.map(encodeURIComponent).join('/')}`;
}
