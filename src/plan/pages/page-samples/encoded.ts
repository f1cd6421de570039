import { namespaces } from '../../../model/common/namespaces.ts';
import type { QName } from '../../../model/common/qname.ts';
import { leafOf, rankOf } from '../../../model/link/soap-array.ts';
import { unqualifiedElement } from '../../../model/sample/sample-element.ts';
import type {
  ComplexType,
  ElementDeclaration,
  Particle,
  SimpleType,
  SoapArrayType,
} from '../../../model/xsd/schema.ts';
import type { BodyShape } from '../../messages/message-shape.ts';
import type { ElementField } from '../../shapes/shape.ts';
import { concreteType, shownParticles } from './element.ts';
import { exampleText } from './example-leaf.ts';
import { placeholderOf } from './placeholder.ts';
import { type PageSample, PageSampleWriter } from './writer.ts';

/** After this many objects, arrays of objects are empty, which any type of item allows. */
const manyObjects = 20;
/** Items of an array, and of an element that may be repeated. */
const itemsShown = 2;

/** An element after the wrapper, for the element that refers to it. */
interface Independent {
  readonly id: string;
  readonly type: ComplexType;
  readonly element: ElementDeclaration;
  /** Types that contain it, and its own. */
  readonly open: readonly ComplexType[];
}

/** What prefixes and content of encoded samples depend on. */
export interface EncodedService {
  /**
   * Namespace of the service: the envelope declares it as `tns`, and the one of its encoded types
   * as `types`. `undefined` if it declares no prefixes, because the body is not encoded.
   */
  readonly namespace: string | undefined;
  /** Name of the operation. */
  readonly operation: string;
}

/**
 * Writes a SOAP-encoded body (SOAP 1.1 section 5) like ASMX's samples: typed values inline, objects
 * and arrays as independent elements after the wrapper, referred to by `href`. Inside an object,
 * one of the same type is nil, and an array of that type empty. When the sample is full, objects
 * have what is required, and further references are nil.
 */
export function encodedPageSample(body: BodyShape, service: EncodedService): PageSample {
  return new EncodedSample(service, false).writeBody(body);
}

/** The same body with valid values instead of placeholders. */
export function encodedBody(body: BodyShape, service: EncodedService): PageSample {
  return new EncodedSample(service, true).writeBody(body);
}

/** Writes a SOAP-encoded header, with objects and arrays inside it. */
export function encodedPageHeader(header: ElementDeclaration, service: EncodedService): PageSample {
  return new EncodedSample(service, false).writeHeader(header);
}

/** The same header with valid values instead of placeholders. */
export function encodedHeader(header: ElementDeclaration, service: EncodedService): PageSample {
  return new EncodedSample(service, true).writeHeader(header);
}

class EncodedSample {
  private readonly out: PageSampleWriter;
  private readonly prefixes: ReadonlyMap<string, string>;
  /** Whether it has valid values instead of placeholders. */
  private readonly isExample: boolean;
  /** Grows during writing. */
  private readonly independents: Independent[] = [];
  /** Objects and arrays so far. */
  private objects = 0;
  /** Whether the envelope declares the prefixes of SOAP encoding. */
  private readonly declares: boolean;
  /** Whether objects and arrays are written where others refer to them. */
  private inline = false;

  constructor({ namespace, operation }: EncodedService, isExample: boolean) {
    this.out = new PageSampleWriter(true, operation);
    this.isExample = isExample;
    this.declares = namespace !== undefined;
    const prefixes = new Map<string, string>([[namespaces.xsd, 'xsd']]);
    if (namespace !== undefined) {
      prefixes.set(namespace, 'tns');
      prefixes.set(`${namespace}${namespace.endsWith('/') ? '' : '/'}encodedTypes`, 'types');
    }
    this.prefixes = prefixes;
  }

  writeBody(body: BodyShape): PageSample {
    this.body(body);
    for (const one of this.independents) this.independent(one);
    return this.out.finish();
  }

  writeHeader(header: ElementDeclaration): PageSample {
    this.inline = true;
    this.typed(header, []);
    return this.out.finish();
  }

  private body(body: BodyShape): void {
    switch (body.kind) {
      case 'empty':
        break;
      case 'void':
        this.parts(body.element, []);
        break;
      case 'object':
      case 'unwrapped':
        this.root(body.place.element);
        break;
      case 'content':
        this.members(body.object.source, []);
        break;
      case 'single':
        this.parts(body.wrapper, [body.field]);
        break;
      case 'parts':
        this.parts(body.wrapper, body.fields);
    }
  }

  private parts(wrapper: QName | undefined, list: readonly ElementField[]): void {
    if (wrapper === undefined) {
      for (const { place } of list) this.root(place.element);
      return;
    }
    this.start(wrapper, 'q1');
    for (const { place } of list) this.typed(place.element, []);
    this.out.end();
  }

  /** Writes an element of the Body itself, which contains its object. */
  private root(element: ElementDeclaration): void {
    const { type } = element;
    if (type.kind === 'simple' || type.soapArray !== undefined) {
      this.typed(element, []);
      return;
    }
    this.start(element.name);
    this.attributes(type);
    this.members(type, [type]);
    this.out.end();
  }

