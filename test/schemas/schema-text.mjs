// Drawn schemas as documents of XML Schema, one for each namespace.
import { declarations, imported, main, prefixed } from './namespaces.mjs';

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Attributes as text; those that are `undefined` or `false` are left out. */
function attributesText(all) {
  return Object.entries(all)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

function tag(name, attributes, content = '') {
  const start = `<xs:${name}${attributesText(attributes)}`;
  return content === '' ? `${start}/>` : `${start}>${content}</xs:${name}>`;
}

/** Name of a type as it is referred to; `undefined` where it has none. */
function typeName(type) {
  if (type.builtin) return `xs:${type.name}`;
  return type.name === undefined ? undefined : prefixed(main, type.name);
}

const occursOf = ({ min, max }) => ({
  minOccurs: min === 1 ? undefined : min,
  maxOccurs: max === 1 ? undefined : Number.isFinite(max) ? max : 'unbounded',
});

function elementText(declaration, more) {
  const { name, type, form, nillable, abstract, head, block } = declaration;
  return tag(
    'element',
    {
      name,
      type: typeName(type),
      form,
      nillable,
      abstract,
      substitutionGroup: head === undefined ? undefined : prefixed(head.namespace, head.name),
      block,
      default: declaration.default,
      fixed: declaration.fixed,
      ...more,
    },
    type.name === undefined ? typeText(type) : '',
  );
}

function particleText(particle) {
  const occurs = occursOf(particle);
  switch (particle.kind) {
    case 'local':
      return elementText(particle.element, occurs);
    case 'ref': {
      const { namespace, name } = particle.element;
      return tag('element', { ref: prefixed(namespace, name), ...occurs });
    }
    case 'any':
      return tag('any', {
        namespace: particle.namespace,
        processContents: particle.process,
        ...occurs,
      });
    case 'group':
      return tag('group', { ref: prefixed(main, particle.group.name), ...occurs });
    default:
      return tag(particle.kind, occurs, particle.items.map(particleText).join(''));
  }
}

function attributeText(attribute) {
  const { name, type, form, ref, required, prohibited } = attribute;
  const use = prohibited ? 'prohibited' : required ? 'required' : undefined;
  const initial = { use, default: attribute.default, fixed: attribute.fixed };
  return ref === undefined
    ? tag('attribute', { name, type: typeName(type), form, ...initial })
    : tag('attribute', { ref: prefixed(ref.namespace, ref.name), ...initial });
}

function wildcardText(wildcard) {
  if (wildcard === undefined) return '';
  const { namespace, process } = wildcard;
  return tag('anyAttribute', { namespace, processContents: process });
}

function attributesOf({ attributes, attributeGroups = [], anyAttribute }) {
  const groups = attributeGroups.map((one) =>
    tag('attributeGroup', { ref: prefixed(main, one.name) }),
  );
  return attributes.map(attributeText).join('') + groups.join('') + wildcardText(anyAttribute);
}

function typeText(type) {
  const { name, abstract, mixed, block, base, derivation, simple, extendsSimple } = type;
  const head = { name, abstract, mixed, block };
  if (extendsSimple) {
    const extension = tag('extension', { base: typeName(simple) }, attributesOf(type));
    return tag('complexType', head, tag('simpleContent', {}, extension));
  }
  const content = type.content === undefined ? '' : particleText(type.content);
  const inside = content + attributesOf(type);
  if (base === undefined) return tag('complexType', head, inside);
  const derived = tag(derivation, { base: typeName(base) }, inside);
  const kind = simple === undefined ? 'complexContent' : 'simpleContent';
  return tag('complexType', head, tag(kind, {}, derived));
}

function schemaText(schema, namespace, body) {
  const forms = {
    elementFormDefault: schema.elementForm,
    attributeFormDefault: schema.attributeForm,
  };
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" ${declarations} targetNamespace="${namespace}"${attributesText(forms)}>${body}</xs:schema>`;
}

/**
 * Documents of a schema: that of the main namespace, and that of the imported one where it has
 * anything.
 */
export function schemaTexts(schema) {
  const globals = (namespace) => [
    ...schema.elements.filter((one) => one.namespace === namespace).map((one) => elementText(one)),
    ...schema.attributes.filter((one) => one.namespace === namespace).map(attributeText),
  ];
  const types = [
    ...schema.simpleTypes
      .filter((one) => !one.builtin)
      .map((one) => tag('simpleType', { name: one.name }, one.text)),
    ...schema.types.map(typeText),
    ...schema.groups.map((one) => tag('group', { name: one.name }, particleText(one.particle))),
    ...schema.attributeGroups.map((one) =>
      tag(
        'attributeGroup',
        { name: one.name },
        one.attributes.map(attributeText).join('') + wildcardText(one.wildcard),
      ),
    ),
  ];
  const others = globals(imported);
  const body = (location) => {
    const parts = [...globals(main), ...types];
    if (others.length > 0) parts.unshift(tag('import', { namespace: imported, ...location }));
    return schemaText(schema, main, parts.join('\n'));
  };
  const back = (location) =>
    others.length === 0
      ? undefined
      : schemaText(
          schema,
          imported,
          [tag('import', { namespace: main, ...location }), ...others].join('\n'),
        );
  return { body, back };
}
