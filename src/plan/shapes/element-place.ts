import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import { isSchemaElement } from '../scope/particles.ts';
import type { PlaceShape, ValueShape } from './shape.ts';
import type { Shaper } from './shaper.ts';

const anyElement: ValueShape = { kind: 'xml' };

/** The place of an element. Its value is computed on demand, because types form cycles. */
export class ElementPlace implements PlaceShape {
  readonly element: ElementDeclaration;
  readonly nillable: boolean;
  readonly #shaper: Shaper;
  #value: ValueShape | undefined;

  constructor(element: ElementDeclaration, shaper: Shaper) {
    this.element = element;
    this.nillable = element.nillable;
    this.#shaper = shaper;
  }

  get value(): ValueShape {
    const { element } = this;
    this.#value ??= isSchemaElement(element) ? anyElement : this.#shaper.value(element.type);
    return this.#value;
  }
}
