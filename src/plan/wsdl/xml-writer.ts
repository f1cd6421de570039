import { escapeXmlAttribute, escapeXmlText } from './xml-escape.ts';

/** Attributes in the order they are written; those that are `undefined` are left out. */
export type MarkupAttributes = Readonly<Record<string, string | undefined>>;

/** Writes indented XML as .NET's `XmlTextWriter` does: two blanks a level, `<a />` for empty elements, LF. */
export interface MarkupWriter {
  /** Writes an element; what `content` writes stands inside. */
  element(name: string, attributes?: MarkupAttributes, content?: () => void): void;
  /** Writes an element that holds text only. */
  textElement(name: string, attributes: MarkupAttributes, text: string): void;
  /** Runs `write`, keeps back what it writes, and gives it for `append`. */
  capture(write: () => void): string;
  /** Adds a captured text where the writer stands. */
  append(text: string): void;
  /** All that was written; begins with a line end. */
  text(): string;
}

/** Creates a writer whose first elements stand at `depth` levels of indentation. */
export function createMarkupWriter(depth: number = 0): MarkupWriter {
  let out = '';
  let level = depth;

  function startTag(name: string, attributes: MarkupAttributes): void {
    out += `\n${'  '.repeat(level)}<${name}`;
    for (const key in attributes) {
      const value = attributes[key];
      if (value !== undefined) out += ` ${key}="${escapeXmlAttribute(value)}"`;
    }
  }

  function capture(write: () => void): string {
    const before = out;
    out = '';
    write();
    const written = out;
    out = before;
    return written;
  }

  return {
    element(name, attributes = {}, content) {
      startTag(name, attributes);
      if (content === undefined) {
        out += ' />';
        return;
      }
      level += 1;
      const inner = capture(content);
      level -= 1;
      out += inner === '' ? ' />' : `>${inner}\n${'  '.repeat(level)}</${name}>`;
    },
    textElement(name, attributes, text) {
      startTag(name, attributes);
      out += text === '' ? ' />' : `>${escapeXmlText(text)}</${name}>`;
    },
    capture,
    append(text) {
      out += text;
    },
    text: () => out,
  };
}
