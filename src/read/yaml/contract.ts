import {
  type Complain,
  complainAtSpan,
  createDataReader,
  readDataText,
} from '../../diagnostics/data.ts';
import type { DiagnosticSink, SourceFile, Span } from '../../diagnostics/diagnostic.ts';
import type {
  Binding,
  BindingKind,
  BindingMessage,
  BindingOperation,
  Contract,
  Definitions,
  HttpContent,
  Message,
  OperationMessage,
  Part,
  Port,
  PortType,
  PortTypeOperation,
  SoapBody,
  SoapHeader,
} from '../../model/wsdl.ts';
import { namespaces, type QName, qnameKey, type Reference } from '../../model/xml.ts';
import {
  annotationOf,
  type ElementSyntax,
  emptySchema,
  type FacetSyntax,
  type SchemaDocument,
  type SimpleTypeSyntax,
  type TypeSyntax,
} from '../../model/xsd/schema-document.ts';
import {
  type ArrayType,
  actionBy,
  bindingWords,
  type ContractNotation,
  type ElementNotation,
  type FieldNotation,
  type FormShape,
  formShape,
  isBuiltin,
  type NamedType,
  type OperationNotation,
  rootBase,
  type ServiceNotation,
  type TypeNotation,
  takesArrays,
  whyNotHttp,
} from '../../model/yaml.ts';
import { notationCodes, readNotation } from './notation.ts';
import {
  checkTypes,
  declaredTypes,
  type Libraries,
  sequenceSyntax,
  type TypeLibrary,
} from './types.ts';

/**
 * Reads a contract in the YAML notation: one `Definitions` for each service, equal to that of the
 * service's WSDL in ASMX. Reports every problem, and then returns `undefined`. Never throws.
 */
export function readYamlContract(file: SourceFile, sink: DiagnosticSink): Contract | undefined {
  let failed = false;
  const watched: DiagnosticSink = {
    report(diagnostic) {
      failed ||= diagnostic.severity === 'error';
      sink.report(diagnostic);
    },
  };
  const root = readDataText(file, watched);
  if (root === undefined) return undefined;
  const complain: Complain = complainAtSpan(watched);
  const notation = readNotation(createDataReader<Span>(complain, notationCodes), root);
  if (notation === undefined) return undefined;
  checkTypes(notation, complain);
  if (failed) return undefined;
  const libraryOf = declaredTypes(notation, complain);
  const definitions = notation.services.map((service) =>
    buildService(notation, service, libraryOf, complain),
  );
  if (failed) return undefined;
  reportUnusedTypes(notation, definitions, sink);
  const { name, documentation } = notation;
  const baseUrl = notation.baseUrl?.replace(/\/+$/, '');
  return { name, files: [file], definitions, baseUrl, bodyIdentifies: true, documentation };
}

/**
 * Reports unused types, which would be lost, because a service's definitions contain only the types
 * it uses.
 */
function reportUnusedTypes(
  { types }: ContractNotation,
  definitions: readonly Definitions[],
  sink: DiagnosticSink,
): void {
  const used = new Set(
    definitions.flatMap(({ schemas }) =>
      schemas.flatMap((schema) => schema.types.map((type) => type.name?.localName)),
    ),
  );
  for (const { name, span } of types.values()) {
    if (used.has(name)) continue;
    const message = `type '${name}' is used by no operation`;
    sink.report({ code: 'ASMX6003', severity: 'hint', message, span });
  }
}

/** Converts one service of the notation to the WSDL definitions that ASMX would write for it. */
function buildService(
  contract: ContractNotation,
  service: ServiceNotation,
  libraryOf: Libraries,
  complain: Complain,
): Definitions {
  const operations = service.operations.map((one) => bindOperation(one, contract, complain));
  reportArrays(service, operations, complain);
  const context: ServiceContext = {
    contract,
    service,
    library: libraryOf(service.namespace),
    libraryOf,
    complain,
    operations,
    tns: (localName, span) => ({ name: { namespace: service.namespace, localName }, span }),
    formShape: (field) => formShape(field.type, contract.types),
  };
  return {
    targetNamespace: service.namespace,
    documentation: service.documentation,
    schemas: buildSchemas(context),
    messages: buildMessages(context),
    portTypes: buildPortTypes(context),
    ...buildBindings(context),
    span: service.span,
  };
}

