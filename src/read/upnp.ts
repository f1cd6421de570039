import type { DiagnosticSink, Span } from '../diagnostics/diagnostic.ts';
import type {
  Binding,
  BindingOperation,
  Definitions,
  Message,
  Part,
  Port,
  PortTypeOperation,
} from '../model/wsdl.ts';
import { namespaces, type Reference } from '../model/xml.ts';
import {
  type ElementSyntax,
  emptySchema,
  type FacetSyntax,
  type SchemaDocument,
  type SimpleTypeSyntax,
} from '../model/xsd/schema-document.ts';
import { isRemote, withoutExtension } from './host.ts';
import type { ImportLoader } from './imports.ts';
import { isNcName } from './syntax.ts';
import { isUpnp, spanOf, type TreeAttribute, type TreeElement } from './xml-tree.ts';

/** What the description of a device or service says, as a contract. */
export interface UpnpContract {
  /** The last word of the type of the device, without its version. */
  readonly name: string;
  /** One for each type of service, as a YAML contract has. */
  readonly definitions: readonly Definitions[];
}

/** Whether a document describes a UPnP or TR-064 device (`root`) or a service of one (`scpd`). */
export function isUpnpRoot({ local, namespace }: TreeElement): boolean {
  const [, kind] = /^urn:[^:]+:(device|service)-1-\d+$/.exec(namespace) ?? [];
  return isUpnp(namespace) && (kind === 'device' ? local === 'root' : local === 'scpd');
}

/**
 * Reads the description of a device with those of its services, or of one service (UPnP Device
 * Architecture 1.1, sections 2.3 and 2.5; TR-064). No WSDL describes these services: messages are
 * rpc/literal, with parts in no namespace, actions are `serviceType#action`, and each fault has a
 * `UPnPError` (section 3.2). Devices publish SOAP 1.1 alone.
 *
 * The standard wants `0` and `1` of booleans that are sent, and takes `true` and `yes`, too.
 *
 * @param root for which {@link isUpnpRoot} holds
 * @param loader loads the descriptions of services
 * @param sink receives what is left out, and why
 */
export function readUpnp(
  root: TreeElement,
  loader: ImportLoader,
  sink: DiagnosticSink,
): UpnpContract | undefined {
  const services =
    root.local === 'scpd' ? [aloneService(root, sink)] : deviceServices(root, loader, sink);
  if (services.length === 0) {
    const message = `'${root.file.path}' describes a device without services`;
    const help = 'Name the description of another device, or the SCPD of a service';
    sink.report({ code: 'ASMX1002', severity: 'error', message, span: spanOf(root), help });
    return undefined;
  }
  const deviceType = textOf(childOf(childOf(root, 'device'), 'deviceType'));
  const name = deviceType === '' ? services[0]?.name : typeName(deviceType);
  const definitions = services.flatMap((one) => new ServiceReader(one, sink).read() ?? []);
  // none is missing where a pass only lacks documents that are fetched for the next one
  for (const { diagnostic } of loader.missing) {
    sink.report({ ...diagnostic, severity: definitions.length === 0 ? 'error' : 'warning' });
  }
  return definitions.length === 0 ? undefined : { name: name ?? 'Device', definitions };
}

/** A service of a device. */
interface UpnpService {
  /** Unique in the contract. */
  readonly name: string;
  /** A URN that ends with its name and version: the namespace of its messages. */
  readonly type: string;
  /** Where it is called, as URL or path; several if the device has more of the type. */
  readonly addresses: readonly string[];
  /** Its description; absent if it cannot be read, or not yet. */
  readonly description: TreeElement | undefined;
  readonly span: Span;
}

/** The services of a device and of the devices in it, each type once. */
function deviceServices(
  root: TreeElement,
  loader: ImportLoader,
  sink: DiagnosticSink,
): readonly UpnpService[] {
  const base = textOf(childOf(root, 'URLBase'));
  const place = loader.placeOf(root.file);
  const origin = base === '' && isRemote(place) ? place : base;
  const found = new Map<string, UpnpService & { readonly addresses: string[] }>();
  const taken = new Map<string, number>();
  // the list grows while it is read
  const devices = [childOf(root, 'device')].filter((one) => one !== undefined);
  for (const device of devices) {
    for (const element of listOf(device, 'serviceList', 'service')) {
      const type = textOf(childOf(element, 'serviceType'));
      const address = addressOf(textOf(childOf(element, 'controlURL')), origin);
      const known = found.get(type);
      if (known !== undefined) {
        known.addresses.push(address);
        continue;
      }
      if (type === '') {
        warn(sink, element, 'A service without serviceType is left out');
        continue;
      }
      const description = descriptionOf(element, type, loader);
      const name = uniqueName(type, taken);
      found.set(type, { name, type, addresses: [address], description, span: spanOf(element) });
    }
    for (const one of listOf(device, 'deviceList', 'device')) devices.push(one);
  }
  return [...found.values()];
}

