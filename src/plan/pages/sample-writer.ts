import { escapeXmlAttribute, escapeXmlText } from '../../convert/wsdl/xml-escape.ts';
import { indentation } from '../print/layout.ts';

/** A sample text: entries at even indexes are text, those between them placeholders. */
export type SampleText = readonly string[];

/** Levels of `soap:Envelope` and `soap:Body` around the content of a message. */
export const envelopeDepth = 2;

interface OpenElement {
  readonly name: string;
  state: 'tag' | 'text' | 'children';
  namespace: string | undefined;
}

/**
 * Builds the XML of a sample, indented by two spaces for each level, with its placeholders kept
 * separate.
 */
export class SampleWriter {
  private readonly pieces: string[] = [];
  private readonly open: OpenElement[] = [];
  private started = 0;
  /** The text after the last placeholder. */
  private out = '';
  private readonly depth: number;

  /** @param depth level of the outermost elements */
  constructor(depth: number) {
    this.depth = depth;
  }

  /** Whether it is inside an envelope, which declares `xsi` and `xsd`. */
  get enveloped(): boolean {
    return this.depth > 0;
  }

  /** Number of elements so far. */
  get count(): number {
    return this.started;
  }

  /** Starts an element on a new line. Attributes may follow until its content starts. */
  start(name: string): void {
    this.started += 1;
    this.content('children');
    this.newLine();
    this.out += `<${name}`;
    this.open.push({ name, state: 'tag', namespace: undefined });
  }

  attribute(name: string, value: string): void {
    this.out += ` ${name}="${escapeXmlAttribute(value)}"`;
  }

  placeholderAttribute(name: string, placeholder: string): void {
    this.out += ` ${name}="`;
    this.hole(placeholder);
    this.out += '"';
  }

  /**
   * Declares the default namespace of the current element. Comes after its attributes, where .NET's
   * writer puts it.
   */
  defaultNamespace(namespace: string): void {
    const current = this.open[this.open.length - 1];
    if (current !== undefined) current.namespace = namespace;
  }

  /** Adds text to the current element, on the current line. */
  text(text: string): void {
    this.content('text');
    this.out += escapeXmlText(text);
  }

  /** Adds a placeholder to the current element. */
  placeholder(text: string): void {
    this.content('text');
    this.hole(text);
  }

  end(): void {
    const current = this.open.pop();
    if (current === undefined) return;
    if (current.state === 'tag') {
      this.declare(current);
      this.out += ' />';
      return;
    }
    if (current.state === 'children') this.newLine();
    this.out += `</${current.name}>`;
  }

  finish(): SampleText {
    this.pieces.push(this.out);
    return this.pieces;
  }

  private hole(text: string): void {
    this.pieces.push(this.out, text);
    this.out = '';
  }

  private newLine(): void {
    if (this.started > 1 || this.open.length > 0) this.out += '\n';
    this.out += indentation(this.depth + this.open.length);
  }

  private declare({ namespace }: OpenElement): void {
    if (namespace !== undefined) this.out += ` xmlns="${escapeXmlAttribute(namespace)}"`;
  }

  private content(state: 'text' | 'children'): void {
    const current = this.open[this.open.length - 1];
    if (current === undefined) return;
    if (current.state === 'tag') {
      this.declare(current);
      this.out += '>';
    }
    // Text after children keeps the end tag on its line, as in ASMX's DataSet sample.
    current.state = state;
  }
}