/**
 * Says which operations have no HTTP bindings only because of arrays, which the contract can have
 * by naming its bindings.
 */
function reportArrays(
  { name, span }: ServiceNotation,
  operations: readonly BoundOperation[],
  complain: Complain,
): void {
  const left = operations.filter(({ withoutForms }) => withoutForms);
  if (left.length === 0) return;
  const names = left.map((one) => `'${one.name}'`).join(', ');
  complain(
    span,
    'ASMX3006',
    `service '${name}' has no GET and POST for operations that take arrays: ${names}`,
    {
      severity: 'hint',
      help:
        'their WSDL would need soapenc:Array, which many tools refuse; ' +
        `to have them all the same, name them: bindings: [${bindingWords.join(', ')}]`,
    },
  );
}

/**
 * Removes the HTTP bindings of operations for which ASMX has none, and of those with arrays if the
 * contract does not name them.
 */
function bindOperation(
  operation: OperationNotation,
  contract: ContractNotation,
  complain: Complain,
): BoundOperation {
  const reason = whyNotHttp(operation, contract.types);
  const soap = operation.bindings.filter((kind) => kind === 'soap11' || kind === 'soap12');
  const withoutForms =
    reason === undefined &&
    operation.assumesBindings === true &&
    takesArrays(operation, contract.types);
  const overHttp = reason === undefined && !withoutForms;
  const reachable = new Set(overHttp ? operation.bindings : soap);
  const owner = `operation '${operation.name}'`;
  if (reason !== undefined && reachable.size < operation.bindings.length) {
    if (operation.bindingsSpan !== undefined) {
      complain(
        operation.bindingsSpan,
        'ASMX3004',
        `${owner} cannot be called by httpGet or httpPost: ${reason}`,
        {
          help: 'list soap11 and soap12 only',
        },
      );
    } else if (reachable.size === 0) {
      complain(
        operation.span,
        'ASMX3004',
        `${owner} could not be called over any binding: ${reason}`,
        {
          help: 'add soap11 or soap12 to the bindings',
        },
      );
    }
  }
  return { ...operation, reachable, withoutForms };
}

/**
 * PortTypes XSoap, XHttpGet and XHttpPost of a service X. One without operations is empty, as in
 * ASMX.
 */
function buildPortTypes(context: ServiceContext): readonly PortType[] {
  const { service } = context;
  return wiresOf(service).map((wire) => ({
    name: context.tns(`${service.name}${wire}`, service.span).name,
    operations: operationsOver(context, wire).map((one) => portTypeOperation(context, one, wire)),
    span: service.span,
  }));
}

function portTypeOperation(
  context: ServiceContext,
  operation: BoundOperation,
  wire: Wire,
): PortTypeOperation {
  const { name, span, returns, documentation } = operation;
  const side = (suffix: string): OperationMessage => ({
    message: context.tns(`${name}${wire}${suffix}`, span),
    span,
  });
  return {
    name,
    input: side('In'),
    output: hasOutput(operation, wire) ? side('Out') : undefined,
    faults: (wire === 'Soap' ? operation.faults : []).map((one) => ({
      name: one.name,
      message: faultMessage(context, operation, one),
      span: one.span,
    })),
    withoutForms: operation.withoutForms ? true : undefined,
    written: returns.kind === 'written' ? returns.as : undefined,
    documentation,
    span,
  };
}

/** `soap:binding/@transport` of SOAP over HTTP. */
const transport = 'http://schemas.xmlsoap.org/soap/http';

/** Bindings, and a service with a port for each. */
function buildBindings(context: ServiceContext): Pick<Definitions, 'bindings' | 'services'> {
  const { contract, service } = context;
  const { span } = service;
  const bindings = wires.flatMap((wire) =>
    wireBindings[wire]
      .filter((kind) => service.bindings.includes(kind))
      .map((kind) => binding(context, wire, kind)),
  );
  // Without a base URL the address is only a path, because the server is unknown.
  const address = `${(contract.baseUrl ?? '').replace(/\/+$/, '')}${service.path}`;
  const ports = bindings.map(
    (one): Port => ({ name: one.name.localName, binding: { name: one.name, span }, address, span }),
  );
  const { name, script, documentation } = service;
  return { bindings, services: [{ name, ports, script, documentation, span }] };
}

