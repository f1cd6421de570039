// Settings of the configuration that change how values are read and written.
import { mappedSettings, mappingNames } from '../roundtrip/mapped-types.mjs';

const others = {
  numbers: { types: { dateTime: 'Date', long: 'number', integer: 'number', decimal: 'number' } },
  strings: { types: { long: 'string', integer: 'string' }, brands: true },
  kept: { arrays: 'keep', enums: 'const' },
};

/** Names of all settings. */
export const settingNames = [
  ...mappingNames.filter((one) => one !== 'brands'),
  ...Object.keys(others),
];

/** The settings of a name for a model. */
export const settingsOf = (name, model) => others[name] ?? mappedSettings(name, model);

/** Whether values of these settings can be drawn. */
export const isDrawn = (name) => name !== 'numbers' && name !== 'strings';
