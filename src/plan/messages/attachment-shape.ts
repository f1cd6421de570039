import type { AttachmentPart, SoapMessage } from '../../model/wsdl/service-model.ts';
import { builtinType } from '../../model/xsd/builtin-schema.ts';
import { createPropertyTable, takeProperty } from '../shapes/property-table.ts';
import type { PlaceShape } from '../shapes/shape.ts';
import type { Shaper } from '../shapes/shaper.ts';
import { type MessageField, placeField } from './message-field.ts';

/** An attachment as a property of the message. */
export interface AttachmentShape {
  /** Name of the message part. */
  readonly part: string;
  readonly property: string;
  /** Media types that the contract allows, as written there. */
  readonly types: readonly string[];
  /** Media type it is sent with. */
  readonly sentAs: string;
  readonly kind: 'bytes' | 'text' | 'xml';
  /** The element of an XML document, if the contract declares it. */
  readonly place: PlaceShape | undefined;
}

/**
 * Parts of a message that are attachments (WSDL 1.1 section 5). The first media type decides: XML
 * with a declared element has the type of that element, text is a string, anything else is bytes.
 *
 * @param taken properties of the Body, whose names are taken
 */
export function attachmentShapes(
  message: SoapMessage | undefined,
  taken: readonly string[],
  shaper: Shaper,
): readonly AttachmentShape[] {
  const table = createPropertyTable(taken);
  return (message?.attachments ?? []).map((attachment): AttachmentShape => {
    const { part, types } = attachment;
    const property = takeProperty(table, part, () => [`${part}Part`, `${part}Attachment`]);
    const first = baseType(types[0] ?? '');
    const place = documentPlace(attachment, first, shaper);
    const common = { part, property, types, place };
    if (place !== undefined) return { ...common, kind: 'xml', sentAs: first };
    return first.startsWith('text/')
      ? { ...common, kind: 'text', sentAs: concrete(first, 'text/plain') }
      : { ...common, kind: 'bytes', sentAs: concrete(first, 'application/octet-stream') };
  });
}

/** The property for an attachment. */
export function attachmentField(
  { part, property, kind, place }: AttachmentShape,
  shaper: Shaper,
): MessageField {
  if (place !== undefined) {
    return { ...placeField(property, place, false, false), wireName: part };
  }
  return {
    property,
    wireName: part,
    value: shaper.simple(builtinType(kind === 'text' ? 'string' : 'base64Binary')),
    optional: false,
    given: false,
    repeated: false,
    nillable: false,
    documentation: undefined,
    span: undefined,
  };
}

function documentPlace(
  { declared }: AttachmentPart,
  type: string,
  shaper: Shaper,
): PlaceShape | undefined {
  const isXml = /^[\w.-]+\/(?:[\w.-]+\+)?xml$/.test(type);
  return isXml && declared?.element !== undefined ? shaper.place(declared.element) : undefined;
}

/** A media type in lower case, without parameters. */
function baseType(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** A type that a header can carry: no wildcard, no unusual characters. */
function concrete(type: string, otherwise: string): string {
  return /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(type) ? type : otherwise;
}