function binding(context: ServiceContext, wire: Wire, kind: BindingKind): Binding {
  const { service } = context;
  const { name, span } = service;
  const ending = kind === 'soap12' ? 'Soap12' : wire;
  return {
    name: context.tns(`${name}${ending}`, span).name,
    kind,
    portType: context.tns(`${name}${wire}`, span),
    transport: wire === 'Soap' ? transport : undefined,
    operations: context.operations
      .filter((one) => one.reachable.has(kind))
      .map((one) => bindingOperation(context, one, wire)),
    span,
  };
}

function bindingOperation(
  context: ServiceContext,
  operation: BoundOperation,
  wire: Wire,
): BindingOperation {
  const { name, span } = operation;
  const soap = wire === 'Soap';
  return {
    name,
    soapAction: soap ? (operation.soapAction ?? defaultAction(context, name)) : undefined,
    style: (soap ? context.service.style : undefined) ?? 'document',
    input: soap
      ? soapMessage(context, operation, 'in')
      : httpMessage(operation, inputContent(wire)),
    output: !hasOutput(operation, wire)
      ? undefined
      : soap
        ? soapMessage(context, operation, 'out')
        : httpMessage(operation, outputContent(context, operation)),
    faults: (soap ? operation.faults : []).map((one) => ({
      name: one.name,
      use: 'literal' as const,
      span: one.span,
    })),
    location: soap ? undefined : `/${name}`,
    span,
  };
}

/** By the pattern of the service, otherwise namespace and operation, joined by one `/`. */
function defaultAction(context: ServiceContext, operation: string): string {
  const { namespace, soapActions } = context.service;
  if (soapActions !== undefined) return actionBy(soapActions, namespace, operation);
  return `${namespace}${namespace.endsWith('/') ? '' : '/'}${operation}`;
}

function soapMessage(
  context: ServiceContext,
  operation: BoundOperation,
  direction: 'in' | 'out',
): BindingMessage {
  const { span } = operation;
  const { style, namespace } = context.service;
  const body: SoapBody =
    style === 'rpc' ? { use: 'literal', namespace, span } : { use: 'literal', span };
  const headers = operation.headers
    .filter((one) => one[direction])
    .map(
      (one): SoapHeader => ({
        message: headerMessage(context, operation, one),
        part: one.name,
        use: 'literal',
        required: false,
        faults: [],
        span: one.span,
      }),
    );
  return { body, headers, attachments: [], span };
}

function httpMessage({ span }: BoundOperation, http: HttpContent): BindingMessage {
  return { headers: [], http, attachments: [], span };
}

function inputContent(wire: Wire): HttpContent {
  return wire === 'HttpGet' ? { kind: 'urlEncoded' } : { kind: 'form' };
}

function outputContent(context: ServiceContext, { returns }: BoundOperation): HttpContent {
  if (returns.kind !== 'result') return { kind: 'none' };
  return context.library.root(returns.field.type) === undefined
    ? { kind: 'mimeContent', part: 'Body', type: 'text/xml' }
    : { kind: 'mimeXml', part: 'Body' };
}

/** Messages in ASMX's groups: those of SOAP, of GET, of POST. */
function buildMessages(context: ServiceContext): readonly Message[] {
  return wires.flatMap((wire) =>
    operationsOver(context, wire).flatMap((operation) => {
      const messages = [
        message(context, operation, `${wire}In`, inputParts(context, operation, wire)),
      ];
      if (hasOutput(operation, wire)) {
        const parts = outputParts(context, operation, wire);
        messages.push(message(context, operation, `${wire}Out`, parts));
      }
      return wire === 'Soap' ? [...messages, ...soapMessages(context, operation)] : messages;
    }),
  );
}

/** The messages of headers, named as in ASMX, and those of faults. */
function soapMessages(context: ServiceContext, operation: BoundOperation): readonly Message[] {
  const element = (one: ElementNotation): Reference => {
    const { namespace } = elementLibrary(context, one);
    return { name: { namespace, localName: one.name }, span: one.span };
  };
  const headers = operation.headers.map((one): Message => {
    const part = { name: one.name, element: element(one), span: one.span };
    return { name: headerMessage(context, operation, one).name, parts: [part], span: one.span };
  });
  const faults = operation.faults.map((one): Message => {
    const part = { name: 'detail', element: element(one), span: one.span };
    return { name: faultMessage(context, operation, one).name, parts: [part], span: one.span };
  });
  return [...headers, ...faults];
}

