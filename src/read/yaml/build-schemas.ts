import type { Span } from '../../diagnostics/source-file.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import { annotationOf } from '../../model/xsd/annotation.ts';
import type {
  ElementSyntax,
  FacetSyntax,
  SchemaDocument,
  SimpleTypeSyntax,
} from '../../model/xsd/schema-document.ts';
import { rootBase } from '../../model/yaml/asmx-names.ts';
import type { FieldNotation } from '../../model/yaml/notation.ts';
import { sequence } from './sequence.ts';
import { operationsOver, type ServiceContext } from './service-context.ts';
import { createTypeCollector } from './type-collector.ts';

/** Namespace in which ASMX declares the type of an array parameter on GET and POST. */
export function abstractTypes(namespace: string): string {
  return `${namespace}${namespace.endsWith('/') ? '' : '/'}AbstractTypes`;
}

/**
 * The schema of a service, then those of ASMX's own types and of array parameters if it uses them.
 */
export function buildSchemas(context: ServiceContext): readonly SchemaDocument[] {
  const { contract, library, service } = context;
  const collector = createTypeCollector(library, contract.types);
  const elements = createElementList(context);
  for (const operation of operationsOver(context, 'Soap')) {
    const { name, parameters, returns, span } = operation;
    for (const one of parameters) collector.collect(one.type);
    elements.add(wrapper(context, name, parameters, span), `operation '${name}'`);
    if (!operation.oneWay) {
      const fields =
        returns.kind === 'result' ? [returns.field] : returns.kind === 'out' ? returns.fields : [];
      for (const one of fields) collector.collect(one.type);
      elements.add(wrapper(context, `${name}Response`, fields, span), `operation '${name}'`);
    }
    for (const what of ['header', 'fault'] as const) {
      for (const one of operation[`${what}s`]) {
        collector.collect(one.type);
        elements.add(soapElement(context, one), `${what} '${one.name}' of operation '${name}'`);
      }
    }
  }
  let arrays: Span | undefined;
  for (const wire of ['HttpGet', 'HttpPost'] as const) {
    for (const { name, parameters, returns } of operationsOver(context, wire)) {
      arrays ??= parameters.find((one) => context.formShape(one) === 'texts')?.span;
      for (const one of parameters) collector.collect(one.type);
      if (returns.kind !== 'result') continue;
      collector.collectBase(rootBase(returns.field.type));
      const root = library.root(returns.field.type);
      if (root !== undefined) elements.add(root, `the GET and POST result of '${name}'`);
    }
  }
  const schemas: SchemaDocument[] = [
    {
      ...emptySchema(service.namespace, 'qualified', service.span),
      imports: [...collector.asmxTypes.values()]
        .slice(0, 1)
        .map((span) => ({ namespace: namespaces.microsoftTypes, span })),
      elements: elements.all,
      types: collector.types,
    },
  ];
  if (collector.asmxTypes.size > 0) schemas.push(asmxTypesSchema(collector.asmxTypes));
  if (arrays !== undefined) schemas.push(arraysSchema(service.namespace, arrays));
  return schemas;
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
      const known = owners.get(name);
      if (known === undefined) {
        owners.set(name, { element, owner });
        all.push(element);
      } else if (element.span !== known.element.span && !sameRoot(element, known.element)) {
        if (clashes.has(name)) return;
        clashes.add(name);
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

/** The element of a SOAP header, or of the detail of a fault. */
function soapElement({ library }: ServiceContext, field: FieldNotation): ElementSyntax {
  const { name, span, type } = field;
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
      particle: sequence(
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

function emptySchema(
  targetNamespace: string,
  elementFormDefault: SchemaDocument['elementFormDefault'],
  span: Span,
): SchemaDocument {
  return {
    targetNamespace,
    elementFormDefault,
    attributeFormDefault: 'unqualified',
    imports: [],
    elements: [],
    attributes: [],
    types: [],
    groups: [],
    attributeGroups: [],
    redefinitions: [],
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
        particle: sequence([{ kind: 'elementParticle', element: item, occurs, span }], span),
        attributes: [],
        span,
      },
    ],
  };
}
