import type { QName } from '../../model/common/qname.ts';
import type { MessagePart, ServiceOperation, SoapMessage } from '../../model/wsdl/service-model.ts';
import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import { createPropertyTable, takeProperty } from '../shapes/property-table.ts';
import type { ElementField, ObjectShape, PlaceShape, ValueShape } from '../shapes/shape.ts';
import { isContent } from '../shapes/shape-object.ts';
import type { Shaper } from '../shapes/shaper.ts';
import { isByteStream, streamPlace } from '../shapes/stream-shape.ts';

/** How the content of a `soap:Body` maps to its value in TypeScript. */
export type BodyShape =
  /** An empty Body and no value. */
  | { readonly kind: 'empty' }
  /** An element without content. */
  | {
      readonly kind: 'void';
      readonly element: QName;
      /** Absent for the element of an rpc message. */
      readonly place: PlaceShape | undefined;
    }
  /** An element whose content is the value. May be nil if its place allows it. */
  | {
      readonly kind: 'object';
      readonly place: PlaceShape;
      readonly object: ObjectShape;
      /**
       * Whether it is the only parameter of a method of .NET, which is null if it is missing, and
       * not around the parameters.
       */
      readonly isBare: boolean;
    }
  /** An element whose one child is the value. */
  | {
      readonly kind: 'unwrapped';
      readonly wrapper: QName;
      readonly place: PlaceShape;
      readonly field: ElementField;
    }
  /** Parts as properties of an object. In an rpc message, an element surrounds them. */
  | {
      readonly kind: 'parts';
      readonly wrapper: QName | undefined;
      readonly fields: readonly ElementField[];
    }
  /** One part whose value is the result. */
  | {
      readonly kind: 'single';
      readonly wrapper: QName | undefined;
      readonly field: ElementField;
    }
  /** The Body itself has the type of a part (WSDL 1.1 section 3.5). */
  | { readonly kind: 'content'; readonly part: string; readonly object: ObjectShape };

/** The element of a part: the declared one, or an unqualified one named after the part. */
export function partElement(part: MessagePart, namespace = ''): ElementDeclaration | undefined {
  if (part.element !== undefined) return part.element;
  if (part.type === undefined) return undefined;
  return {
    name: { namespace, localName: part.name },
    global: false,
    type: part.type,
    nillable: false,
    abstract: false,
    substitutes: [],
    documentation: part.documentation,
    span: part.span,
  };
}

/**
 * The element of a header with SOAP encoding. ASMX names it after its type, whatever namespace the
 * contract gives (SOAP 1.1 section 5.1, rule 1); its parts have the local names of their types.
 */
export function encodedHeader(
  part: MessagePart,
  namespace: string | undefined,
): ElementDeclaration | undefined {
  const element = partElement(part, namespace);
  const name = part.type?.kind === 'complex' ? part.type.name : undefined;
  return element === undefined || name?.localName !== part.name ? element : { ...element, name };
}

/**
 * The element of a part of a document message with SOAP encoding, which is named after its type
 * (SOAP 1.1 section 5.1, rule 1), as by ASMX. An array, or a type without a name, is named
 * after the part.
 */
function typedElement(part: MessagePart): ElementDeclaration | undefined {
  const { type } = part;
  if (part.element !== undefined || type?.name === undefined) return part.element;
  if (type.kind === 'complex' && type.soapArray !== undefined) return undefined;
  const element = partElement(part);
  return element && { ...element, name: type.name, global: true };
}

/** A part as a field, which is always present unless it is optional. */
export function partField(property: string, place: PlaceShape, optional = false): ElementField {
  return {
    kind: 'element',
    property,
    place,
    optional,
    repeated: false,
    min: optional ? 0 : 1,
    max: 1,
  };
}

/** The first element of a Body, if the contract declares it. */
export function bodyElement(body: BodyShape): ElementDeclaration | undefined {
  switch (body.kind) {
    case 'empty':
    case 'content':
      return undefined;
    case 'void':
    case 'object':
    case 'unwrapped':
      return body.place?.element;
    case 'single':
    case 'parts': {
      const first = body.kind === 'single' ? body.field : body.fields[0];
      const element = body.wrapper === undefined ? first?.place.element : undefined;
      return element?.global === true ? element : undefined;
    }
  }
}

/**
 * The name of the first element of a Body, by which a server tells requests of one action apart. Of
 * a part with a type it is the first of the type's elements, or has the name of the part.
 */
export function firstElementName(body: BodyShape): QName | undefined {
  if (body.kind === 'content') {
    const [first] = body.object.fields;
    return first?.kind === 'element' ? first.place.element.name : undefined;
  }
  if (body.kind === 'single' && body.wrapper === undefined) return body.field.place.element.name;
  if (body.kind === 'parts' && body.wrapper === undefined) {
    return body.fields[0]?.place.element.name;
  }
  return bodyElement(body)?.name;
}