/** The message of a SOAP header. */
function headerMessage(
  context: ServiceContext,
  { name }: BoundOperation,
  header: FieldNotation,
): Reference {
  return context.tns(`${name}${header.name}`, header.span);
}

/** The message of a declared fault. */
function faultMessage(
  context: ServiceContext,
  { name }: BoundOperation,
  fault: FieldNotation,
): Reference {
  return context.tns(`${name}${fault.name}Fault`, fault.span);
}

/**
 * Whether an operation answers with a message. One-way calls have none over SOAP, and are void
 * calls over HTTP.
 */
function hasOutput(operation: BoundOperation, wire: Wire): boolean {
  return !(operation.oneWay && wire === 'Soap');
}

function message(
  context: ServiceContext,
  operation: BoundOperation,
  suffix: string,
  parts: readonly Part[],
): Message {
  const { span } = operation;
  return { name: context.tns(`${operation.name}${suffix}`, span).name, parts, span };
}

function inputParts(
  context: ServiceContext,
  operation: BoundOperation,
  wire: Wire,
): readonly Part[] {
  const { name, span } = operation;
  if (wire === 'Soap') {
    return context.service.style === 'rpc'
      ? operation.parameters.map((one) => rpcPart(context, one))
      : [{ name: 'parameters', element: context.tns(name, span), span }];
  }
  const soap = overSoap(operation);
  return operation.parameters.map((field): Part => {
    const { name, span: place } = field;
    const type = { name: partType(context, operation, field), span: place };
    const required = !field.type.optional && !field.type.repeated;
    const optional = required || (soap && context.contract.allParameters) ? undefined : true;
    if (soap) return { name, type, optional, span: place };
    const notation = context.formShape(field) === 'texts' ? repeatedType(field) : undefined;
    return { name, type, notation, optional, documentation: field.documentation, span: place };
  });
}

/** A part of style rpc: a type alone. */
function rpcPart({ library }: ServiceContext, field: FieldNotation): Part {
  const { name, span, documentation, type } = field;
  const anyType = { namespace: namespaces.xsd, localName: 'anyType' };
  const typed = library.use(type.base).typeRef ?? { name: anyType, span: type.span };
  return { name, type: typed, documentation, span };
}

function overSoap({ reachable }: BoundOperation): boolean {
  return reachable.has('soap11') || reachable.has('soap12');
}

/** A repeated parameter of a query or form, in the notation's words. */
function repeatedType({ type }: FieldNotation): string {
  const { base, repeated } = type;
  if (base.kind === 'named') return `${base.name}${repeated ? '*' : ''}`;
  const { item } = base;
  return item.base.kind === 'named' ? `${item.base.name}[]` : 'string[]';
}

/**
 * ASMX declares every parameter as `string`, because the SOAP message has the type. An operation
 * without SOAP keeps the type here, where nothing else has it.
 */
function partType(context: ServiceContext, operation: BoundOperation, field: FieldNotation): QName {
  if (context.formShape(field) === 'texts') {
    return { namespace: abstractTypes(context.service.namespace), localName: 'StringArray' };
  }
  const own = overSoap(operation) ? undefined : context.library.use(field.type.base).typeRef;
  return own?.name ?? { namespace: namespaces.xsd, localName: 'string' };
}

function outputParts(
  context: ServiceContext,
  operation: BoundOperation,
  wire: Wire,
): readonly Part[] {
  const { name, span, returns } = operation;
  if (wire === 'Soap') {
    return context.service.style === 'rpc'
      ? resultsOf(operation).map((one) => rpcPart(context, one))
      : [{ name: 'parameters', element: context.tns(`${name}Response`, span), span }];
  }
  if (returns.kind !== 'result') return [];
  const { span: place, type } = returns.field;
  const root = context.library.root(type);
  // An XML fragment is its own root. ASMX writes a part without element and type, which means any
  // type.
  const anyType = { namespace: namespaces.xsd, localName: 'anyType' };
  const part: Part =
    root === undefined
      ? { name: 'Body', type: { name: anyType, span: place }, span: place }
      : { name: 'Body', element: { name: root.name, span: place }, span: place };
  return [part];
}

/** Namespace in which ASMX declares the type of an array parameter on GET and POST. */
function abstractTypes(namespace: string): string {
  return `${namespace}${namespace.endsWith('/') ? '' : '/'}AbstractTypes`;
}

