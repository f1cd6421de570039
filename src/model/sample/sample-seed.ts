/**
 * Distinguishes samples: the name of the element or attribute, and its number among those of the
 * same name, from 0.
 */
export interface SampleSeed {
  readonly name: string;
  readonly ordinal: number;
}
