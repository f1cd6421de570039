import { atPath } from '../../codec/path.ts';
import { asObject } from '../../codec/value.ts';
import { escapeAttribute, within } from '../../xml/write-text.ts';
import type { Message } from '../message-kinds.ts';
import type { Format } from '../simple-type.ts';
import { childrenOf } from './children.ts';

/** How the element of a message is written. */
interface FlatPlan {
  readonly tags: Tags;
  readonly children: readonly WrittenChild[];
}

/** The tags of an element; `empty` is the one it has without content. */
interface Tags {
  readonly open: string;
  readonly close: string;
  readonly empty: string;
}

/** How a child is written. */
interface WrittenChild {
  readonly property: string;
  readonly required: boolean;
  readonly tags: Tags;
  readonly format: Format;
}

/** Writes a message whose element has children with simple values, or none. */
export function writeFlat<T>(message: Message<T>, value: T): string {
  return writeContent(message, (children) => {
    let xml = '';
    // a message without parameters has no value
    if (children.length === 0) return xml;
    const given = asObject(value) as Readonly<Record<string, unknown>>;
    for (const child of children) {
      try {
        xml += childText(given[child.property], child);
      } catch (error) {
        throw within(error, child.property);
      }
    }
    return xml;
  });
}

/** Writes a message whose value is the only child, with a simple value. */
export function writeFlatValue<T>(message: Message<T>, value: T): string {
  return writeContent(message, ([child]) => {
    try {
      return child === undefined ? '' : childText(value, child);
    } catch (error) {
      throw atPath(error, child?.property);
    }
  });
}

function writeContent(
  message: Message,
  write: (children: readonly WrittenChild[]) => string,
): string {
  message.written ??= planOf(message);
  const { tags, children } = message.written as FlatPlan;
  try {
    return inTags(write(children), tags);
  } catch (error) {
    throw atPath(error);
  }
}

function planOf(message: Message): FlatPlan {
  const { name, namespace: outer } = message;
  return {
    tags: tagsOf(name, outer, ''),
    children: childrenOf(message).map(({ property, name, namespace, min, type }) => ({
      property,
      required: min > 0,
      tags: tagsOf(name, namespace, outer),
      format: type.format,
    })),
  };
}

function tagsOf(name: string, namespace: string, scope: string): Tags {
  const declared = namespace === scope ? '' : ` xmlns="${escapeAttribute(namespace)}"`;
  const start = `<${name}${declared}`;
  return { open: `${start}>`, close: `</${name}>`, empty: `${start} />` };
}

function inTags(content: string, { open, close, empty }: Tags): string {
  return content === '' ? empty : open + content + close;
}

function childText(value: unknown, { required, tags, format }: WrittenChild): string {
  return value === undefined && !required ? '' : inTags(format(value as never), tags);
}
