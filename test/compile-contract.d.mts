/** Generates and compiles a contract. Returns a new folder for the caller to remove. */
export function compileContract(contract: string): string;
