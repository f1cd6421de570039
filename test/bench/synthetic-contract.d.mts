/** Text of a WSDL with that many operations; `change` stands in its documentation. */
export function syntheticContract(operations: number, change?: string): string;
