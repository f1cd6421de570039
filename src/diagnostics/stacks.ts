/** Names of other stacks, by which options and the configuration know them. */
const stackNames = [
  'asmx',
  'asmx-gen',
  'wcf',
  'soapcore',
  'zeep',
  'suds',
  'php',
  'nusoap',
  'soap',
  'strong-soap',
  'mesh',
  'loopback',
  'gsoap',
  'kdsoap',
  'libzeep',
  'jax-ws',
  'axis',
  'soap4r',
  'soap-lite',
  'soap-wsdl',
  'xml-compile',
  'pysimplesoap',
  'yaws',
  'lua-soap',
  'haskell-soap',
  'libreoffice',
  'postman',
  'upnp',
] as const;

/** A stack on the other side of a contract. */
export type StackName = (typeof stackNames)[number];

/** What `--for` and the configuration may say: stacks, or all of them. */
export type StackChoice = StackName | 'all';

/** The words of {@link StackChoice}. */
export const stackChoices: readonly StackChoice[] = ['all', ...stackNames];

/** What a program of a stack is: it sends requests and reads answers, or the other way. */
export type StackRole = 'caller' | 'service';

/** What is known of a stack: `specs/stacks/<stack>.yaml`. */
export interface Stack {
  readonly stack: StackName;
  /** Its name in sentences. */
  readonly title: string;
  readonly language: string;
  /** What was run, with the versions of what it needs. */
  readonly version: string;
  /** The day of the runs. */
  readonly date: string;
  /** The roles in which it was run. */
  readonly role: readonly StackRole[];
  readonly facts: readonly StackFact[];
}

/** What programs of a stack do with something, seen in a run. */
export interface StackFact {
  /** What they meet, by the names in `specs/stack.schema.json`. */
  readonly trait: readonly string[];
  /** In which roles. Default: those of the stack. */
  readonly role?: readonly StackRole[] | undefined;
  /** Whether only what they send, or what they read, has the trait. Default: both. */
  readonly when?: 'sends' | 'reads' | undefined;
  /** Which programs. Default: all. */
  readonly readers?: string | undefined;
  /** `loses` and `wrong` are silent. */
  readonly effect: StackEffect;
  /** What happens: a sentence without its subject, in the plural. `{what}` are the elements. */
  readonly text: string;
  /** What helps, on our side or on theirs. */
  readonly help?: string | undefined;
  /** A case or file of this repository that shows it, or what it was seen with. */
  readonly shown: string;
  /** Whether changes of contracts tell it also if no one named the stack. */
  readonly always?: boolean | undefined;
  /**
   * How the error of a call shows that the service is such a program, and that of a request the
   * caller, beyond doubt.
   */
  readonly sign?: Readonly<Partial<Record<StackRole, StackSign>>> | undefined;
}

/** What shows that a message is from such a program. */
export interface StackSign {
  /** A header of the message, with the start of its value: `Name: value`. */
  readonly header?: string | undefined;
  /** A regular expression that the message of the error matches. */
  readonly says: string;
}

/** What becomes of values: all are kept, some are lost or wrong without an error, or an error. */
export type StackEffect = 'keeps' | 'loses' | 'wrong' | 'error';

/** Which programs of a stack a fact is about: `clients`, `services`, or some of them. */
export function programsOf({ readers }: StackFact, roles: readonly StackRole[]): string {
  if (readers !== undefined) return readers;
  return roles.map((role) => (role === 'caller' ? 'clients' : 'services')).join(' and ');
}

/** The stacks that are chosen; `undefined` for no choice. */
export function chosenStacks(
  stacks: readonly Stack[],
  chosen: readonly StackChoice[] | undefined,
): readonly Stack[] | undefined {
  if (chosen === undefined || chosen.includes('all')) return chosen && stacks;
  return stacks.filter(({ stack }) => chosen.includes(stack));
}
