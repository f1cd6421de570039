import type { ComplexType, ModelParticle } from '../../model/xsd/schema.ts';
import { createPropertyTable } from './property-table.ts';
import { type ContentField, type ContentNode, fieldsOf, type GroupShape } from './shape.ts';
import { buildContent } from './shape-content.ts';
import type { Shaper } from './shaper.ts';

/** A group that may occur more than once. Its content is planned on demand. */
export class RepeatedGroup implements GroupShape {
  readonly name: string;
  readonly compositor: GroupShape['compositor'];
  readonly max: number;
  readonly namespace: string;
  readonly #particle: ModelParticle;
  readonly #owner: ComplexType | undefined;
  readonly #shaper: Shaper;
  #content: ContentNode | undefined;
  #fields: readonly ContentField[] | undefined;

  constructor(particle: ModelParticle, owner: ComplexType | undefined, shaper: Shaper) {
    this.name = shaper.nameOf(particle);
    this.compositor = particle.compositor === 'choice' ? 'choice' : 'sequence';
    this.max = particle.occurs.max;
    this.namespace = owner === undefined ? '' : shaper.namespaceOf(owner);
    this.#particle = particle;
    this.#owner = owner;
    this.#shaper = shaper;
  }

  get content(): ContentNode {
    const once: ModelParticle = { ...this.#particle, occurs: { min: 1, max: 1 } };
    const context = this.#shaper.contentOf(this.#owner);
    this.#content ??= buildContent(once, createPropertyTable(), context);
    return this.#content;
  }

  get fields(): readonly ContentField[] {
    this.#fields ??= fieldsOf(this.content);
    return this.#fields;
  }

  get scope(): string {
    return this.#owner === undefined ? '' : this.#shaper.object(this.#owner).scope;
  }
}
