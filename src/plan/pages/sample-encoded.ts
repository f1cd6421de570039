import { namespaces } from '../../model/common/namespaces.ts';
import type { QName } from '../../model/common/qname.ts';
import { leafOf, rankOf } from '../../model/link/soap-array.ts';
import { unqualifiedElement } from '../../model/sample/sample-element.ts';
import type {
  ComplexType,
  ElementDeclaration,
  Particle,
  SimpleType,
  SoapArrayType,
} from '../../model/xsd/schema.ts';
import type { BodyShape } from '../messages/message-shape.ts';
import type { ElementField } from '../shapes/shape.ts';
import { writeExampleLeaf } from './example-leaf.ts';
import { placeholderOf } from './sample-placeholder.ts';
import { type Sample, SampleWriter } from './sample-writer.ts';

/** Maximum number of objects in a message; further references are nil. */
const maximumObjects = 20;

/** Writes a simple value. The tag of its element is open. */
type WriteLeaf = (
  out: SampleWriter,
  type: SimpleType,
  element: ElementDeclaration,
  ordinal: number,
) => void;

/** An element after the wrapper, for the element that refers to it. */
interface Independent {
  readonly id: string;
  readonly type: ComplexType;
  readonly element: ElementDeclaration;
  /** Types that contain it, and its own. */
  readonly open: readonly ComplexType[];
}

/**
 * Writes a SOAP-encoded body (SOAP 1.1 section 5) like ASMX's samples: typed values inline, objects
 * and arrays as independent elements after the wrapper, referred to by `href`. Inside an object,
 * one of the same type is nil.
 *
 * @param namespace that of the service: the envelope declares it as `tns`, and the one of its
 *   encoded types as `types`
 */
export function sampleEncodedBody(body: BodyShape, namespace: string): Sample {
  return new EncodedBody(namespace, (out, type) => out.placeholder(placeholderOf(type))).write(
    body,
  );
}

/** The same body with valid values instead of placeholders. */
export function exampleEncodedBody(body: BodyShape, namespace: string): Sample {
  return new EncodedBody(namespace, writeExampleLeaf).write(body);
}

class EncodedBody {
  private readonly out = new SampleWriter(true);
  private readonly prefixes: ReadonlyMap<string, string>;
  private readonly leaf: WriteLeaf;
  /** Grows during writing. */
  private readonly independents: Independent[] = [];

  constructor(namespace: string, leaf: WriteLeaf) {
    this.leaf = leaf;
    this.prefixes = new Map([
      [namespaces.xsd, 'xsd'],
      [namespace, 'tns'],
      [`${namespace}${namespace.endsWith('/') ? '' : '/'}encodedTypes`, 'types'],
    ]);
  }

  write(body: BodyShape): Sample {
    this.body(body);
    for (const one of this.independents) this.independent(one);
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
        this.typed(body.place.element, []);
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
    if (wrapper !== undefined) this.openWrapper(wrapper);
    for (const { place } of list) this.typed(place.element, []);
    if (wrapper !== undefined) this.out.end();
  }

  /** Writes an element with a prefix, because its parts have no namespace. */
  private openWrapper({ namespace, localName }: QName): void {
    const prefix = namespace === '' ? undefined : (this.prefixes.get(namespace) ?? 'q1');
    this.out.start(prefix === undefined ? localName : `${prefix}:${localName}`);
    if (prefix === 'q1') this.out.attribute('xmlns:q1', namespace);
  }

  private members({ particle, simpleContent }: ComplexType, open: readonly ComplexType[]): void {
    if (simpleContent !== undefined) {
      this.leaf(this.out, simpleContent, unqualifiedElement('value', simpleContent), 0);
    } else if (particle !== undefined) {
      this.particle(particle, open);
    }
  }

  private particle(particle: Particle, open: readonly ComplexType[]): void {
    if (particle.kind === 'any') return;
    if (particle.kind === 'element') {
      this.typed(particle.element, open);
      return;
    }
    const { compositor, particles } = particle;
    const shown = compositor === 'choice' ? particles.slice(0, 1) : particles;
    for (const one of shown) this.particle(one, open);
  }

  /** Writes an element with its `xsi:type`. */
  private typed(element: ElementDeclaration, open: readonly ComplexType[]): void {
    const { name, type } = element;
    this.out.start(name.localName);
    if (type.kind === 'complex') {
      this.reference(type, element, open);
    } else {
      if (type.name !== undefined) this.out.attribute('xsi:type', this.prefixed(type.name));
      this.leaf(this.out, type, element, 0);
    }
    this.out.end();
  }

  private reference(
    type: ComplexType,
    element: ElementDeclaration,
    open: readonly ComplexType[],
  ): void {
    const { length } = this.independents;
    if (length === maximumObjects || open.includes(type)) {
      this.out.attribute('xsi:nil', 'true');
      return;
    }
    const id = `id${length + 1}`;
    this.out.attribute('href', `#${id}`);
    this.independents.push({ id, type, element, open: [...open, type] });
  }

  private independent(one: Independent): void {
    const { soapArray } = one.type;
    if (soapArray === undefined) this.struct(one);
    else this.array(one, soapArray);
    this.out.end();
  }

  private struct({ id, type, open }: Independent): void {
    const { name = { namespace: '', localName: 'Struct' } } = type;
    const known = this.prefixes.has(name.namespace);
    this.out.start(known ? this.prefixed(name) : name.localName);
    this.out.attribute('id', id);
    this.out.attribute('xsi:type', this.prefixed(name));
    this.members(type, open);
  }

  private array({ id, element, open }: Independent, array: SoapArrayType): void {
    const { item } = array;
    const leaf = leafOf(array);
    const inner = ',1'.repeat(rankOf(array) - 1);
    this.out.start('soapenc:Array');
    this.out.attribute('id', id);
    const itemName = leaf.item.name ?? { namespace: namespaces.xsd, localName: 'anyType' };
    const type = `${this.prefixed(itemName)}${leaf.dimensions}[2${inner}]`;
    this.out.attribute('soapenc:arrayType', type);
    const declaration = unqualifiedElement(element.name.localName, item);
    for (let at = 0; at < 2; at += 1) {
      this.out.start('Item');
      if (item.kind === 'simple') this.leaf(this.out, item, declaration, at);
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
