// A schema of slots: the root has a number of optional elements and attributes, each of a drawn
// simple type.
import { declarations, main } from '../namespaces.mjs';
import { createSimpleTypes, referenceTo, typeText } from './draw-simple.mjs';
import { isReferenceBound } from './left-out.mjs';

const slots = 6;

/** Draws `{ text, slots }`: a schema, and where values of which types go. */
export function drawSlots(dice) {
  const types = createSimpleTypes(dice);
  const drawn = [];
  const elements = [];
  const attributes = [];
  const others = [];
  for (let index = 0; index < slots; index += 1) {
    const type = drawType(types, dice);
    const form = dice.weighted([
      [5, 'element'],
      [3, 'attribute'],
      [2, 'content'],
      [1, 'restricted'],
      [1, 'nillable'],
      [1, 'initial'],
      [1, 'substituted'],
    ]);
    const slot = { index, type, form, fixed: undefined };
    makers[form](slot, { types, dice, elements, attributes, others });
    drawn.push(slot);
  }
  const text = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" ${declarations} targetNamespace="${main}" elementFormDefault="qualified">
<xs:notation name="gif" public="image/gif"/><xs:notation name="jpeg" public="image/jpeg"/>
<xs:element name="r"><xs:complexType><xs:sequence>${elements.join('\n')}</xs:sequence><xs:attribute name="anchor" type="xs:ID"/>${attributes.join('\n')}</xs:complexType></xs:element>
${[...types.named.map(typeText), ...others].join('\n')}
</xs:schema>`;
  return { text, slots: drawn };
}

function drawType(types, dice) {
  for (;;) {
    const type = dice.chance(0.15) ? types.builtin() : types.derived();
    if (!isReferenceBound(type)) return type;
  }
}

const escaped = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (one) => `&#${one.charCodeAt(0)};`);

/** A declaration of an element or attribute with its type by name or inside. */
function declaration(kind, name, type, more = '') {
  return type.name === undefined
    ? `<xs:${kind} name="${name}"${more}>${typeText(type)}</xs:${kind}>`
    : `<xs:${kind} name="${name}"${more} type="${referenceTo(type)}"/>`;
}

const optional = ' minOccurs="0" maxOccurs="2"';

const makers = {
  element({ index, type }, { elements }) {
    elements.push(declaration('element', `e${index}`, type, optional));
  },
  attribute({ index, type }, { attributes }) {
    attributes.push(declaration('attribute', `a${index}`, type));
  },
  nillable({ index, type }, { elements }) {
    elements.push(declaration('element', `e${index}`, type, `${optional} nillable="true"`));
  },
  initial(slot, { elements, attributes, dice }) {
    const { index, type } = slot;
    slot.initial = type.draw(dice);
    slot.isFixed = dice.chance(0.5);
    slot.place = dice.pick(['element', 'attribute']);
    const more = ` ${slot.isFixed ? 'fixed' : 'default'}="${escaped(slot.initial)}"`;
    if (slot.place === 'element')
      elements.push(declaration('element', `e${index}`, type, optional + more));
    else attributes.push(declaration('attribute', `a${index}`, type, more));
  },
  content(slot, { elements, others, types, dice }) {
    const { index, type } = slot;
    slot.attribute = drawType(types, dice);
    const name = `C${index}`;
    others.push(contentType(name, type, declaration('attribute', 'p', slot.attribute)));
    elements.push(`<xs:element name="e${index}" type="t:${name}"${optional}/>`);
  },
  restricted(slot, tools) {
    const { elements, others, types, dice } = tools;
    const { index, type } = slot;
    others.push(contentType(`B${index}`, type, '<xs:attribute name="p" type="xs:string"/>'));
    const narrower = types.restriction(type);
    slot.type = narrower;
    const facets =
      /<xs:restriction[^>]*>(?:<xs:simpleType>.*<\/xs:simpleType>)?(.*)<\/xs:restriction>$/s.exec(
        narrower.text,
      )?.[1] ?? '';
    slot.attribute = types.builtin('string');
    others.push(
      `<xs:complexType name="C${index}"><xs:simpleContent><xs:restriction base="t:B${index}">${facets}</xs:restriction></xs:simpleContent></xs:complexType>`,
    );
    elements.push(
      `<xs:element name="e${index}" type="t:${dice.chance(0.7) ? 'C' : 'B'}${index}"${optional}/>`,
    );
  },
  /** An element whose type `xsi:type` replaces by one that is derived from it. */
  substituted(slot, { elements, types }) {
    const { index } = slot;
    const base = slot.type.name === undefined ? { ...slot.type, name: `T${index}` } : slot.type;
    if (slot.type.name === undefined) types.named.push(base);
    const narrower = { ...types.restriction(base), name: `N${index}` };
    types.named.push(narrower);
    slot.type = base;
    slot.derived = narrower;
    elements.push(declaration('element', `e${index}`, base, optional));
  },
};

function contentType(name, type, attributes) {
  const base = type.name === undefined ? undefined : referenceTo(type);
  if (base !== undefined) {
    return `<xs:complexType name="${name}"><xs:simpleContent><xs:extension base="${base}">${attributes}</xs:extension></xs:simpleContent></xs:complexType>`;
  }
  const simple = { ...type, name: `${name}Value` };
  return `${typeText(simple)}<xs:complexType name="${name}"><xs:simpleContent><xs:extension base="t:${simple.name}">${attributes}</xs:extension></xs:simpleContent></xs:complexType>`;
}
