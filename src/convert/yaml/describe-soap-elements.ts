import type { Span } from '../../diagnostics/source-file.ts';
import type { Message, SoapHeader } from '../../model/wsdl/definitions.ts';
import type { FieldNotation, HeaderNotation } from '../../model/yaml/notation.ts';
import type { BoundOperation } from './bound-operation.ts';
import { describeUse, type TypeScope } from './describe-fields.ts';
import { plainType } from './plain-type.ts';

/** The SOAP headers of both directions, each once. */
export function describeHeaders(
  scope: TypeScope,
  { bound }: BoundOperation,
  owner: string,
): readonly HeaderNotation[] {
  const found = new Map<string, HeaderNotation>();
  for (const direction of ['in', 'out'] as const) {
    const message = direction === 'in' ? bound.input : bound.output;
    for (const header of message?.headers ?? []) {
      const field = describeHeader(scope, header, owner);
      if (field === undefined) continue;
      const known = found.get(field.name) ?? { ...field, in: false, out: false };
      found.set(field.name, { ...known, [direction]: true });
    }
  }
  return [...found.values()];
}

function describeHeader(
  scope: TypeScope,
  { message, part, use, required, faults, span }: SoapHeader,
  owner: string,
): FieldNotation | undefined {
  const { misfits } = scope;
  const what = `SOAP header '${part}' of ${owner}`;
  if (use === 'encoded') {
    misfits.refuse(span, `${what} is encoded`, 'The notation knows document/literal');
    return undefined;
  }
  if (required) misfits.drop(span, `${what} is required: now it may be left out`);
  if (faults.length > 0) misfits.drop(span, `the header faults of ${what} are left out`);
  const element = describeElement(
    scope,
    scope.index.message(message.name)?.parts.find((one) => one.name === part),
    { what, span },
  );
  if (element === undefined) return undefined;
  if (element.name !== part) {
    misfits.drop(span, `${what} gets the name of its element, '${element.name}'`);
  }
  if (element.type.base.kind === 'named') scope.headerTypes.add(element.type.base.name);
  return element;
}

/** The declared faults. */
export function describeFaults(
  scope: TypeScope,
  { declared, bound }: BoundOperation,
  owner: string,
): readonly FieldNotation[] {
  const { misfits } = scope;
  const found = new Map<string, FieldNotation>();
  const encoded = new Set(bound.faults.flatMap((one) => (one.use === 'encoded' ? one.name : [])));
  for (const { name, message, documentation, span } of declared.faults) {
    const what = `fault '${name}' of ${owner}`;
    if (encoded.has(name)) {
      misfits.refuse(span, `${what} is encoded`, 'The notation knows document/literal');
      continue;
    }
    const parts = scope.index.message(message.name)?.parts ?? [];
    const element = describeElement(scope, parts[0], { what, span });
    if (element === undefined) continue;
    if (element.name !== name) {
      misfits.drop(span, `${what} gets the name of its element, '${element.name}'`);
    }
    found.set(element.name, { documentation, ...element });
  }
  return [...found.values()];
}

/** The element of a part, with what it is for and where. */
function describeElement(
  scope: TypeScope,
  part: Message['parts'][number] | undefined,
  { what, span }: { readonly what: string; readonly span: Span },
): FieldNotation | undefined {
  const { index, misfits, namespace } = scope;
  if (part?.element === undefined) {
    misfits.refuse(part?.span ?? span, `${what} names no element`);
    return undefined;
  }
  const element = index.element(part.element.name);
  const { localName } = part.element.name;
  if (element === undefined) {
    misfits.refuse(part.span, `element '${localName}' of ${what} is not declared`);
    return undefined;
  }
  if (element.name.namespace !== namespace) {
    misfits.refuse(
      part.span,
      `${what} is in namespace '${element.name.namespace}'`,
      `The notation puts every element into the namespace of its service, '${namespace}'`,
    );
    return undefined;
  }
  if (element.abstract || element.substitutionGroup !== undefined) {
    misfits.refuse(element.span, `${what} is an element that can be substituted`);
  }
  const base = describeUse(scope, element, '');
  if (base === undefined) return undefined;
  const type = { ...plainType(base, element.span), nillable: element.nillable };
  return { name: localName, span: element.span, type, documentation: element.documentation };
}
