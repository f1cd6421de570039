import { escapeXmlAttribute, escapeXmlText } from '../../../convert/wsdl/xml-escape.ts';
import { compactText, indentedText, type MarkupNode } from '../../../model/common/markup.ts';
import { type DraftNode, SampleGrowth } from '../../../model/sample/sample-growth.ts';
import { orderBranches } from '../../../model/sample/sample-names.ts';
import type { Particle } from '../../../model/xsd/schema.ts';

/** Content of a sample message. Placeholders are in white square brackets. */
export interface PageSample {
  readonly nodes: readonly MarkupNode[];
  /** Number of placeholders. */
  readonly placeholders: number;
}

/**
 * The text of a sample: entries at even indexes are text, those between them placeholders.
 *
 * @param depth level of the outermost elements
 */
export function pageSampleText(nodes: readonly MarkupNode[], depth: number): readonly string[] {
  return indentedText(nodes, depth).split(/[\u27e6\u27e7]/);
}

interface OpenElement {
  readonly name: string;
  tag: string;
  readonly children: DraftNode[];
  namespace: string | undefined;
}

/** Creates the elements of a sample, a few hundred at most. */
export class PageSampleWriter {
  private nodes: DraftNode[] = [];
  private open: OpenElement[] = [];
  private readonly growth: SampleGrowth;

  /** Whether it is inside an envelope, which declares `xsi` and `xsd`. */
  readonly enveloped: boolean;

  /** @param operation its name: it decides what comes first */
  constructor(enveloped: boolean, operation: string) {
    this.enveloped = enveloped;
    this.growth = new SampleGrowth(operation);
  }

  /** Whether there is no room for what is optional. */
  get isFull(): boolean {
    return this.growth.isFull;
  }

  /** Whether there is no room for what is required, either. */
  get isOver(): boolean {
    return this.growth.isOver;
  }

  /** Starts an element. Attributes may follow until its content starts. */
  start(name: string): void {
    this.growth.take();
    this.open.push({ name, tag: name, children: [], namespace: undefined });
  }

  /**
   * Writes an optional particle here, when all that is required has been written.
   *
   * @param ordinal its number among those of the same particle
   */
  later(particle: Particle, ordinal: number, write: () => void): void {
    this.growth.later(particle, ordinal, this.content, (place) => {
      this.nodes = place;
      this.open = [];
      write();
    });
  }

  /** The branch of a choice that is shown: one that the operation points to, or the first. */
  branchOf(branches: readonly Particle[]): Particle | undefined {
    return orderBranches(branches, this.growth.kinshipOf)[0];
  }

  attribute(name: string, value: string): void {
    this.rawAttribute(name, escapeXmlAttribute(value));
  }

  placeholderAttribute(name: string, placeholder: string): void {
    this.growth.take();
    this.rawAttribute(name, marked(placeholder));
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
    this.rawText(marked(text));
  }

  end(): void {
    const current = this.open.pop();
    if (current === undefined) return;
    const { name, tag, children, namespace } = current;
    const declared = namespace === undefined ? '' : ` xmlns="${escapeXmlAttribute(namespace)}"`;
    this.content.push({ name, tag: tag + declared, children });
  }

  finish(): PageSample {
    const nodes = this.growth.finish(this.nodes);
    return { nodes, placeholders: compactText(nodes).split('\u27e6').length - 1 };
  }

  /** Where the next element or text belongs. */
  private get content(): DraftNode[] {
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
}

function marked(placeholder: string): string {
  return `\u27e6${placeholder}\u27e7`;
}
