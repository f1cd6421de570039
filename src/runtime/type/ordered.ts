import {
  type GivenPlace,
  type ModelNode,
  modelAny,
  modelChoice,
  modelElement,
  modelRepeat,
  modelSequence,
  type XmlContentModel,
} from '../codec/model.ts';
import { contentReader } from '../codec/model-read.ts';
import { arrange } from '../codec/model-write.ts';
import type { XmlReader } from '../xml/reader.ts';
import { START } from '../xml/tokens.ts';
import { inOnePiece, orEmpty, pieceLength } from '../xml/write-text.ts';
import { Child } from './child.ts';
import { isBranches, isList, propertyOf } from './described.ts';
import type { Content, Field, Member, ObjectType } from './description.ts';
import { childValue } from './read.ts';
import { writeElement } from './write.ts';

/** The content model of a type, and the elements and wildcards that its leaves are. */
interface Model {
  readonly model: XmlContentModel;
  readonly leaves: readonly Field[];
  /** How they are read and written, by the default namespace. */
  readonly children: Map<string, readonly Child[]>;
}

const models = new WeakMap<ObjectType, Model>();

function modelOf(type: ObjectType): Model {
  const known = models.get(type);
  if (known !== undefined) return known;
  const leaves = new Leaves();
  const members = type.members.filter((one) => isBranches(one) || one.inTag === undefined);
  const nodes = members.map((one) => nodeOf(one, type.scope, leaves));
  const made = { model: modelSequence(...nodes), leaves: leaves.all, children: new Map() };
  models.set(type, made);
  return made;
}

function nodeOf(member: Member, scope: string, leaves: Leaves): ModelNode {
  if (isBranches(member)) {
    const nodes = member.members.map((one) => nodeOf(one, scope, leaves));
    const isOptional = member.optional === true;
    return member.kind === 'choice' ? modelChoice(isOptional, ...nodes) : modelSequence(...nodes);
  }
  const { min, max, turn, wildcard } = member;
  const property = propertyOf(member);
  if (turn !== undefined) return modelRepeat(property, min, max, nodeOf(turn, scope, leaves));
  const leaf = leaves.numberOf(member);
  const place: GivenPlace & { readonly property: string } = {
    leaf,
    property,
    list: isList(member),
    min,
    max,
  };
  if (wildcard !== undefined) return modelAny(place, ...wildcard);
  const taken = member.taken?.() ?? [member];
  const names = taken.flatMap(({ name, namespace = scope }) => [namespace, name]);
  return modelElement(place, ...names);
}

/** The elements and wildcards of a content model. Those that are read and written alike are one. */
class Leaves {
  readonly all: Field[] = [];
  readonly #byName = new Map<string, number[]>();

  numberOf(field: Field): number {
    const { all } = this;
    const named = this.#byName.get(field.name) ?? [];
    const known = named.find((at) => isAlike(all[at] as Field, field));
    if (known !== undefined) return known;
    named.push(all.length);
    this.#byName.set(field.name, named);
    return all.push(field) - 1;
  }
}

function isAlike(one: Field, other: Field): boolean {
  if (one.kind !== other.kind) return false;
  if (one.kind === 'any') return one.read === other.read;
  return (
    one.name === other.name &&
    one.namespace === other.namespace &&
    one.type === other.type &&
    one.taken === other.taken &&
    (one.nil === undefined) === (other.nil === undefined)
  );
}

function childrenOf({ leaves, children }: Model, scope: string, outer: string): readonly Child[] {
  const known = children.get(outer);
  if (known !== undefined) return known;
  const made = leaves.map((field) => {
    const { list, ...single } = { ...field, max: 1 };
    return new Child(single, { slot: 0, scope, outer, required: true });
  });
  children.set(outer, made);
  return made;
}

/** Reads the element of a leaf. That of a substitution group is an object with one property. */
function leafValue(reader: XmlReader, child: Child): unknown {
  const { field, scope, outer } = child;
  const { local, namespace } = reader;
  const found = field
    .taken?.()
    .find((one) => one.name === local && (one.namespace ?? scope) === namespace);
  if (found === undefined) return childValue(reader, child);
  const one = new Child(found, { slot: 0, scope, outer, required: true });
  return { [one.property]: childValue(reader, one) };
}

/** Content in which the order of elements tells what they are (XML Schema 1, 3.8.6). */
export const ordered: Content = {
  read: (reader, { type, inTag }, values) => {
    const known = modelOf(type);
    const children = childrenOf(known, type.scope, type.scope);
    const content = contentReader(reader, known.model);
    while (reader.nextTag() === START) {
      const child = children[content.next()];
      if (child === undefined) content.unexpected();
      else content.add(leafValue(reader, child));
    }
    const start: Record<string, unknown> & { $type?: unknown } = {};
    const offset = type.family === undefined ? 0 : 1;
    if (offset > 0) start.$type = values[0];
    for (const [at, field] of inTag.entries()) start[propertyOf(field)] = values[at + offset];
    return content.finish(start);
  },
  write: (value, _, { type, outer }) => {
    const known = modelOf(type);
    const children = childrenOf(known, type.scope, outer);
    let xml = '';
    let done = '';
    arrange(known.model, value, (leaf, item) => {
      xml += writeElement(item, children[leaf] as Child);
      if (xml.length > pieceLength) {
        done += inOnePiece(xml);
        xml = '';
      }
    });
    return (type.form.tagged ? `>${orEmpty('')}` : '') + done + xml;
  },
};
