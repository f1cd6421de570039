import { escapeXmlAttribute, escapeXmlText } from './xml-escape.ts';

/** An attribute for a start tag, with a blank before it; nothing when it has no value. */
export function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeXmlAttribute(value)}"`;
}

/** Writes indented XML as .NET's `XmlTextWriter` does: two blanks a level, `<a />` for empty elements, LF. */
export interface MarkupWriter {
  /** Writes an element; what `content` writes stands inside. Attributes are joined results of `attribute`. */
  element(name: string, attributes?: string, content?: () => void): void;
  /** Writes an element that holds text only. */
  textElement(name: string, attributes: string, text: string): void;
  /** Runs `write`, keeps back what it writes, and gives it for `append`. */
  capture(write: () => void): string;
  /** Adds a captured text where the writer stands. */
  append(text: string): void;
  /** All that was written; begins with a line end. */
  text(): string;
}

/** Creates a writer whose first elements stand at `depth` levels of indentation. */
export function createMarkupWriter(depth: number = 0): MarkupWriter {
  const margins: string[] = [];
  let out = '';
  let level = depth;
  /** Whether the last start tag still lacks its `>`. */
  let open = false;

  function margin(): string {
    margins[level] ??= `\n${'  '.repeat(level)}`;
    return margins[level] ?? '';
  }

  function closeTag(): void {
    if (open) out += '>';
    open = false;
  }

  return {
    element(name, attributes = '', content) {
      closeTag();
      out += `${margin()}<${name}${attributes}`;
      if (content === undefined) {
        out += ' />';
        return;
      }
      open = true;
      level += 1;
      content();
      level -= 1;
      out += open ? ' />' : `${margin()}</${name}>`;
      open = false;
    },
    textElement(name, attributes, text) {
      closeTag();
      out += `${margin()}<${name}${attributes}`;
      out += text === '' ? ' />' : `>${escapeXmlText(text)}</${name}>`;
    },
    capture(write) {
      const before = out;
      const wasOpen = open;
      out = '';
      open = false;
      write();
      const written = out;
      out = before;
      open = wasOpen;
      return written;
    },
    append(text) {
      if (text === '') return;
      closeTag();
      out += text;
    },
    text: () => out,
  };
}
