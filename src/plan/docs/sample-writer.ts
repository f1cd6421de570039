import { indentation } from '../layout.ts';
import { escapeXmlAttribute, escapeXmlText } from '../wsdl/xml-escape.ts';

/** A sample text: entries at even places stand as they are, those between them are placeholders. */
export type SampleText = readonly string[];

/** Builds the XML of a sample, indented by two blanks a level, with its placeholders kept apart. */
export interface SampleWriter {
  /** Starts an element on a line of its own; attributes follow until content does. */
  start(name: string): void;
  attribute(name: string, value: string): void;
  placeholderAttribute(name: string, placeholder: string): void;
  /** Declares the default namespace of the current element; stands behind its attributes, where .NET's writer puts it. */
  defaultNamespace(namespace: string): void;
  /** Text or placeholder as content of the current element, on the line where the last thing written ended. */
  text(text: string): void;
  placeholder(text: string): void;
  end(): void;
  /** Whether an envelope stands around, which declares `xsi` and `xsd`. */
  readonly enveloped: boolean;
  /** Elements started so far. */
  count(): number;
  finish(): SampleText;
}

interface OpenElement {
  readonly name: string;
  state: 'tag' | 'text' | 'children';
  namespace?: string;
}

/** Creates a writer whose outermost elements stand `depth` levels deep. */
export function createSampleWriter(depth: number): SampleWriter {
  const pieces: string[] = [];
  const open: OpenElement[] = [];
  let count = 0;
  /** What was written behind the last placeholder. */
  let out = '';

  function hole(text: string): void {
    pieces.push(out, text);
    out = '';
  }

  function newLine(): void {
    if (count > 1 || open.length > 0) out += '\n';
    out += indentation(depth + open.length);
  }

  function declare({ namespace }: OpenElement): void {
    if (namespace !== undefined) out += ` xmlns="${escapeXmlAttribute(namespace)}"`;
  }

  function content(state: 'text' | 'children'): void {
    const current = open.at(-1);
    if (current === undefined) return;
    if (current.state === 'tag') {
      declare(current);
      out += '>';
    }
    // Text behind children keeps the end tag on its line, as in the DataSet sample of ASMX.
    current.state = state;
  }

  return {
    enveloped: depth > 0,
    start(name) {
      count += 1;
      content('children');
      newLine();
      out += `<${name}`;
      open.push({ name, state: 'tag' });
    },
    attribute(name, value) {
      out += ` ${name}="${escapeXmlAttribute(value)}"`;
    },
    placeholderAttribute(name, placeholder) {
      out += ` ${name}="`;
      hole(placeholder);
      out += '"';
    },
    defaultNamespace(namespace) {
      const current = open.at(-1);
      if (current !== undefined) current.namespace = namespace;
    },
    text(text) {
      content('text');
      out += escapeXmlText(text);
    },
    placeholder(text) {
      content('text');
      hole(text);
    },
    end() {
      const current = open.pop();
      if (current === undefined) return;
      if (current.state === 'tag') {
        declare(current);
        out += ' />';
        return;
      }
      if (current.state === 'children') newLine();
      out += `</${current.name}>`;
    },
    count: () => count,
    finish: () => [...pieces, out],
  };
}
