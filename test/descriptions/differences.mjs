// Where descriptions do something else than codecs on purpose. Whatever is in no class is a failure.

import { isDeepStrictEqual } from 'node:util';
import { captureNodes } from '../../dist/runtime/xml/capture.js';
import { XmlReader } from '../../dist/runtime/xml/reader.js';

const messageOf = ({ error }) => error?.message ?? '';

/**
 * Classes of differences. `holds` tells whether what codecs gave (`old`) and what descriptions gave
 * (`now`) differ only so; both have a `value` or an `error`. `scope` is the default namespace around
 * what is written.
 */
export const differences = {
  objects: {
    reason: 'a value of a type without content must be an object',
    holds: ({ old, now }) =>
      old.error === undefined && /Expected an object, got /.test(messageOf(now)),
  },
  locations: {
    reason: 'an error in the location of a request has a path',
    holds: ({ old: { error }, now }) =>
      error !== undefined &&
      error.path === undefined &&
      now.error?.path !== undefined &&
      messageOf(now) === `${now.error.path}: ${error.message}`,
  },
  prefixes: {
    reason: 'what is in a second namespace has no prefix, as by XmlSerializer',
    holds: ({ old, now, scope }) =>
      typeof old.value === 'string' &&
      typeof now.value === 'string' &&
      isDeepStrictEqual(nodesOf(old.value, scope), nodesOf(now.value, scope)),
  },
  attributes: {
    reason:
      'a missing attribute has the default of .NET as a missing element has, or is called one',
    holds: ({ old, now }) =>
      /Missing required (?:element|attribute)/.test(messageOf(old)) &&
      (now.error === undefined || /Missing required attribute/.test(messageOf(now))) &&
      old.error.property !== undefined,
  },
};

const declarations =
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/**
 * What a Body holds, without the prefixes of names and of `xsi:type`.
 *
 * @param scope the default namespace around it
 */
function nodesOf(text, scope = '') {
  const reader = new XmlReader(`<e xmlns="${scope}" ${declarations}>${text}</e>`);
  reader.nextTag();
  return captureNodes(reader).map(withoutPrefixes);
}

function withoutPrefixes(node) {
  if (typeof node === 'string') return node;
  const { name, namespace, attributes = [], children = [] } = node;
  const given = attributes.map((one) =>
    one.name === 'type' && one.namespace?.endsWith('XMLSchema-instance')
      ? { ...one, value: one.value.replace(/^.*:/, '') }
      : one,
  );
  return { name, namespace, attributes: given, children: children.map(withoutPrefixes) };
}

/** The name of the class of a difference; `undefined` if it is in none. */
export function classOf(difference) {
  return Object.keys(differences).find((name) => differences[name].holds(difference));
}
