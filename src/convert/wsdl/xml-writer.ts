import type { MarkupElement, MarkupNode } from '../../model/common/markup.ts';
import { escapeXmlAttribute, escapeXmlText } from './xml-escape.ts';

/** An attribute for a start tag, with a leading space; nothing if it has no value. */
export function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeXmlAttribute(value)}"`;
}

/** Creates elements in the order in which they are written. */
export interface MarkupWriter {
  /** Adds an element with what `content` adds. Attributes are results of `attribute`. */
  element(name: string, attributes?: string, content?: () => void): void;
  /** Adds an element with text only. */
  textElement(name: string, attributes: string, text: string): void;
  /** Adds elements of another writer. */
  append(elements: readonly MarkupElement[]): void;
  /** The outermost elements. */
  readonly elements: readonly MarkupElement[];
}

export function createMarkupWriter(): MarkupWriter {
  const elements: MarkupElement[] = [];
  let current: MarkupNode[] = elements;
  return {
    element(name, attributes = '', content) {
      const children: MarkupNode[] = [];
      current.push({ name, tag: name + attributes, children });
      if (content === undefined) return;
      const outer = current;
      current = children;
      content();
      current = outer;
    },
    textElement(name, attributes, text) {
      const children = text === '' ? [] : [escapeXmlText(text)];
      current.push({ name, tag: name + attributes, children });
    },
    append(added) {
      for (const one of added) current.push(one);
    },
    elements,
  };
}
