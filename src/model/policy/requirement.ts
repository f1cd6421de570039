import type { Span } from '../../diagnostics/source-file.ts';
import type { PolicyAssertion } from './policy.ts';

/** What a policy demands, in plain words. */
export interface Requirement {
  /** Such as `TLS: an https address`. */
  readonly text: string;
  /** The option of a client that fits, as code; absent if there is none to set. */
  readonly option?: string | undefined;
  /** What to do instead, if generated code cannot meet it. */
  readonly instead?: string | undefined;
  readonly span: Span;
}

/** A requirement without its position. */
export type Words = Omit<Requirement, 'span'>;

const encryption =
  'XML encryption is not supported: ask for an endpoint with TLS, or put a gateway in front';
const tokens = 'such tokens are not supported: ask for an endpoint that takes another one';

/** A requirement that generated code cannot meet because messages would have to be encrypted. */
export function encrypted(text: string): Words {
  return { text, instead: encryption };
}

/** A token that generated code cannot get. */
export function foreignToken(text: string): Words {
  return { text, instead: tokens };
}

/** An assertion that is not known. */
export function unknownWords({ name }: PolicyAssertion): readonly Words[] {
  const text = `'${name.localName}' of namespace '${name.namespace}'`;
  return [{ text, instead: 'it is not known here: read the documentation of the service' }];
}
