import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { LintFinding, LintRule } from '../rule.ts';
import { grouped } from './grouped.ts';
import { fieldNames, type NameUse, operationNames, parameterNames, serviceNames } from './walk.ts';

/** Maximum number of positions listed for one spelling. */
const maximumPlaces = 4;

/** ASMX6001. */
export const caseOnly: LintRule = {
  code: 'ASMX6001',
  level: 'warning',
  explanation:
    'Parameters are compared with parameters, fields with fields, and so on. ' +
    'SOAP tells names apart by letter case, GET and POST do not, and people rarely do. ' +
    'If a contract spells a name in several ways, each must be used exactly as it is, so every ' +
    'spelling is listed with its place. In a contract of your own, choose one spelling.',
  example: `asmx: 1
name: Classes
namespace: http://tempuri.org/
services:
  Classes:
    operations:
      GetBook: { parameters: { classId: string } }
      GetNote: { parameters: { ClassID: string } }
`,
  find(model, messages) {
    return distinct([
      ...groups(parameterNames(model, messages)),
      ...groups(fieldNames(model)),
      ...groups(operationNames(model)),
      ...groups(serviceNames(model)),
      ...typeNames(model).flatMap((names) => groups(names)),
    ]);
  },
};

/**
 * Fields of a type that is an operation's input are also its parameters, so there is one finding
 * for them.
 */
function distinct(findings: readonly LintFinding[]): readonly LintFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ message, span }) => {
    const key = `${span?.file.path}\0${span?.start}\0${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Names of types by namespace. In different namespaces, names do not conflict. */
function typeNames(model: ServiceModel): readonly (readonly NameUse[])[] {
  const names = model.types.flatMap(({ name, span }) =>
    name === undefined ? [] : [{ name: name.localName, owner: name.namespace, span }],
  );
  return [...grouped(names, ({ owner }) => owner).values()];
}

/** One finding for each set of names that differ only in letter case. */
function groups(uses: readonly NameUse[]): readonly LintFinding[] {
  return [...grouped(uses, ({ name }) => name.toLowerCase()).values()]
    .map((same) => grouped(same, ({ name }) => name))
    .filter((spellings) => spellings.size > 1)
    .map((spellings) => finding(spellings));
}

function finding(spellings: ReadonlyMap<string, readonly NameUse[]>): LintFinding {
  const names = [...spellings.keys()];
  const quoted = names.map((name) => `'${name}'`);
  const list = `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
  const lines = names.map((name) => `${name} in ${owners(spellings.get(name) ?? [])}`);
  return {
    message: `${list} differ only by letter case`,
    span: [...spellings.values()][0]?.[0]?.span,
    help: `they are different names, so write each exactly as it is:\n${lines.join('\n')}`,
    related: [...spellings.values()]
      .slice(1)
      .flatMap(([use]) =>
        use?.span === undefined
          ? []
          : [{ message: `'${use.name}' in ${use.owner}`, span: use.span }],
      ),
  };
}

function owners(uses: readonly NameUse[]): string {
  const names = uses.map((use) => use.owner);
  const shown = names.slice(0, maximumPlaces).join(', ');
  return names.length > maximumPlaces ? `${shown} and ${names.length - maximumPlaces} more` : shown;
}