/**
 * The name of a type, with the version if a service of another version has the name, and a number
 * if that is taken, too.
 *
 * @param taken names, each with the last number that was appended to it
 */
function uniqueName(type: string, taken: Map<string, number>): string {
  const name = typeName(type);
  const version = /:(\d+)$/.exec(type)?.[1] ?? '';
  let free = taken.has(name) ? `${name}${version}` : name;
  for (let number = taken.get(name) ?? 1; taken.has(free); taken.set(name, number)) {
    number += 1;
    free = `${name}_${number}`;
  }
  taken.set(free, 1);
  return free;
}

/** The word of a type that names it, which is its last one before the version. */
function typeName(type: string): string {
  const words = type.split(':').filter((word) => !/^\d*$/.test(word));
  const name = (words.at(-1) ?? '').replace(/[^A-Za-z0-9_.-]+/g, '_');
  return isNcName(name) ? name : 'Service';
}

/**
 * The location in an `SCPDURL`, in the form of the attribute that a WSDL would have; `undefined`
 * for another element.
 */
export function serviceLocation(element: TreeElement): TreeAttribute | undefined {
  if (element.local !== 'SCPDURL' || !isUpnp(element.namespace)) return undefined;
  const { file, end, closed, text } = element;
  const whole = file.text.slice(end, closed);
  const written = whole.slice(0, Math.max(0, whole.lastIndexOf('</')));
  const valueOffset = end + written.length - written.trimStart().length;
  const valueEnd = Math.max(valueOffset, end + written.trimEnd().length);
  return { namespace: '', local: 'location', value: text.trim(), valueOffset, valueEnd };
}

/** The root of the document at `SCPDURL`. */
function descriptionOf(
  service: TreeElement,
  namespace: string,
  loader: ImportLoader,
): TreeElement | undefined {
  const url = childOf(service, 'SCPDURL');
  const location = url && serviceLocation(url);
  if (location === undefined) return undefined;
  // a path on the device, of which a copy lies beside the description
  const local = isRemote(loader.placeOf(service.file))
    ? {}
    : { value: location.value.replace(/^\/+/, '') };
  const element = { ...url, attributes: [{ ...location, ...local }] } as TreeElement;
  const link = { element, attribute: 'location', namespace, toService: true } as const;
  const root = loader.load(link);
  if (root === undefined || (isUpnpRoot(root) && root.local === 'scpd')) return root;
  loader.refuse(link, `'${root.local}', which is no description of a service`);
  return undefined;
}

function addressOf(control: string, origin: string): string {
  if (URL.canParse(control, origin)) return new URL(control, origin).href;
  return control.startsWith('/') ? control : `/${control}`;
}