/** Plans the body of a request or response. */
export function bodyShape(
  message: SoapMessage | undefined,
  direction: 'input' | 'output',
  operation: ServiceOperation,
  shaper: Shaper,
): BodyShape {
  if (message === undefined) return { kind: 'empty' };
  const wrapper = message.rpcWrapper;
  const [only, ...more] = message.parts;
  if (only === undefined) {
    return wrapper === undefined
      ? { kind: 'empty' }
      : { kind: 'void', element: wrapper, place: undefined };
  }
  if (wrapper === undefined && more.length === 0) {
    const body = documentBody(only, operation, shaper, {
      isResult: direction === 'output',
      isAlone: message.attachments.length === 0,
      isEncoded: message.use === 'encoded',
    });
    if (body !== undefined) return body;
  }
  const fields = partFields(message, shaper);
  const [field, ...others] = fields;
  if (direction === 'output' && field !== undefined && others.length === 0) {
    return { kind: 'single', wrapper, field };
  }
  return { kind: 'parts', wrapper, fields };
}

/** The position of the only part of a message. */
interface PartPlace {
  /** Whether it is in a response. */
  readonly isResult: boolean;
  /** Whether the message has no attachments. */
  readonly isAlone: boolean;
  /** Whether the message has SOAP encoding. */
  readonly isEncoded: boolean;
}

/**
 * A document message of one part; `undefined` if its value is a property, or the result, like that
 * of any part. That includes a part with a type if the Body cannot have that type: a Body has
 * elements but no text, and its attributes do not belong to the contract.
 */
function documentBody(
  part: MessagePart,
  operation: ServiceOperation,
  shaper: Shaper,
  { isResult, isAlone, isEncoded }: PartPlace,
): BodyShape | undefined {
  const element = isEncoded ? typedElement(part) : part.element;
  if (element === undefined) {
    const value = part.type === undefined ? undefined : shaper.value(part.type);
    if (value?.kind !== 'object' || value.tagged) return undefined;
    const isElements = value.fields.every(isContent);
    return isElements ? { kind: 'content', part: part.name, object: value } : undefined;
  }
  const place = shaper.place(element);
  const { localName } = element.name;
  const { value } = place;
  if (value.kind !== 'object') return undefined;
  // nil is not an object that could have the attachments
  const isBare = !isResult && ![operation.name, operation.messageName].includes(localName);
  if (place.nillable) return isAlone ? { kind: 'object', place, object: value, isBare } : undefined;
  if (value.fields.length === 0 && value.family === undefined) {
    return { kind: 'void', element: element.name, place };
  }
  const [first] = value.fields;
  if (
    isResult &&
    first?.kind === 'element' &&
    value.fields.length === 1 &&
    value.family === undefined &&
    isResultName(first, element.name, operation)
  ) {
    return { kind: 'unwrapped', wrapper: element.name, place, field: first };
  }
  return { kind: 'object', place, object: value, isBare };
}

/**
 * Whether the one child of a response is its result: `<Op>Result`, or the name that other stacks
 * use.
 */
function isResultName(field: ElementField, wrapper: QName, operation: ServiceOperation): boolean {
  const name = field.place.element.name.localName.toLowerCase();
  if (name === 'return' || name === 'result') return true;
  const stem = wrapper.localName.replace(/Response$/i, '');
  return [operation.name, operation.messageName, stem].some((one) =>
    [`${one}result`, `${one}return`].some((candidate) => candidate.toLowerCase() === name),
  );
}

/**
 * Parts as fields: rpc parts by their names, document parts by those of their elements if these
 * differ.
 */
function partFields(message: SoapMessage, shaper: Shaper): readonly ElementField[] {
  const rpc = message.rpcWrapper !== undefined;
  const table = createPropertyTable();
  const fields: ElementField[] = [];
  for (const part of message.parts) {
    const encoded = message.use === 'encoded';
    const isTyped = encoded && !rpc && part.element === undefined;
    const typed = isTyped ? typedElement(part) : undefined;
    const element = typed ?? partElement(part);
    if (element === undefined) continue;
    const local = element.name.localName;
    const property =
      rpc || typed !== undefined
        ? takeProperty(table, part.name, () => [`${part.name}Part`])
        : takeProperty(table, local, () => [part.name, `${local}Part`]);
    const found = encoded ? shaper.accessor(element) : shaper.place(element);
    const place = shaper.isStream(part) ? streamPlace(found) : found;
    fields.push(partField(property, place, part.optional));
  }
  return fields;
}

/** The values in a Body. */
export function bodyValues(body: BodyShape): readonly ValueShape[] {
  switch (body.kind) {
    case 'empty':
    case 'void':
      return [];
    case 'object':
    case 'content':
      return [body.object];
    case 'unwrapped':
    case 'single':
      return [body.field.place.value];
    case 'parts':
      return body.fields.map(({ place }) => place.value);
  }
}

/** Whether members of a Body are streams of bytes. */
export function hasStreams(body: BodyShape): boolean {
  return bodyValues(body).some(
    (value) =>
      isByteStream(value) ||
      (value.kind === 'object' &&
        value.fields.some((one) => one.kind === 'element' && isByteStream(one.place.value))),
  );
}
