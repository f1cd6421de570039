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
  readonly #given: ElementDeclaration;
  readonly #shaper: Shaper;
  readonly #isEncoded: boolean;
  #value: ValueShape | undefined;

  /** @param isEncoded whether it is an accessor of SOAP encoding */
  constructor(element: ElementDeclaration, shaper: Shaper, isEncoded: boolean) {
    // members that are local to their type have no namespace there (SOAP 1.1, section 5.1)
    this.element = isEncoded && !element.global ? unqualified(element) : element;
    this.#given = element;
    this.#shaper = shaper;
    this.#isEncoded = isEncoded;
  }

  get value(): ValueShape {
    const given = this.#given;
    this.#value ??= isSchemaElement(given) ? anyElement : this.#valueOf(given);
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

function unqualified(element: ElementDeclaration): ElementDeclaration {
  const { namespace, localName } = element.name;
  return namespace === '' ? element : { ...element, name: { namespace: '', localName } };
}

/** Whether a value may be null in SOAP encoding: all but numbers and booleans. */
export function mayBeNull(value: ValueShape): boolean {
  if (value.kind !== 'simple' || value.source.variety !== 'atomic') return true;
  const { atomic, source } = value;
  // a user's own type stands for one of the contract
  const type = atomic === 'own' ? builtinShape(builtinOf(source), {}).type : atomic;
  return type !== 'number' && type !== 'bigint' && type !== 'boolean';
}