/** What an operation answers: its result, or out parameters. */
function resultsOf({ returns }: OperationNotation): readonly FieldNotation[] {
  if (returns.kind === 'result') return [returns.field];
  return returns.kind === 'out' ? returns.fields : [];
}

/**
 * The schema of a service, those of other namespaces, then those of ASMX's own types and of array
 * parameters if it uses them.
 */
function buildSchemas(context: ServiceContext): readonly SchemaDocument[] {
  const { contract, library, service } = context;
  const collector = createTypeCollector(context, contract.types);
  const elements = createElementList(context);
  for (const operation of operationsOver(context, 'Soap')) {
    const { name, parameters, span } = operation;
    const add = (wrapperName: string, fields: readonly FieldNotation[]): void => {
      for (const one of fields) collector.collect(one.type.base, library);
      if (service.style === 'rpc') return;
      elements.add(wrapper(context, wrapperName, fields, span), `operation '${name}'`);
    };
    add(name, parameters);
    if (!operation.oneWay) add(`${name}Response`, resultsOf(operation));
    for (const what of ['header', 'fault'] as const) {
      for (const one of operation[`${what}s`]) {
        collector.collect(one.type.base, elementLibrary(context, one));
        elements.add(soapElement(context, one), `${what} '${one.name}' of operation '${name}'`);
      }
    }
  }
  let arrays: Span | undefined;
  for (const wire of ['HttpGet', 'HttpPost'] as const) {
    for (const { name, parameters, returns } of operationsOver(context, wire)) {
      arrays ??= parameters.find((one) => context.formShape(one) === 'texts')?.span;
      for (const one of parameters) collector.collect(one.type.base, library);
      if (returns.kind !== 'result') continue;
      collector.collect(rootBase(returns.field.type), library);
      const root = library.root(returns.field.type);
      if (root !== undefined) elements.add(root, `the GET and POST result of '${name}'`);
    }
  }
  const schemas = ownSchemas(context, elements.all, collector.types);
  const present = new Set(schemas.map((one) => one.targetNamespace));
  if (collector.asmxTypes.size > 0) {
    present.add(namespaces.microsoftTypes);
    schemas.push(asmxTypesSchema(collector.asmxTypes));
  }
  if (arrays !== undefined) schemas.push(arraysSchema(service.namespace, arrays));
  return schemas.map((schema) => {
    const others = [...context.libraryOf(schema.targetNamespace).others];
    const imports = others.flatMap(([namespace, span]) =>
      present.has(namespace) ? [{ namespace, span }] : [],
    );
    return imports.length === 0 ? schema : { ...schema, imports };
  });
}

/**
 * The schemas of elements and types by their namespaces, that of the service first. It may be
 * empty, and is left out if another one is there.
 */
function ownSchemas(
  { contract, service }: ServiceContext,
  elements: readonly ElementSyntax[],
  types: readonly TypeSyntax[],
): SchemaDocument[] {
  const found = new Map<string, { elements: ElementSyntax[]; types: TypeSyntax[] }>();
  found.set(service.namespace, { elements: [], types: [] });
  const place = (namespace = service.namespace) => {
    const lists = found.get(namespace) ?? { elements: [], types: [] };
    found.set(namespace, lists);
    return lists;
  };
  for (const one of elements) place(one.name.namespace).elements.push(one);
  for (const one of types) place(one.name?.namespace).types.push(one);
  const form = contract.elements ?? 'qualified';
  return [...found].flatMap(([namespace, lists]): SchemaDocument[] => {
    const isEmpty = lists.elements.length + lists.types.length === 0;
    if (isEmpty && found.size > 1) return [];
    return [{ ...emptySchema(namespace, form, service.span), ...lists }];
  });
}

/** Collects global elements without duplicate names. */
function createElementList(context: ServiceContext): {
  readonly all: ElementSyntax[];
  add(element: ElementSyntax, owner: string): void;
} {
  const owners = new Map<string, { readonly element: ElementSyntax; readonly owner: string }>();
  const all: ElementSyntax[] = [];
  const clashes = new Set<string>();
  return {
    all,
    add(element, owner) {
      const name = element.name.localName;
      const key = qnameKey(element.name);
      const known = owners.get(key);
      if (known === undefined) {
        owners.set(key, { element, owner });
        all.push(element);
      } else if (element.span !== known.element.span && !sameRoot(element, known.element)) {
        if (clashes.has(key)) return;
        clashes.add(key);
        const message = `${known.owner} and ${owner} would both be the element '${name}'`;
        context.complain(element.span, 'ASMX2002', message, {
          help: 'rename one of them',
          related: [{ message: 'the other one', place: known.element.span }],
        });
      }
    },
  };
}

