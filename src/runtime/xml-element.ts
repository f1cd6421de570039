import type { XmlReader } from './xml-reader.ts';
export interface XmlAttribute {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly value: string;
}
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  readonly attributes?: readonly XmlAttribute[] | undefined;
  readonly children?: readonly XmlNode[] | undefined;
  readonly namespaces?: Readonly<Record<string, string>> | undefined;
}
export type XmlNode = XmlElement | string;
export function captureElement(reader: XmlReader): XmlElement {
  return { name: reader.local, namespace: reader.namespace, children: captureNodes(reader) };
}
export function captureNodes(_reader: XmlReader): XmlNode[] {
  return [];
}
