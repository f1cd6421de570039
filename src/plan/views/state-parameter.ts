/**
 * Type parameter for what handlers get as `context.state`. No type of a contract has a `$` in its
 * name.
 */
export const stateParameter = '$State';
