import { docComment } from '../print/encode.ts';
import { fits, unionType } from '../print/layout.ts';
import { type Given, joined, type TextNode, type TypeNode, text } from '../print/node.ts';
import { namesFrom } from '../print/used-names.ts';

/** One exported declaration of `types.ts`, complete with its doc comment. */
export interface DeclarationPlan {
  readonly name: string;
  /** TypeScript text without trailing line end, formatted as prettier leaves it. */
  readonly text: string;
  /** Names of the runtime's types it mentions, such as `XmlElement`. */
  readonly runtimeTypes: readonly string[];
  /** Names of other declarations it mentions. */
  readonly uses: readonly string[];
  /** Namespace it comes from: decides the file when output is split. */
  readonly namespace: string;
}

/** What a declaration is called, and the lines of its comment. */
export interface Heading extends Pick<DeclarationPlan, 'name' | 'namespace'> {
  readonly doc: readonly string[];
}

/** A declaration with its comment. */
export function declaration(
  { name, namespace, doc }: Heading,
  ...parts: readonly Given[]
): DeclarationPlan {
  const { flat, names } = joined(...parts);
  return {
    name,
    text: docComment(doc) + flat,
    runtimeTypes: namesFrom('runtimeType', names),
    uses: namesFrom('types', names).filter((one) => one !== name),
    namespace,
  };
}

/** `export interface A { … }` */
export function interfaceOf(heading: Heading, lines: readonly Given[]): DeclarationPlan {
  const head = `export interface ${heading.name} {`;
  return declaration(heading, head, lines.length === 0 ? '' : '\n', ...lines, '}');
}

/** `export type A = B;` */
export function aliasOf(heading: Heading, type: TypeNode): DeclarationPlan {
  return declaration(heading, aliasText(heading.name, type));
}

function aliasText(name: string, { flat, members, names }: TypeNode): TextNode {
  const before = `export type ${name} = `;
  const isBelow = members.length === 1 && !fits(`${before}${flat};`);
  if (isBelow) return text(`export type ${name} =\n  ${flat};`, names);
  return text(unionType({ before, members, after: ';' }), names);
}