/** The service of an SCPD that is read by itself, which does not say its type. */
function aloneService(description: TreeElement, sink: DiagnosticSink): UpnpService {
  const file = description.file.path.replace(/[?#].*$/, '').replace(/^.*[\\/]/, '');
  const [, word = '', version] = /^(.*?)[_-]?(\d*)$/.exec(withoutExtension(file)) ?? [];
  const name = typeName(word);
  const family = description.namespace.split(':')[1] ?? 'schemas-upnp-org';
  const type = `urn:${family}:service:${name}:${version === '' ? '1' : version}`;
  const message = `An SCPD does not name the type of its service: '${type}' is a guess`;
  const help = 'Name the description of the device instead, or set `namespace`';
  const span = spanOf(description);
  sink.report({ code: 'ASMX3006', severity: 'warning', message, span, help });
  return { name, type, addresses: [], description, span };
}

/** Reads one service: its actions become operations, its state variables types. */
class ServiceReader {
  readonly #service: UpnpService;
  readonly #sink: DiagnosticSink;
  /** State variables by name. */
  readonly #variables = new Map<string, TreeElement>();
  /** Restricted types by name. */
  readonly #types = new Map<string, SimpleTypeSyntax>();
  /** Types of arguments by direction and variable, of which many arguments may be. */
  readonly #references = { in: new Map<string, Reference>(), out: new Map<string, Reference>() };

  constructor(service: UpnpService, sink: DiagnosticSink) {
    this.#service = service;
    this.#sink = sink;
  }

  /** `undefined` without a description. */
  read(): Definitions | undefined {
    const { type, name, addresses, description, span } = this.#service;
    if (description === undefined) return undefined;
    for (const one of listOf(description, 'serviceStateTable', 'stateVariable')) {
      this.#variables.set(textOf(childOf(one, 'name')), one);
    }
    const actions = this.#actions(description);
    const messages = actions.flatMap(({ messages: both }) => both);
    const errors = this.#own('UPnPError', span);
    const detail: Part = { name: 'detail', element: this.#error(span), span };
    const binding: Binding = {
      name: this.#own(`${name}Soap`, span).name,
      kind: 'soap11',
      portType: this.#own(name, span),
      transport: 'http://schemas.xmlsoap.org/soap/http',
      operations: actions.map((one) => one.binding),
      span,
    };
    const ports = (addresses.length === 0 ? [undefined] : addresses).map(
      (address, index): Port => ({
        name: `${name}Soap${index === 0 ? '' : index + 1}`,
        binding: { name: binding.name, span },
        address,
        span,
      }),
    );
    return {
      targetNamespace: type,
      schemas: [
        { ...emptySchema(type, 'unqualified', span), types: [...this.#types.values()] },
        errorSchema(this.#error(span)),
      ],
      messages: [...messages, { name: errors.name, parts: [detail], span }],
      portTypes: [
        { name: binding.portType.name, operations: actions.map((one) => one.operation), span },
      ],
      bindings: [binding],
      services: [{ name, ports, span }],
      span: spanOf(description),
    };
  }

  /** A name in the namespace of the service. */
  #own(localName: string, span: Span): Reference {
    return { name: { namespace: this.#service.type, localName }, span };
  }

  /** The element in the detail of faults. */
  #error(span: Span): Reference {
    const family = this.#service.description?.namespace.split(':')[1] ?? 'schemas-upnp-org';
    return { name: { namespace: `urn:${family}:control-1-0`, localName: 'UPnPError' }, span };
  }

  #actions(description: TreeElement): readonly Action[] {
    const found = new Map<string, Action>();
    for (const element of listOf(description, 'actionList', 'action')) {
      const name = textOf(childOf(element, 'name'));
      if (!isNcName(name)) {
        warn(this.#sink, element, `An action is left out: '${name}' is no name of an XML element`);
      } else if (found.has(name)) {
        warn(this.#sink, element, `Action '${name}' is declared twice: the first one counts`);
      } else found.set(name, this.#action(name, element));
    }
    return [...found.values()];
  }

  #action(name: string, element: TreeElement): Action {
    const span = spanOf(element);
    const parts = { in: new Map<string, Part>(), out: new Map<string, Part>() };
    for (const one of listOf(element, 'argumentList', 'argument')) {
      const argument = textOf(childOf(one, 'name'));
      const direction = textOf(childOf(one, 'direction')).toLowerCase() === 'out' ? 'out' : 'in';
      if (!isNcName(argument)) {
        const what = `Argument '${argument}' of action '${name}'`;
        warn(this.#sink, one, `${what} is left out: it is no name of an XML element`);
        continue;
      }
      const variable = textOf(childOf(one, 'relatedStateVariable'));
      const known = this.#references[direction];
      const type = known.get(variable) ?? this.#typeOf(variable, one, direction);
      known.set(variable, type);
      parts[direction].set(argument, { name: argument, type, span: spanOf(one) });
    }
    const input = this.#own(`${name}Request`, span);
    const output = this.#own(`${name}Response`, span);
    const body = { use: 'literal', namespace: this.#service.type, span } as const;
    const side = { body, headers: [], attachments: [], span };
    const fault = { name: 'UPnPError', span };
    return {
      messages: [
        { name: input.name, parts: [...parts.in.values()], span },
        { name: output.name, parts: [...parts.out.values()], span },
      ],
      operation: {
        name,
        input: { message: input, span },
        output: { message: output, span },
        faults: [{ ...fault, message: this.#own('UPnPError', span) }],
        span,
      },
      binding: {
        name,
        soapAction: `${this.#service.type}#${name}`,
        style: 'rpc',
        input: side,
        output: side,
        faults: [{ ...fault, use: 'literal' }],
        span,
      },
    };
  }

  /** The type of a state variable as argument. */
  #typeOf(variable: string, argument: TreeElement, direction: 'in' | 'out'): Reference {
    const element = this.#variables.get(variable);
    const span = spanOf(element ?? argument);
    if (element === undefined) {
      warn(this.#sink, argument, `There is no state variable '${variable}': a text is assumed`);
      return xsd('string', span);
    }
    const dataType = textOf(childOf(element, 'dataType'));
    const builtin = dataTypes.get(dataType);
    if (builtin === undefined) {
      warn(this.#sink, element, `Data type '${dataType}' is not known: a text is assumed`);
    }
    const base = xsd(builtin ?? 'string', span);
    const facets = this.#facets(element, dataType, direction);
    if (facets.length === 0) return base;
    const name = this.#own(this.#typeName(variable), span);
    this.#types.set(name.name.localName, {
      kind: 'simpleType',
      name: name.name,
      variety: { kind: 'restriction', base, facets },
      span,
    });
    return name;
  }

  /** The name of the variable without the prefix of arguments, unless another one has that name. */
  #typeName(variable: string): string {
    const short = variable.replace(/^A_ARG_TYPE_/, '');
    const name = (this.#variables.has(short) ? variable : short).replace(/[^\w.-]/g, '_');
    return isNcName(name) ? name : `_${name}`;
  }

  #facets(element: TreeElement, dataType: string, direction: 'in' | 'out'): readonly FacetSyntax[] {
    const span = spanOf(element);
    const facet = (name: FacetSyntax['name'], value: string): FacetSyntax[] =>
      value === '' ? [] : [{ name, value, span }];
    if (dataType === 'boolean') return direction === 'in' ? facet('pattern', '[01]') : [];
    if (dataType === 'char') return facet('length', '1');
    if (dataType === 'string') {
      const values = listOf(element, 'allowedValueList', 'allowedValue').map(textOf);
      return [...new Set(values)].flatMap((value) => facet('enumeration', value));
    }
    const range = childOf(element, 'allowedValueRange');
    const least = textOf(childOf(range, 'minimum'));
    const most = textOf(childOf(range, 'maximum'));
    // vendors write names of their own limits there
    if (![least, most].every((text) => text === '' || Number.isFinite(Number(text)))) return [];
    return [...facet('minInclusive', least), ...facet('maxInclusive', most)];
  }
}

/** An action with what WSDL has of it. */
interface Action {
  readonly messages: readonly Message[];
  readonly operation: PortTypeOperation;
  readonly binding: BindingOperation;
}

/** Types of XML Schema by UPnP's data types (UPnP Device Architecture 1.1, section 2.5). */
const dataTypes: ReadonlyMap<string, string> = new Map([
  ['ui1', 'unsignedByte'],
  ['ui2', 'unsignedShort'],
  ['ui4', 'unsignedInt'],
  ['ui8', 'unsignedLong'],
  ['i1', 'byte'],
  ['i2', 'short'],
  ['i4', 'int'],
  ['i8', 'long'],
  ['int', 'int'],
  ['r4', 'float'],
  ['r8', 'double'],
  ['number', 'double'],
  ['float', 'double'],
  ['fixed.14.4', 'decimal'],
  ['char', 'string'],
  ['string', 'string'],
  ['uuid', 'string'],
  ['uri', 'anyURI'],
  ['date', 'date'],
  ['dateTime', 'dateTime'],
  ['dateTime.tz', 'dateTime'],
  ['time', 'time'],
  ['time.tz', 'time'],
  ['boolean', 'boolean'],
  ['bin.base64', 'base64Binary'],
  ['bin.hex', 'hexBinary'],
]);

function xsd(localName: string, span: Span): Reference {
  return { name: { namespace: namespaces.xsd, localName }, span };
}

/** The schema of `UPnPError` (UPnP Device Architecture 1.1, section 3.2.5). */
function errorSchema({ name, span }: Reference): SchemaDocument {
  const element = (localName: string, type: Partial<ElementSyntax>): ElementSyntax => ({
    kind: 'element',
    name: { namespace: name.namespace, localName },
    global: false,
    nillable: false,
    abstract: false,
    constraints: [],
    span,
    ...type,
  });
  const particle = (localName: string, type: string, min: number) => ({
    kind: 'elementParticle' as const,
    element: element(localName, { typeRef: xsd(type, span) }),
    occurs: { min, max: 1 },
    span,
  });
  const error = element(name.localName, {
    global: true,
    type: {
      kind: 'complexType',
      abstract: false,
      mixed: false,
      particle: {
        kind: 'model',
        compositor: 'sequence',
        particles: [particle('errorCode', 'int', 1), particle('errorDescription', 'string', 0)],
        occurs: { min: 1, max: 1 },
        span,
      },
      attributes: [],
      span,
    },
  });
  return { ...emptySchema(name.namespace, 'qualified', span), elements: [error] };
}

/** The first child of a name in the namespace of the element. */
function childOf(element: TreeElement | undefined, local: string): TreeElement | undefined {
  return element?.children.find(
    (one) => one.local === local && one.namespace === element.namespace,
  );
}

/** The elements of a list in an element, such as `actionList` with each `action`. */
function listOf(element: TreeElement, list: string, item: string): readonly TreeElement[] {
  return (childOf(element, list)?.children ?? []).filter((one) => one.local === item);
}

function textOf(element: TreeElement | undefined): string {
  return element?.text.trim() ?? '';
}

function warn(sink: DiagnosticSink, element: TreeElement, message: string): void {
  sink.report({ code: 'ASMX3006', severity: 'warning', message, span: spanOf(element) });
}
