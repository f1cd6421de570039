/**
 * What tells one sample from another: the name of the element or attribute, and its number among
 * its like, from 0.
 */
export interface SampleSeed {
  readonly name: string;
  readonly ordinal: number;
}