/**
 * Whether two result roots have the same type, regardless of nillable: as in ASMX, the first is
 * used for both.
 */
function sameRoot(a: ElementSyntax, b: ElementSyntax): boolean {
  return a.typeRef !== undefined && a.typeRef.name.localName === b.typeRef?.name.localName;
}

/** The library of the namespace that a header or the detail of a fault is in. */
function elementLibrary(
  { contract, service, libraryOf }: ServiceContext,
  { namespace, type: { base } }: ElementNotation,
): TypeLibrary {
  const own = base.kind === 'named' ? contract.types.get(base.name)?.namespace : undefined;
  return libraryOf(namespace ?? own ?? service.namespace);
}

/** The element of a SOAP header, or of the detail of a fault. */
function soapElement(context: ServiceContext, field: ElementNotation): ElementSyntax {
  const { name, span, type } = field;
  const library = elementLibrary(context, field);
  return {
    kind: 'element',
    name: { namespace: library.namespace, localName: name },
    global: true,
    ...library.use(type.base),
    nillable: type.nillable,
    abstract: false,
    constraints: [],
    ...annotationOf(field),
    span,
  };
}

/** The element around parameters or results. */
function wrapper(
  context: ServiceContext,
  localName: string,
  fields: readonly FieldNotation[],
  span: Span,
): ElementSyntax {
  return {
    kind: 'element',
    name: { namespace: context.service.namespace, localName },
    global: true,
    type: {
      kind: 'complexType',
      abstract: false,
      mixed: false,
      particle: sequenceSyntax(
        fields.map((field) => context.library.particle(field)),
        span,
      ),
      attributes: [],
      span,
    },
    nillable: false,
    abstract: false,
    constraints: [],
    span,
  };
}

/** `guid` and `char`, declared as in ASMX. */
function asmxTypesSchema(used: ReadonlyMap<string, Span>): SchemaDocument {
  const namespace = namespaces.microsoftTypes;
  const hex = '[0-9a-fA-F]';
  const guid = `${hex}{8}-${hex}{4}-${hex}{4}-${hex}{4}-${hex}{12}`;
  const types = [...used].sort().map(([localName, span]): SimpleTypeSyntax => {
    const base = localName === 'guid' ? 'string' : 'unsignedShort';
    const facets: FacetSyntax[] =
      localName === 'guid' ? [{ name: 'pattern', value: guid, span }] : [];
    return {
      kind: 'simpleType',
      name: { namespace, localName },
      variety: {
        kind: 'restriction',
        base: { name: { namespace: namespaces.xsd, localName: base }, span },
        facets,
      },
      span,
    };
  });
  const [first] = used.values();
  const span = first as Span;
  return { ...emptySchema(namespace, 'qualified', span), types };
}

/**
 * `StringArray`: a restriction of SOAP's array, with which ASMX declares array parameters of GET
 * and POST.
 */
function arraysSchema(service: string, span: Span): SchemaDocument {
  const namespace = abstractTypes(service);
  const text = { name: { namespace: namespaces.xsd, localName: 'string' }, span };
  const item: ElementSyntax = {
    kind: 'element',
    name: { namespace: '', localName: 'String' },
    global: false,
    typeRef: text,
    nillable: false,
    abstract: false,
    constraints: [],
    span,
  };
  const occurs = { min: 0, max: Number.POSITIVE_INFINITY };
  const array = { name: { namespace: namespaces.soapEncoding11, localName: 'Array' }, span };
  return {
    ...emptySchema(namespace, 'unqualified', span),
    imports: [{ namespace: namespaces.soapEncoding11, span }],
    types: [
      {
        kind: 'complexType',
        name: { namespace, localName: 'StringArray' },
        abstract: false,
        mixed: false,
        derivation: { content: 'complex', method: 'restriction', base: array, facets: [] },
        particle: sequenceSyntax([{ kind: 'elementParticle', element: item, occurs, span }], span),
        attributes: [],
        span,
      },
    ],
  };
}

/**
 * Collects the types a service needs, in ASMX's order: a type before those it refers to, derived
 * types last.
 */
