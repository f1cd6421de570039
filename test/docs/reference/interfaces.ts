import { join, resolve } from 'node:path';
import { type JSDoc, Project, type SourceFile } from 'ts-morph';

const root = resolve(import.meta.dirname, '../../..');

/** An interface of the source, as its declaration and JSDoc have it. */
export interface InterfaceText {
  readonly name: string;
  readonly documentation: string;
  readonly members: readonly MemberText[];
}

/** A property or a method. */
export interface MemberText {
  readonly name: string;
  /** Type as written, in one line, without `| undefined`. */
  readonly type: string;
  readonly optional: boolean;
  readonly documentation: string;
}

/** Opens source files, without resolving anything they import. */
export function openSources(...paths: readonly string[]): readonly SourceFile[] {
  const project = new Project({ useInMemoryFileSystem: false, skipFileDependencyResolution: true });
  return paths.map((path) => project.addSourceFileAtPath(join(root, path)));
}

/**
 * The interfaces of some files, by name.
 */
export function readInterfaces(files: readonly SourceFile[]): ReadonlyMap<string, InterfaceText> {
  const found = new Map<string, InterfaceText>();
  for (const declaration of files.flatMap((file) => file.getInterfaces())) {
    const members = [
      ...declaration.getProperties().map((one) => ({
        name: one.getName(),
        type: one.getTypeNodeOrThrow().getText(),
        optional: one.hasQuestionToken(),
        documentation: docText(one.getJsDocs()),
        at: one.getPos(),
      })),
      ...declaration.getMethods().map((one) => ({
        name: `${one.getName()}(${one
          .getParameters()
          .map((each) => each.getName())
          .join(', ')})`,
        type: one.getReturnTypeNodeOrThrow().getText(),
        optional: one.hasQuestionToken(),
        documentation: docText(one.getJsDocs()),
        at: one.getPos(),
      })),
    ].sort((a, b) => a.at - b.at);
    found.set(declaration.getName(), {
      name: declaration.getName(),
      documentation: docText(declaration.getJsDocs()),
      members: members.map(({ at: _at, type, ...rest }) => ({
        ...rest,
        type: type
          .replace(/\s+/g, ' ')
          .replace(/ \| undefined$/, '')
          .replace(/^\((.*)\)$/, '$1'),
      })),
    });
  }
  return found;
}

/** The words of a JSDoc comment in one line, without tags. */
export function docText(docs: readonly JSDoc[]): string {
  return docs
    .map((doc) =>
      doc
        .getDescription()
        .replace(/\{@link (\w+)\}/g, '`$1`')
        .replace(/\s+/g, ' ')
        .replace(/ \(asmx-behaviour [^)]*\)/, '')
        .trim(),
    )
    .join(' ');
}
