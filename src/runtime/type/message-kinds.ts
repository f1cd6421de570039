import type { XmlQName, XmlReader } from '../xml/reader.ts';
import type { ContentPlan, Detail, Field, Member, ObjectType, Type } from './description.ts';
import { type ObjectDetail, object } from './object.ts';

/** What else a description says of a message. */
export interface MessageDetail {
  /** The namespace of the children of its element, if that is not the element's. */
  readonly scope?: string;
  /** Whether its element is read under any name, as those of rpc responses are. */
  readonly anyName?: true;
  /** The default namespace around its element. Default: none. */
  readonly outer?: string;
  /** Reads the first child if it has a name of its own. */
  readonly first?: (reader: XmlReader, plan: ContentPlan, values: unknown[]) => void;
  /** Refuses or reports an element that no child takes. */
  readonly lost?: (reader: XmlReader, element: XmlQName) => void;
  /** Whether it has SOAP encoding. */
  readonly encoded?: true;
  /** Namespace and name of the type of its element, if that has a name. */
  readonly typed?: readonly [name: string, namespace: string];
}

/** The content of a Body, or another element of its own: and how its value becomes it. */
export interface Message<T = unknown> {
  readonly kind: 'element' | 'flat' | 'result' | 'parts' | 'content' | 'nothing' | 'empty';
  readonly name: string;
  readonly namespace: string;
  readonly fields: () => readonly Field[];
  readonly detail: MessageDetail;
  /** The type of a Body that itself has one. */
  readonly type?: (() => ObjectType) | undefined;
  /** What readers of flat messages know of it, after its first use. */
  read?: unknown;
  /** What writers of flat messages know of it, after its first use. */
  written?: unknown;
  /** Never present: carries the type of values. */
  readonly types?: T;
}

const noFields = (): readonly Field[] => [];

/** What else a description says of an element of its own. */
export type RootDetail = Detail & Pick<MessageDetail, 'outer'>;

/** A message whose value is its element. */
export function root<T>(
  name: string,
  namespace: string,
  type: () => Type,
  { outer = '', ...detail }: RootDetail = {},
): Message<T> {
  const place = { name, namespace, property: '', min: 1, max: 1, ...detail };
  const fields = (): readonly Field[] => [{ kind: 'element', type: type(), ...place }];
  return { kind: 'element', name, namespace, fields, detail: { outer } };
}

/** A message whose value is its element, which has a type of its own. */
export function wrapped<T>(
  name: string,
  namespace: string,
  members: () => readonly Member[],
  detail?: ObjectDetail,
): Message<T> {
  const type = object('', namespace, members, detail);
  return root(name, namespace, () => type);
}

/** The repeated element of a result, in a list of the same namespace. */
export function record<T>(
  name: string,
  namespace: string,
  type: () => Type,
  detail?: RootDetail,
): Message<T> {
  return root(name, namespace, type, { outer: namespace, ...detail });
}

/** A message whose value is the only child of its element. Without a name, of the Body. */
export function result<T>(
  name: string,
  namespace: string,
  child: () => Field,
  detail: MessageDetail = {},
): Message<T> {
  return { kind: 'result', name, namespace, fields: () => [child()], detail };
}

/**
 * A message whose value has a property for each child of its element. Without a name, of the Body.
 */
export function parts<T>(
  name: string,
  namespace: string,
  fields: () => readonly Field[],
  detail: MessageDetail = {},
): Message<T> {
  return { kind: 'parts', name, namespace, fields, detail };
}

/** A message whose value is its element, which has children with simple values and nothing else. */
export function flat<T>(
  name: string,
  namespace: string,
  fields: () => readonly Field[],
  detail: MessageDetail = {},
): Message<T> {
  return { kind: 'flat', name, namespace, fields, detail };
}

/** A message of an element without content. */
export function nothing<T>(name: string, namespace: string): Message<T> {
  return { kind: 'nothing', name, namespace, fields: noFields, detail: {} };
}

/** An empty Body. */
export function empty<T>(): Message<T> {
  return { kind: 'empty', name: '', namespace: '', fields: noFields, detail: {} };
}

/**
 * A Body that itself has a type (WSDL 1.1, 3.5).
 *
 * @param part name of an element that other stacks put around the content; `''` if the content has
 *   such an element
 */
export function bodyOf<T>(part: string, type: () => ObjectType<T>): Message<T> {
  return { kind: 'content', name: part, namespace: '', fields: noFields, detail: {}, type };
}
