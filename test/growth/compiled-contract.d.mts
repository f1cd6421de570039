/** A WSDL with a number of elements, types or operations. */
export function compiledContract(
  kind:
    | 'sequence'
    | 'choice'
    | 'repeatedChoice'
    | 'derivedTypes'
    | 'choices'
    | 'wideChoices'
    | 'optionalPairs'
    | 'steps'
    | 'operations',
  count: number,
): string;
