import { createDiagnosticBag, type DiagnosticSink } from '../diagnostics/diagnostic.ts';
import { checkModel } from './check/check.ts';
import { checkContents } from './check/check-content.ts';
import { checkValues, type ValuesToCheck } from './check/check-values.ts';
import { countOperations, leaveOutDefective } from './check/lenient.ts';
import { createDefects, type Defects } from './defects/defects.ts';
import { createExpansion } from './link/expansion.ts';
import { fillComplexTypes } from './link/link-complex-type.ts';
import { type Components, createComponents, type SharedContext } from './link/link-context.ts';
import { setElementValues } from './link/link-element.ts';
import { type LinkedSchemas, linkSchemas } from './link/link-schema.ts';
import { refuseEndlessArrays } from './link/soap-array.ts';
import { countSubstitutes, linkDerivedTypes, linkSubstitutions } from './link/substitution.ts';
import { linkBindings } from './link/wsdl/link-binding.ts';
import { linkMessages, linkPortTypes } from './link/wsdl/link-message.ts';
import { linkServices } from './link/wsdl/link-service.ts';
import { addressOrigin } from './wsdl/address.ts';
import type { Contract, Definitions } from './wsdl/definitions.ts';
import type { LinkedService, ServiceModel } from './wsdl/service-model.ts';

/** Options of linking. */
export interface LinkOptions {
  /**
   * Leave out each operation that a defect affects, with a warning, instead of reporting defects as
   * errors.
   */
  readonly lenient?: boolean | undefined;
  /**
   * `dotnet` reads `^` and `$` at the beginning and the end of patterns as anchors, as .NET does.
   * Default: by the letter of XML Schema, characters like others.
   */
  readonly patterns?: 'xsd' | 'dotnet' | undefined;
}

/**
 * Resolves every name of a contract and reports its defects.
 *
 * @param contract the result of reading
 * @param sink receives defects and warnings
 * @returns the model; `undefined` if the contract has errors, which were reported
 */
export function linkContract(
  contract: Contract,
  sink: DiagnosticSink,
  options: LinkOptions = {},
): ServiceModel | undefined {
  const defects = createDefects(sink, options.lenient === true);
  const characters = contract.files.reduce((sum, { text }) => sum + text.length, 0);
  const expansion = createExpansion(defects, characters);
  const components = createComponents(expansion, options.patterns === 'dotnet');
  const shared: SharedContext = { components, defects };
  const linked: LinkedSchemas = { types: new Set(), elements: new Set() };
  const services: LinkedService[] = [];
  for (const definitions of contract.definitions) {
    services.push(...linkDefinitions(definitions, contract, shared, linked));
  }
  refuseTwinServices(services, defects);
  setElementValues(components);
  const types = [...linked.types];
  const elements = [...linked.elements];
  linkDerivedTypes(components, types);
  refuseEndlessArrays(components, defects);
  linkSubstitutions(components, elements, defects);
  countSubstitutes(components);
  checkContents(components, defects);
  defects.finish();
  if (defects.count > 0 && !defects.lenient) return undefined;
  const remains = leaveOutDefective({ services, types, elements }, components, defects);
  if (remains.services.length === 0) {
    const defective = defects.count > 0 && declaresOperations(contract);
    if (!explainNothing(contract, remains, defective, sink)) return undefined;
  }
  const model: ServiceModel = {
    name: contract.name,
    namespace: contract.definitions[0]?.targetNamespace ?? '',
    baseUrl: contract.baseUrl ?? firstOrigin(remains.services),
    documentation: contract.documentation,
    files: contract.files,
    services: remains.services,
    types: remains.types,
    elements: remains.elements,
    isSchema: contract.isSchema,
    leftOut: remains.leftOut,
  };
  checkModel(model, sink);
  if (components.valued.count > 0) {
    const attributes = components.globalAttributes.values();
    const values = { types: model.types, elements: model.elements, attributes };
    const groups = soundGroups(components, defects);
    checkValues({ ...values, ...groups, patterns: components.patterns }, defects.warn);
  }
  return model;
}

/** What {@link linkContract} with `lenient` would leave out and keep, in operations. */
export interface LenientOutlook {
  readonly leftOut: number;
  readonly left: number;
}

