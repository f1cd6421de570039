import type { Command } from 'commander';
import { collect } from '../program/option-values.ts';

/** Adds the options of {@link AccessOptions} to a command. */
export function addAccessOptions(command: Command): Command {
  return command
    .option('--header <line>', "HTTP header 'Name: value' for the server (repeatable)", collect)
    .option('--user <name:password>', 'sign in with Basic authentication, or as --ntlm says')
    .option('--ntlm', "sign in with NTLM: --user 'DOMAIN\\NAME:PASSWORD'")
    .option('--cert <file>', 'client certificate in PEM')
    .option('--key <file>', 'its key, if that is in a file of its own')
    .option('--pfx <file>', 'client certificate and key in PKCS #12')
    .option('--passphrase <text>', 'passphrase of the key')
    .option('--ca <file>', 'certificate authority to trust besides the usual ones, in PEM')
    .addHelpText('after', accessHelp);
}

const accessHelp = `
The options for servers go to the server of the contract alone, and are written nowhere.
A value env:NAME is read from the environment: --user env:WSDL_USER, --header 'X-Key: env:KEY'
(for files, the variable holds the path).`;
