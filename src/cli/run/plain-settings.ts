import type { ContractSettings } from '../../config/config.ts';
import { withoutOwnTypes } from '../../plan/scope/map-own-types.ts';

/**
 * Settings of a contract for values that people and agents write: of the contract's types, and
 * whole.
 */
export function plainSettings(settings: ContractSettings): ContractSettings {
  return { ...settings, types: withoutOwnTypes(settings.types), streams: [] };
}
