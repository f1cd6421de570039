import { escapeXmlAttribute, escapeXmlText } from '../../convert/wsdl/xml-escape.ts';
import { indentedText, type MarkupNode } from '../../model/common/markup.ts';

/** Content of a sample message. Placeholders are in white square brackets. */
export interface Sample {
  readonly nodes: readonly MarkupNode[];
  /** Number of placeholders. */
  readonly placeholders: number;
}

/**
 * The text of a sample: entries at even indexes are text, those between them placeholders.
 *
 * @param depth level of the outermost elements
 */
export function sampleText(nodes: readonly MarkupNode[], depth: number): readonly string[] {
  return indentedText(nodes, depth).split(/[\u27e6\u27e7]/);
}

interface OpenElement {
  readonly name: string;
  tag: string;
  readonly children: MarkupNode[];
  namespace: string | undefined;
}

/** Creates the elements of a sample. */
export class SampleWriter {
  private readonly nodes: MarkupNode[] = [];
  private readonly open: OpenElement[] = [];
  private started = 0;
  private placeholders = 0;

  /** Whether it is inside an envelope, which declares `xsi` and `xsd`. */
  readonly enveloped: boolean;

  constructor(enveloped: boolean) {
    this.enveloped = enveloped;
  }

  /** Number of elements so far. */
  get count(): number {
    return this.started;
  }

  /** Starts an element. Attributes may follow until its content starts. */
  start(name: string): void {
    this.started += 1;
    this.open.push({ name, tag: name, children: [], namespace: undefined });
  }

  attribute(name: string, value: string): void {
    this.rawAttribute(name, escapeXmlAttribute(value));
  }

  placeholderAttribute(name: string, placeholder: string): void {
    this.rawAttribute(name, this.marked(placeholder));
  }

  /**
   * Declares the default namespace of the current element. Comes after its attributes, where .NET's
   * writer puts it.
   */
  defaultNamespace(namespace: string): void {
    const current = this.open.at(-1);
    if (current !== undefined) current.namespace = namespace;
  }

  /** Adds text to the current element. */
  text(text: string): void {
    this.rawText(escapeXmlText(text));
  }

  /** Adds a placeholder to the current element. */
  placeholder(text: string): void {
    this.rawText(this.marked(text));
  }

  end(): void {
    const current = this.open.pop();
    if (current === undefined) return;
    const { name, tag, children, namespace } = current;
    const declared = namespace === undefined ? '' : ` xmlns="${escapeXmlAttribute(namespace)}"`;
    this.content.push({ name, tag: tag + declared, children });
  }

  finish(): Sample {
    return { nodes: this.nodes, placeholders: this.placeholders };
  }

  /** Where the next element or text belongs. */
  private get content(): MarkupNode[] {
    return this.open.at(-1)?.children ?? this.nodes;
  }

  private rawAttribute(name: string, value: string): void {
    const current = this.open.at(-1);
    if (current !== undefined) current.tag += ` ${name}="${value}"`;
  }

  private rawText(text: string): void {
    const { content } = this;
    const last = content.at(-1);
    if (typeof last === 'string') content[content.length - 1] = last + text;
    else content.push(text);
  }

  private marked(placeholder: string): string {
    this.placeholders += 1;
    return `\u27e6${placeholder}\u27e7`;
  }
}