interface TypeCollector {
  /** @param from library of what has the type */
  collect(base: NamedType | ArrayType, from: TypeLibrary): void;
  readonly types: readonly TypeSyntax[];
  /** ASMX's own simple types in use, with the first place of each. */
  readonly asmxTypes: ReadonlyMap<string, Span>;
}

/** Creates a collector for the declared types. */
function createTypeCollector(
  { library, libraryOf }: ServiceContext,
  declared: ReadonlyMap<string, TypeNotation>,
): TypeCollector {
  const found = new Set<TypeSyntax>();
  const asmxTypes = new Map<string, Span>();
  const derived = new Map<string, TypeNotation[]>();
  for (const one of declared.values()) {
    if (one.kind !== 'class' || one.extends === undefined) continue;
    const siblings = derived.get(one.extends.name);
    if (siblings === undefined) derived.set(one.extends.name, [one]);
    else siblings.push(one);
  }

  function collect(first: NamedType | ArrayType, from: TypeLibrary): void {
    // An explicit stack, because a contract may nest types deeper than functions can.
    const waiting = [{ base: first, from }];
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const { base } = one;
      if (base.kind === 'named' && isBuiltin(base.name)) {
        if ((base.name === 'guid' || base.name === 'char') && !asmxTypes.has(base.name)) {
          asmxTypes.set(base.name, base.span);
        }
        continue;
      }
      const home = base.kind === 'array' ? one.from : homeOf(base);
      const syntax = home.syntax(base);
      if (syntax === undefined || found.has(syntax)) continue;
      found.add(syntax);
      const parts = base.kind === 'array' ? [base.item.base] : partsOf(declared.get(base.name));
      waiting.push(...parts.reverse().map((part) => ({ base: part, from: home })));
    }
  }

  function homeOf({ name }: NamedType): TypeLibrary {
    const namespace = declared.get(name)?.namespace;
    return namespace === undefined ? library : libraryOf(namespace);
  }

  function partsOf(notation: TypeNotation | undefined): (NamedType | ArrayType)[] {
    if (notation?.kind === 'restriction') return [notation.base];
    if (notation?.kind !== 'class') return [];
    const parts: (NamedType | ArrayType)[] = [];
    if (notation.extends !== undefined) parts.push(notation.extends);
    if (notation.text !== undefined) parts.push(notation.text.base);
    for (const field of [...notation.fields, ...notation.attributes]) parts.push(field.type.base);
    for (const other of derived.get(notation.name) ?? []) {
      parts.push({ kind: 'named', name: other.name, span: other.span });
    }
    return parts;
  }

  return {
    collect,
    get types() {
      return [...found];
    },
    asmxTypes,
  };
}

/** Input for building the parts of a service's definitions. */
interface ServiceContext {
  readonly contract: ContractNotation;
  readonly service: ServiceNotation;
  readonly library: TypeLibrary;
  readonly libraryOf: Libraries;
  readonly complain: Complain;
  /** Operations with their actual bindings. */
  readonly operations: readonly BoundOperation[];
  /** Reference to a name in the service's namespace. */
  tns(localName: string, span: Reference['span']): Reference;
  formShape(field: FieldNotation): FormShape | undefined;
}

/** An operation with the bindings it can be called over. */
interface BoundOperation extends OperationNotation {
  readonly reachable: ReadonlySet<BindingKind>;
  /** Whether it lacks GET and POST because the contract does not name them, and it takes arrays. */
  readonly withoutForms: boolean;
}

/**
 * Groups of bindings for which ASMX has a portType, in its order. They are suffixes of the names of
 * messages and portTypes.
 */
const wires = ['Soap', 'HttpGet', 'HttpPost'] as const;

/** One of `wires`. */
type Wire = (typeof wires)[number];

/** Bindings of each group. */
const wireBindings: Readonly<Record<Wire, readonly BindingKind[]>> = {
  Soap: ['soap11', 'soap12'],
  HttpGet: ['httpGet'],
  HttpPost: ['httpPost'],
};

/** The groups of bindings that a service has. */
function wiresOf(service: ServiceNotation): readonly Wire[] {
  return wires.filter((wire) => wireBindings[wire].some((one) => service.bindings.includes(one)));
}

/** Operations with bindings of a group. */
function operationsOver(context: ServiceContext, wire: Wire): readonly BoundOperation[] {
  return context.operations.filter((one) =>
    wireBindings[wire].some((kind) => one.reachable.has(kind)),
  );
}