/**
 * Links a contract with defects leniently, to say what would remain of it.
 *
 * @returns `undefined` if that would fail, too
 */
export function lenientOutlook(contract: Contract): LenientOutlook | undefined {
  const bag = createDiagnosticBag();
  const model = linkContract(contract, bag, { lenient: true });
  if (model === undefined || bag.failed) return undefined;
  return { leftOut: model.leftOut ?? 0, left: countOperations(model.services) };
}

/** Groups without defects, whether or not a type uses them. */
function soundGroups(
  { groups, attributeGroups }: Components,
  { affected }: Defects,
): Pick<ValuesToCheck, 'groups' | 'attributeSets'> {
  const sound = <Linked>(all: ReadonlyMap<object, Linked | 'busy'>): readonly Linked[] =>
    [...all].flatMap(([syntax, linked]) =>
      linked === 'busy' || affected.has(syntax) ? [] : [linked as Linked],
    );
  return {
    groups: sound(groups),
    attributeSets: sound(attributeGroups).map(({ uses }) => uses),
  };
}

function linkDefinitions(
  definitions: Definitions,
  contract: Contract,
  shared: SharedContext,
  linked: LinkedSchemas,
): readonly LinkedService[] {
  const { components, defects } = shared;
  for (const { owner, diagnostic } of definitions.defects ?? []) defects.add(owner, diagnostic);
  defects.lookIn(definitions.schemas, definitions.missing ?? []);
  const context = linkSchemas(definitions, shared, linked);
  countCopies(definitions, components);
  const messages = linkMessages(context, definitions);
  fillComplexTypes(context);
  const portTypes = linkPortTypes(context, definitions, messages);
  const bindings = linkBindings(context, definitions, portTypes);
  return linkServices({ context, messages, bindings }, definitions, contract);
}

/**
 * Counts the schemas again for each further service, because its WSDL repeats them, at a quarter of
 * the cost of code.
 */
function countCopies(definitions: Definitions, { expansion }: Components): void {
  const { schemas, services } = definitions;
  if (services.length < 2) return;
  const written = schemas.filter((one) => one.builtin !== true);
  const declared = written.reduce((sum, one) => sum + one.types.length + one.elements.length, 0);
  const count = Math.floor(((services.length - 1) * declared) / 4);
  expansion.take(count, definitions, definitions.span);
}

function refuseTwinServices(services: readonly LinkedService[], defects: Defects): void {
  const names = new Map<string, LinkedService>();
  for (const service of services) {
    const first = names.get(service.name);
    if (first === undefined) names.set(service.name, service);
    else {
      defects.add(service, {
        code: 'ASMX2002',
        message: `Service '${service.name}' is declared twice`,
        span: service.span,
        related: [{ message: 'first declared here', span: first.span }],
      });
    }
  }
}

function declaresOperations({ definitions }: Contract): boolean {
  return definitions.some((one) => one.portTypes.some(({ operations }) => operations.length > 0));
}

/**
 * A contract without operations can still have types. One without either is an error, and so is
 * one whose operations all have defects: an empty client would be of no use.
 */
function explainNothing(
  { name, definitions, isSchema }: Contract,
  remains: Pick<ServiceModel, 'types' | 'elements'>,
  defective: boolean,
  sink: DiagnosticSink,
): boolean {
  const emptyHelp = isSchema && 'Name a schema that declares some, or a WSDL';
  const something = !defective && (remains.types.length > 0 || remains.elements.length > 0);
  if (isSchema && something) return true;
  const which = defective ? 'is without defects' : 'a SOAP or HTTP binding describes';
  const help = something ? 'Only its types are generated' : emptyHelp;
  sink.report({
    code: 'ASMX3005',
    severity: something ? 'warning' : 'error',
    message: isSchema
      ? `Schema '${name}' declares no element and no type`
      : `Contract '${name}' has no operation that ${which}`,
    span: definitions[0]?.span,
    help: defective ? 'Mend the defects above: all operations were left out' : help,
  });
  return something;
}

function firstOrigin(services: readonly LinkedService[]): string | undefined {
  for (const service of services) {
    for (const { address } of service.ports) {
      const origin = address === undefined ? undefined : addressOrigin(address);
      if (origin !== undefined) return origin;
    }
  }
  return undefined;
}
