import { kebabName } from '../../plan/views/file-names.ts';
import { type PlannedFile, schemaLocation } from './planned-files.ts';

/** The configuration for one contract. */
export function configFile(input: string, name: string): PlannedFile {
  const config = {
    $schema: schemaLocation('asmx-gen.config.schema.json', ''),
    contracts: [{ input, output: `generated/${kebabName(name) || 'service'}` }],
  };
  return { path: 'asmx-gen.config.json', data: `${JSON.stringify(config, undefined, 2)}\n` };
}
