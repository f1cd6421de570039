import { escapeXmlAttribute, escapeXmlText } from './xml-escape.ts';

/** An attribute for a start tag, with a space before it; nothing when it has no value. */
export function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeXmlAttribute(value)}"`;
}

/**
 * Writes indented XML as .NET's `XmlTextWriter` does: two spaces a level, `<a />` for empty
 * elements, LF.
 */
export interface MarkupWriter {
  /**
   * Writes an element; what `content` writes is inside. Attributes are joined results of
   * `attribute`.
   */
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

/** From this many characters on, what was written so far is made one piece. */
const pieceLength = 32_768;

/**
 * The same XML, which never starts with U+0001, in one piece. Texts that are put together stay a
 * tree of what they were made of until somebody looks at a character: that of a large document
 * outlives several collections of garbage.
 */
function inOnePiece(text: string): string {
  return text.charCodeAt(0) === 1 ? '' : text;
}

/** Creates a writer whose first elements are at `depth` levels of indentation. */
export function createMarkupWriter(depth: number = 0): MarkupWriter {
  const margins: string[] = [];
  /** What was written, but for its end. */
  let pieces: string[] = [];
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

  /** Begins a tag on a line of its own. */
  function begin(tag: string): void {
    closeTag();
    if (out.length > pieceLength) {
      pieces.push(inOnePiece(out));
      out = '';
    }
    out += margin() + tag;
  }

  function written(): string {
    return pieces.join('') + out;
  }

  return {
    element(name, attributes = '', content) {
      begin(`<${name}${attributes}`);
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
      begin(`<${name}${attributes}`);
      out += text === '' ? ' />' : `>${escapeXmlText(text)}</${name}>`;
    },
    capture(write) {
      const before = { pieces, out, open };
      pieces = [];
      out = '';
      open = false;
      write();
      const text = written();
      ({ pieces, out, open } = before);
      return text;
    },
    append(text) {
      if (text === '') return;
      closeTag();
      out += text;
    },
    text: written,
  };
}
