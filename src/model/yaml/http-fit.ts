import type {
  ArrayType,
  NamedType,
  OperationNotation,
  TypeExpression,
  TypeNotation,
} from './notation.ts';
import { fitsForm, isBuiltin, isValueType } from './type-names.ts';

type Types = ReadonlyMap<string, TypeNotation>;

/** How a parameter is written in a query string or a form: as one text, or as several. */
export type FormShape = 'text' | 'texts';

/**
 * How GET and POST carry a parameter; `undefined` if ASMX leaves the operation out of these
 * bindings. Only scalars and arrays of scalars are possible; bytes are an array of numbers.
 */
export function formShape(type: TypeExpression, types: Types): FormShape | undefined {
  if (type.base.kind === 'array') {
    if (type.repeated || !isScalar(type.base.item, types)) return undefined;
    return isBytes(type.base.item.base, types) ? undefined : 'texts';
  }
  if (!isScalar(type, types)) return undefined;
  const bytes = isBytes(type.base, types);
  if (bytes && type.repeated) return undefined;
  return bytes || type.repeated ? 'texts' : 'text';
}

/**
 * Why an operation has no GET and POST binding, as the end of a sentence; `undefined` if it may
 * have them.
 */
export function whyNotHttp(operation: OperationNotation, types: Types): string | undefined {
  const misfit = operation.parameters.find((one) => formShape(one.type, types) === undefined);
  if (misfit !== undefined) {
    return `parameter '${misfit.name}' is neither a simple value nor an array of them`;
  }
  return operation.returns.kind === 'out' ? 'it has out parameters' : undefined;
}

/**
 * Whether an operation takes several texts of one name over GET and POST. WSDL can only declare
 * them as arrays of the SOAP encoding, which many tools refuse.
 */
export function takesArrays(operation: OperationNotation, types: Types): boolean {
  return operation.parameters.some((one) => formShape(one.type, types) === 'texts');
}

function isScalar(type: TypeExpression, types: Types): boolean {
  const { base } = type;
  if (base.kind === 'array') return false;
  const builtin = builtinOf(base, types);
  if (builtin === 'enumeration') return !type.nillable;
  return builtin !== undefined && fitsForm(builtin) && !(type.nillable && isValueType(builtin));
}

function isBytes(base: NamedType | ArrayType, types: Types): boolean {
  const builtin = base.kind === 'named' ? builtinOf(base, types) : undefined;
  return builtin === 'base64Binary' || builtin === 'hexBinary';
}

/** The built-in that a simple type is based on. */
function builtinOf(base: NamedType, types: Types): string | undefined {
  let name = base.name;
  for (let steps = 0; steps <= types.size; steps++) {
    const notation = types.get(name);
    if (notation === undefined) return isBuiltin(name) ? name : undefined;
    if (notation.kind === 'enumeration') return 'enumeration';
    if (notation.kind === 'class') return undefined;
    name = notation.base.name;
  }
  return undefined;
}