  /**
   * Starts an element with a prefix, because what it contains has no namespace.
   *
   * @param own the prefix for a namespace that the envelope does not declare
   */
  private start({ namespace, localName }: QName, own = 'q2'): void {
    const known = this.prefixes.get(namespace);
    this.out.start(namespace === '' ? localName : `${known ?? own}:${localName}`);
    if (namespace !== '' && known === undefined) this.out.attribute(`xmlns:${own}`, namespace);
  }

  private members({ particle, simpleContent }: ComplexType, open: readonly ComplexType[]): void {
    if (simpleContent !== undefined) {
      this.leaf(simpleContent, unqualifiedElement('value', simpleContent), 0);
    } else if (particle !== undefined) {
      this.particle(particle, open);
    }
  }

  /** Writes the attributes of an open tag. Those with a namespace would need a prefix. */
  private attributes({ attributes }: ComplexType): void {
    for (const use of attributes) {
      const { namespace, localName } = use.name;
      if (namespace !== '' || (this.out.isFull && !use.required)) continue;
      if (this.isExample) this.out.attribute(localName, exampleText(this.out, use.type, use, 0));
      else this.out.placeholderAttribute(localName, placeholderOf(use.type));
    }
  }

  /** Writes a simple value. The tag of its element is open. */
  private leaf(type: SimpleType, element: ElementDeclaration, ordinal: number): void {
    if (this.isExample) this.out.text(exampleText(this.out, type, element, ordinal));
    else this.out.placeholder(placeholderOf(type));
  }

  private particle(particle: Particle, open: readonly ComplexType[]): void {
    const { min, max } = particle.occurs;
    if (particle.kind === 'any' || this.out.isOver || (this.out.isFull && min === 0)) return;
    if (particle.kind === 'element') {
      const times = Math.min(max, itemsShown);
      for (let at = 0; at < times; at += 1) this.typed(particle.element, open);
      return;
    }
    for (const one of shownParticles(this.out, particle)) this.particle(one, open);
  }

  /** Writes an element with its `xsi:type`. */
  private typed(element: ElementDeclaration, open: readonly ComplexType[]): void {
    const { name, type } = element;
    this.start(name);
    if (type.kind === 'complex') {
      this.reference(type, element, open);
    } else {
      if (type.name !== undefined) this.out.attribute('xsi:type', this.prefixed(type.name));
      this.leaf(type, element, 0);
    }
    this.out.end();
  }

  private reference(
    declared: ComplexType,
    element: ElementDeclaration,
    open: readonly ComplexType[],
  ): void {
    const type = concreteType(declared);
    if (this.out.isFull || open.includes(type)) {
      this.out.attribute('xsi:nil', 'true');
      return;
    }
    this.objects += 1;
    const id = `id${this.objects}`;
    const one = { id, type, element, open: [...open, type] };
    if (this.inline) {
      this.inside(one);
    } else {
      this.out.attribute('href', `#${id}`);
      this.independents.push(one);
    }
  }

  /** Whether an array has items of a type. */
  private mayAdd(type: ComplexType, open: readonly ComplexType[]): boolean {
    return this.objects < manyObjects && !open.includes(concreteType(type));
  }

  /** Writes an object or array into the element that would refer to it. */
  private inside(one: Independent): void {
    const { soapArray, name } = one.type;
    if (soapArray === undefined) {
      if (name !== undefined) this.out.attribute('xsi:type', this.prefixed(name));
      this.attributes(one.type);
      this.members(one.type, one.open);
      return;
    }
    if (!this.declares) this.out.attribute('xmlns:soapenc', namespaces.soapEncoding11);
    this.out.attribute('xsi:type', 'soapenc:Array');
    this.array(one, soapArray);
  }

  private independent(one: Independent): void {
    const { soapArray } = one.type;
    if (soapArray === undefined) {
      this.struct(one);
    } else {
      this.out.start('soapenc:Array');
      this.out.attribute('id', one.id);
      this.array(one, soapArray);
    }
    this.out.end();
  }

  private struct({ id, type, open }: Independent): void {
    const { name = { namespace: '', localName: 'Struct' } } = type;
    const known = this.prefixes.has(name.namespace);
    this.out.start(known ? this.prefixed(name) : name.localName);
    this.out.attribute('id', id);
    this.out.attribute('xsi:type', this.prefixed(name));
    this.attributes(type);
    this.members(type, open);
  }

  private array({ element, open }: Independent, array: SoapArrayType): void {
    const { item } = array;
    const count = item.kind === 'simple' || this.mayAdd(item, open) ? itemsShown : 0;
    const leaf = leafOf(array);
    const inner = ',1'.repeat(rankOf(array) - 1);
    const itemName = leaf.item.name ?? { namespace: namespaces.xsd, localName: 'anyType' };
    const type = `${this.prefixed(itemName)}${leaf.dimensions}[${count}${inner}]`;
    this.out.attribute('soapenc:arrayType', type);
    const declaration = unqualifiedElement(element.name.localName, item);
    for (let at = 0; at < count; at += 1) {
      this.out.start('Item');
      if (item.kind === 'simple') this.leaf(item, declaration, at);
      else this.reference(item, declaration, open);
      this.out.end();
    }
  }

  /**
   * The name of a type with its prefix. Namespaces other than the envelope's are declared locally.
   */
  private prefixed(name: QName): string {
    if (name.namespace === '') return name.localName;
    const known = this.prefixes.get(name.namespace);
    if (known === undefined) this.out.attribute('xmlns:q1', name.namespace);
    return `${known ?? 'q1'}:${name.localName}`;
  }
}
