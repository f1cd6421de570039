import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import { isSchemaElement } from '../scope/particles.ts';
import type { PlaceShape, ValueShape } from './shape.ts';
import { builtinOf, builtinShape } from './shape-simple.ts';
import type { Shaper } from './shaper.ts';
import { streamShape } from './stream-shape.ts';

const anyElement: ValueShape = { kind: 'xml' };

/** The place of an element. Its value is computed on demand, because types form cycles. */
export class ElementPlace implements PlaceShape {
  readonly element: ElementDeclaration;
  readonly #shaper: Shaper;
  readonly #isEncoded: boolean;
  #value: ValueShape | undefined;

  /** @param isEncoded whether it is an accessor of SOAP encoding */
  constructor(element: ElementDeclaration, shaper: Shaper, isEncoded: boolean) {
    this.element = element;
    this.#shaper = shaper;
    this.#isEncoded = isEncoded;
  }

  get value(): ValueShape {
    const { element } = this;
    this.#value ??= isSchemaElement(element) ? anyElement : this.#valueOf(element);
    return this.#value;
  }

  #valueOf(element: ElementDeclaration): ValueShape {
    const value = this.#shaper.value(element.type);
    return this.#shaper.isStream(element) ? streamShape(value) : value;
  }

  get nillable(): boolean {
    return this.#mayBeNil || this.isAccessor;
  }

  get isAccessor(): boolean {
    return this.#isEncoded && !this.#mayBeNil && mayBeNull(this.value);
  }

  /** An element with a fixed value is never nil (XML Schema part 1 section 3.3.4, clause 3.2.2). */
  get #mayBeNil(): boolean {
    return this.element.nillable && this.element.fixed === undefined;
  }
}

/** Whether a value may be null in SOAP encoding: all but numbers and booleans. */
export function mayBeNull(value: ValueShape): boolean {
  if (value.kind !== 'simple' || value.source.variety !== 'atomic') return true;
  const { atomic, source } = value;
  // a user's own type stands for one of the contract
  const type = atomic === 'own' ? builtinShape(builtinOf(source), {}).type : atomic;
  return type !== 'number' && type !== 'bigint' && type !== 'boolean';
}
