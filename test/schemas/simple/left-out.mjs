// Types that other checks are about.

/**
 * Whether values depend on other parts of a document: entities need a DTD, which SOAP forbids (SOAP
 * 1.1, section 3).
 */
export function isReferenceBound(type) {
  if (type.primitive === 'ENTITY' || type.primitive === 'ENTITIES') return true;
  return [type.base, type.item, ...(type.members ?? [])].some(
    (one) => one !== undefined && isReferenceBound(one),
  );
}
