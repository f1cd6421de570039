import type { Wildcard } from './schema.ts';
import type { WildcardSyntax } from './schema-document.ts';

/**
 * The namespaces that a wildcard in a schema for `targetNamespace` allows (XML Schema part 1
 * section 3.10.2).
 */
export function linkWildcard(syntax: WildcardSyntax, targetNamespace: string): Wildcard {
  const { processContents } = syntax;
  const text = syntax.namespace.trim();
  if (text === '' || text === '##any') return { allowed: { kind: 'any' }, processContents };
  if (text === '##other') {
    return { allowed: { kind: 'other', than: targetNamespace }, processContents };
  }
  const namespaces = text.split(/[ \t\r\n]+/).map((token) => {
    if (token === '##targetNamespace') return targetNamespace;
    return token === '##local' ? '' : token;
  });
  return { allowed: { kind: 'list', namespaces: [...new Set(namespaces)] }, processContents };
}

/**
 * The union of two wildcards: an extension adds to what it inherits (section 3.10.6, attribute
 * wildcard union).
 */
export function uniteWildcards(
  a: Wildcard | undefined,
  b: Wildcard | undefined,
): Wildcard | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const { processContents } = b;
  if (a.allowed.kind === 'list' && b.allowed.kind === 'list') {
    const namespaces = [...new Set([...a.allowed.namespaces, ...b.allowed.namespaces])];
    return { allowed: { kind: 'list', namespaces }, processContents };
  }
  if (
    a.allowed.kind === 'other' &&
    b.allowed.kind === 'other' &&
    a.allowed.than === b.allowed.than
  ) {
    return { allowed: a.allowed, processContents };
  }
  return { allowed: { kind: 'any' }, processContents };
}

/**
 * The intersection of two wildcards: that of a type and of an attribute group it refers to (section
 * 3.4.2).
 */
export function intersectWildcards(
  a: Wildcard | undefined,
  b: Wildcard | undefined,
): Wildcard | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const { processContents } = a;
  if (a.allowed.kind === 'any') return { allowed: b.allowed, processContents };
  if (b.allowed.kind === 'any') return a;
  if (a.allowed.kind === 'list') {
    const other = b.allowed;
    const namespaces = a.allowed.namespaces.filter((namespace) =>
      other.kind === 'list'
        ? other.namespaces.includes(namespace)
        : namespace !== other.than && namespace !== '',
    );
    return { allowed: { kind: 'list', namespaces }, processContents };
  }
  return b.allowed.kind === 'list' ? intersectWildcards(b, a) : a;
}

/** Whether a wildcard allows elements of a namespace (section 3.10.4). */
export function allowsNamespace({ allowed }: Wildcard, namespace: string): boolean {
  if (allowed.kind === 'any') return true;
  if (allowed.kind === 'list') return allowed.namespaces.includes(namespace);
  return namespace !== '' && namespace !== allowed.than;
}

/** Whether some namespace is allowed by both of two wildcards. */
export function haveCommon(a: Wildcard, b: Wildcard): boolean {
  if (a.allowed.kind === 'list') return a.allowed.namespaces.some((one) => allowsNamespace(b, one));
  return b.allowed.kind === 'list' ? haveCommon(b, a) : true;
}
