import { readFileSync } from 'node:fs';
import { readStacks } from '../../../src/cli/stacks.ts';
import type { Stack, StackEffect, StackFact, StackRole } from '../../../src/diagnostics/stacks.ts';
import { pageHead, table } from './markdown-text.ts';

/** A trait with its meaning, as the schema of the table has it. */
interface Trait {
  readonly const: string;
  readonly description: string;
}

const { definitions } = JSON.parse(
  readFileSync(new URL('../../../specs/stack.schema.json', import.meta.url), 'utf8'),
) as {
  readonly definitions: Readonly<
    Record<'contractTrait' | 'changeTrait' | 'messageTrait', { readonly oneOf: readonly Trait[] }>
  >;
};
const meanings: ReadonlyMap<string, string> = new Map(
  [definitions.contractTrait, definitions.changeTrait, definitions.messageTrait].flatMap((one) =>
    one.oneOf.map((trait) => [trait.const, trait.description]),
  ),
);

/** `docs/reference/other-stacks.md`: what is known of each stack, and of changes for all of them. */
export function otherStacksPage(): string {
  const stacks = readStacks();
  return `${pageHead('Other stacks', 'specs/stacks')}
A contract has two sides. This is what real programs on the other one send, accept and lose; every row was seen in a run with the version
named, and no row is known from documentation alone. \`asmx-gen check --for\` looks for the traits in a contract, \`asmx-gen diff --for\` in a
change; \`"for": ["zeep"]\` in the [configuration](config.md) does the same for every \`check\`, \`"readers"\` of \`diff\` for every comparison.

The sides are those of the other program: a client *reads* answers and *sends* requests, a service the other way. **Loses** and **wrong** are
silent: no one sees an error. \`npm run stacks\` of the source repository shows every fact again; *run* counts them.

${table(
  ['stack', 'language', 'run as', 'version', 'facts', 'run'],
  stacks.map(({ stack, title, language, role, version, facts }) => [
    `[${title}](#${anchor(title)}) (\`${stack}\`)`,
    language,
    role.map((one) => (one === 'caller' ? 'client' : 'service')).join(', '),
    version,
    `${facts.length}`,
    `${facts.filter(({ shown }) => shown.startsWith('test/')).length}`,
  ]),
)}

## Changes and clients

What clients made from the old contract do with answers of the new one: L loses other values, W reads wrong ones, E is an error. In small
letters: only some of its programs, as its section says. Empty: they read all old values.

${matrix(stacks, 'caller')}

## Changes and services

The same for services made from the old contract, and requests of the new one.

${matrix(stacks, 'service')}

${stacks.map(section).join('\n\n')}
`;
}

function anchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}

const letters: Readonly<Record<StackEffect, string>> = {
  keeps: '',
  loses: 'L',
  wrong: 'W',
  error: 'E',
};

/** Changes of contracts by stacks. */
function matrix(all: readonly Stack[], role: StackRole): string {
  const has = (fact: StackFact, stack: Stack, trait: string): boolean =>
    fact.trait.includes(trait) && (fact.role ?? stack.role).includes(role);
  const traits = definitions.changeTrait.oneOf.map((one) => one.const);
  const stacks = all.filter((one) =>
    traits.some((trait) => one.facts.some((fact) => has(fact, one, trait))),
  );
  const cell = (stack: Stack, trait: string): string => {
    const found = stack.facts.filter((fact) => has(fact, stack, trait));
    const words = found.map(({ effect, readers }) =>
      readers === undefined ? letters[effect] : letters[effect].toLowerCase(),
    );
    return [...new Set(words)].join(' ');
  };
  const rows = traits
    .map((trait) => [meanings.get(trait) ?? trait, ...stacks.map((one) => cell(one, trait))])
    .filter(([, ...cells]) => cells.some((one) => one !== ''));
  return table(['change', ...stacks.map(({ stack }) => stack)], rows);
}

function section(stack: Stack): string {
  const { title, language, version, date, facts } = stack;
  const rows = facts.map((fact) => [
    fact.trait.map((trait) => meanings.get(trait) ?? trait).join('; '),
    whoText(stack, fact),
    `${fact.effect === 'keeps' ? '' : `**${fact.effect}**: `}${plain(fact.text)}`,
    plain(fact.help ?? ''),
  ]);
  return `## ${title}

${language}; ${version}; seen on ${date}.

${table(['with', 'who', 'what happens', 'what helps'], rows)}`;
}

/** Which programs a fact is about, and in which direction. */
function whoText(stack: Stack, { role, readers, when }: StackFact): string {
  const roles = (role ?? stack.role).map((one) => (one === 'caller' ? 'clients' : 'services'));
  return `${readers ?? roles.join(', ')}${when === undefined ? '' : `, ${when.replace(/s$/, 'ing')}`}`;
}

/** A text of the table, in which nothing is markup. */
function plain(text: string): string {
  return text
    .replaceAll('{what}', '…')
    .replaceAll('&', '&amp;')
    .replace(/[\\`*_{}[\]<>]/g, '\\$&');
}
