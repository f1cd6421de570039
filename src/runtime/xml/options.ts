import type { DeviationSink } from './deviation.ts';
import type { XmlPrefixes } from './prefixes.ts';
import type { NamespaceAlias } from './scope.ts';
import { defaultXmlLimits, type XmlLimits } from './tokens.ts';

/**
 * Above this many UTF-16 code units texts are copied out of the document, which can then be
 * collected.
 */
export const DETACH_ABOVE: number = 1_048_576;

/** How to read a document. */
export interface XmlReaderOptions {
  /**
   * Bounds; what is left out is as in `defaultXmlLimits`. A smaller `depth` alone bounds skipped
   * elements as well.
   */
  readonly limits?: Partial<XmlLimits> | undefined;
  /** Missing numbers, booleans and dates read as their ASMX defaults rather than being errors. */
  readonly defaults?: boolean | undefined;
  /**
   * Missing elements that may be nil read as null, as SOAP encoding has it (SOAP 1.1 section
   * 5.1.9); `defaults` implies it.
   */
  readonly absentNil?: boolean | undefined;
  /**
   * `<p><b>1</b></p>` as the value `1`, after which the rest of the parameters is lost, as ASMX
   * reads it; as `defaults` when left out.
   */
  readonly nestedValues?: boolean | undefined;
  /**
   * Takes what does not fit the contract and is let pass; without it nothing is that would be an
   * error.
   */
  readonly deviations?: DeviationSink | undefined;
  /** Namespace on the wire that stands for the contract's. */
  readonly alias?: NamespaceAlias | undefined;
  /**
   * Copy texts so that they do not keep the document in memory; above a million code units when
   * left out.
   */
  readonly detach?: boolean | undefined;
  /**
   * Whether generated codecs may take their fast path, which changes nothing but the time; default
   * true.
   */
  readonly predict?: boolean | undefined;
  /** Record the positions of attributes and give declarations in `declarations`; slower. */
  readonly positions?: boolean | undefined;
}

/** Fills in what is not given. */
export function completeLimits(given: Partial<XmlLimits> | undefined): XmlLimits {
  if (given === undefined) return defaultXmlLimits;
  const limits = { ...defaultXmlLimits, ...given };
  const narrowed = limits.depth !== defaultXmlLimits.depth && given.skippedDepth === undefined;
  return narrowed ? { ...limits, skippedDepth: limits.depth } : limits;
}

/** How start tags are to be read. */
export interface TagSettings {
  readonly limits: XmlLimits;
  readonly alias: NamespaceAlias | undefined;
  /** Bindings around the reader. */
  readonly prefixes: XmlPrefixes;
  /** Record the positions of attributes, and declarations as attributes. */
  readonly positions: boolean;
  /** Copy attribute values out of the document. */
  readonly detach: boolean;
  /** Whether texts may hold characters that XML forbids. */
  readonly anyCharacter: boolean;
}
