import type { ArrowNode, Expression, NameUse } from './node.ts';

/** Gives what a name of an expression stands for. */
export type Resolve = (name: NameUse) => unknown;

/** Values of parameters. */
type Scope = ReadonlyMap<string, unknown>;

const outside: Scope = new Map();

/**
 * The value of an expression, as if its text were run. Functions are evaluated when they are
 * called. Recursion is as deep as the expression, not as what its names stand for.
 *
 * @throws {Error} a part is a text, about which nothing is known
 */
export function evaluate(
  expression: Expression,
  resolve: Resolve,
  scope: Scope = outside,
): unknown {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'pattern':
      return patternOf(expression.flat);
    case 'name':
      return expression.value ?? resolve(expression);
    case 'text':
      return parameter(expression.flat, scope);
    case 'member':
      return propertyOf(evaluate(expression.object, resolve, scope), expression.key);
    case 'call': {
      const { callee, items } = expression;
      const called = evaluate(callee, resolve, scope) as (...values: unknown[]) => unknown;
      return called(...items.map((one) => evaluate(one, resolve, scope)));
    }
    case 'array':
      return expression.items.map((one) => evaluate(one, resolve, scope));
    case 'object':
      return Object.fromEntries(
        expression.items.map((one) => {
          if (one.kind !== 'entry') throw unknown(one.flat);
          return [one.name, evaluate(one.value, resolve, scope)];
        }),
      );
    case 'arrow':
      return functionOf(expression, resolve, scope);
    case 'wrapped':
      return evaluate(expression.inner, resolve, scope);
    default:
      throw unknown(expression.flat);
  }
}

function unknown(text: string): Error {
  return new Error(`'${text}' cannot be evaluated`);
}

function parameter(name: string, scope: Scope): unknown {
  if (!scope.has(name)) throw unknown(name);
  return scope.get(name);
}

function propertyOf(value: unknown, key: string | number): unknown {
  return (value as Readonly<Record<string | number, unknown>>)[key];
}

/** Functions have one parameter at most. */
function functionOf(
  { parameters, body }: ArrowNode,
  resolve: Resolve,
  scope: Scope,
): (given?: unknown) => unknown {
  const [, name] = /^\(([\w$]+)/.exec(parameters) ?? [];
  if (name === undefined) return () => evaluate(body, resolve, scope);
  return (given) => evaluate(body, resolve, new Map(scope).set(name, given));
}

/** A regular expression, given as a literal. */
function patternOf(literal: string): RegExp {
  const end = literal.lastIndexOf('/');
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}
