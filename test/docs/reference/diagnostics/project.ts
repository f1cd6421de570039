import { type Example, type Explanations, type Step, yaml } from './explanation.ts';

const contract = `asmx: 1
name: School
namespace: http://example.org/school
services:
  School:
    operations:
      Ping: {}
`;
const files = { 'school.yaml': contract };
const without: string = contract.replace('      Ping: {}\n', '      Pong: {}\n');

function config(text: string): Example {
  const name = 'asmx-gen.config.json';
  return { shown: text, file: name, files: { ...files, [name]: text }, steps: [['generate']] };
}

const club: string = contract.replace('name: School', 'name: Club');
const onlyPing = `{ "contracts": [{ "input": "school.yaml", "targets": ["types"] }] }\n`;
const schoolWithType = `${contract.replace('Ping: {}', 'Ping: { returns: Pupil }')}types:
  Pupil: { fields: { id: int, name: string } }
`;
const insideTheType: string = schoolWithType.replace('id: int,', "id: int, nick: 'string?',");
const staleEntry = `{
  "contracts": [{ "input": "school.yaml" }],
  "diff": {
    "ignore": [{ "code": "operation-removed", "path": "School.Pong", "reason": "Nobody calls it." }]
  }
}
`;
const withHandlers = `{ "contracts": [{ "input": "school.yaml", "targets": ["handlers"] }] }\n`;

function handlers(text: string, steps: readonly Step[] = []): Example {
  return {
    shown: text,
    file: 'handlers/school.ts',
    files: { ...files, 'asmx-gen.config.json': withHandlers },
    steps: [['generate'], { 'handlers/school.ts': text }, ...steps, ['generate']],
  };
}

function template(text: string): Example {
  return {
    shown: text,
    file: 'templates/index.hbs',
    files: { ...files, 'templates/index.hbs': text },
    steps: [['generate', 'school.yaml', '--templates', 'templates']],
  };
}

function diff(before: string, after: string): Example {
  const text = (parameter: string): string =>
    contract.replace('Ping: {}', `Ping: { ${parameter} }`);
  return {
    shown: text(after),
    file: 'new.yaml',
    files: { 'old.yaml': text(before), 'new.yaml': text(after) },
    steps: [['diff', 'old.yaml', 'new.yaml', '--reporter', 'github']],
  };
}

/** 5xxx and 7xxx to 9xxx: configuration, output, comparison, templates. */
export const project: Explanations = {
  ASMX5001: {
    meaning:
      'The configuration cannot be read or run: it is malformed, it throws when it is imported, or it is code of another user.',
    solution: 'Correct the place.',
    example: config('{ "contracts": [{ "input": "school.yaml" ] }\n'),
  },
  ASMX5002: {
    meaning: 'The configuration can be read, but a key does not exist or a value is not possible.',
    solution: 'Correct the key or the value. [Configuration](config.md) lists them.',
    example: config('{ "contracts": [{ "input": "school.yaml", "runtim": "package" }] }\n'),
  },
  ASMX5003: {
    meaning:
      'A key of `naming` or a glob of `only` matches nothing in its contracts, so it has no effect. `check` always reports it, `generate` when it generates code.',
    solution: 'Correct the name, or remove it. `npx asmx-gen inspect` shows the names.',
    example: config(
      '{ "contracts": [{ "input": "school.yaml", "naming": { "School.Pnig": "knock" } }] }\n',
    ),
  },
  ASMX5004: {
    meaning:
      'Target `gateway` gives an operation the method and path that `routes` says. Parameters in braces must be single texts, numbers or booleans of its input, and on GET and DELETE the query has to hold all others.',
    solution:
      'Name a property of the input, which `npx asmx-gen inspect` shows, or use POST, PUT or PATCH, whose requests have a body.',
    example: config(
      '{ "contracts": [{ "input": "school.yaml", "targets": ["gateway"], "routes": { "School.Ping": "GET /ping/{name}" } }] }\n',
    ),
  },
  ASMX7001: {
    meaning:
      'A generated file was edited. Generating again would lose the change, so nothing is written.',
    solution:
      'Move the change to your own file, to a template or to the contract; then run with `--force`. ' +
      'If a formatter changed the files, exclude the folder from it, or set `format: project` for prettier.',
    example: {
      shown: "export * from './types.js';\nexport const mine = 1;\n",
      file: 'generated/school/index.ts',
      files,
      steps: [
        ['generate', 'school.yaml'],
        { 'generated/school/index.ts': "export * from './types.js';\nexport const mine = 1;\n" },
        ['generate', 'school.yaml'],
      ],
    },
  },
  ASMX7002: {
    meaning:
      'At the path of a generated file there is a file that this tool did not write, a folder or a link. It is not overwritten.',
    solution: 'Move it away or choose another output folder. `--force` overwrites a file.',
    example: {
      shown: 'export const mine = 1;\n',
      file: 'src/index.ts',
      files: { ...files, 'src/index.ts': 'export const mine = 1;\n' },
      steps: [['generate', 'school.yaml', '-o', 'src']],
    },
  },
  ASMX7003: {
    meaning:
      '`generate --check` finds that a file would change. With the text reporter it prints a diff instead of this diagnostic.',
    solution: 'Run `npx asmx-gen generate` and commit what it writes.',
    example: {
      shown: without,
      file: 'school.yaml',
      files,
      steps: [
        ['generate', 'school.yaml', '--targets', 'types,client'],
        { 'school.yaml': without },
        ['generate', 'school.yaml', '--targets', 'types,client', '--check', '--reporter', 'github'],
      ],
    },
  },
  ASMX7004: {
    meaning:
      'A file would have a name that some file system does not allow. Names are chosen so that this cannot happen; if it does, nothing is written.',
    solution:
      'Use `naming` to rename the definition that the file is named after, and please report it.',
    example: undefined,
  },
  ASMX7010: {
    meaning:
      '`verify --recording` sent a recorded call to a server, whose answer has another value at this place. Values are compared, not their spelling.',
    solution:
      'Correct the server. If the new answer is right, record again, or edit the line of the recording.',
    example: undefined,
  },
  ASMX7005: {
    meaning: 'A handler file is not well-formed TypeScript, so no stub can be added.',
    solution: 'Correct it and generate again.',
    example: handlers('export const schoolHandlers = {\n'),
  },
  ASMX7006: {
    meaning:
      'A handler belongs to an operation that the contract no longer has. It is not changed.',
    solution: 'Remove it, or move it to the operation that replaces it.',
    example: {
      shown: without,
      file: 'school.yaml',
      files: { ...files, 'asmx-gen.config.json': withHandlers },
      steps: [['generate'], { 'school.yaml': without }, ['generate']],
    },
  },
  ASMX7007: {
    meaning: 'Handlers seem to be missing from a file, but the tool cannot tell where to add them.',
    solution:
      'Add the stubs that the message shows. [Targets](../targets.md) lists the supported forms.',
    example: handlers('export const answers = { ping: () => undefined };\n'),
  },
  ASMX7008: {
    meaning:
      'A folder has a manifest, but belongs to no contract of the configuration: its contract was removed or now has another folder. Only folders beside the output folders are searched.',
    solution:
      'Run `npx asmx-gen generate --prune`, which removes its generated files unless they were edited, or add the contract to the configuration.',
    example: {
      shown: onlyPing,
      file: 'asmx-gen.config.json',
      files: { ...files, 'club.yaml': club, 'asmx-gen.config.json': onlyPing },
      steps: [['generate', 'club.yaml', '--targets', 'types'], ['generate']],
    },
  },
  ASMX7009: {
    meaning:
      'The output folder was generated from a contract of another name, read from other files. Generating would replace its code, so nothing is written.',
    solution: 'Choose another output folder. `--force` replaces its code.',
    example: {
      shown: club,
      file: 'club.yaml',
      files: { ...files, 'club.yaml': club },
      steps: [
        ['generate', 'school.yaml', '-o', 'src/school', '--targets', 'types'],
        ['generate', 'club.yaml', '-o', 'src/school', '--targets', 'types'],
      ],
    },
  },
  ASMX8001: {
    meaning:
      'In `diff --reporter github`: a caller generated from the old contract fails with a server generated from the new one.',
    solution: 'Undo the change, or inform the callers; the change needs a major version.',
    example: diff('', 'parameters: { id: string }'),
  },
  ASMX8002: {
    meaning:
      'In `diff --reporter github`: a server generated from the old contract fails with a caller generated from the new one.',
    solution: 'Update the server first.',
    example: diff('', 'returns: int'),
  },
  ASMX8003: {
    meaning:
      'An entry of `diff.ignore` in the configuration matched no change, or its last day has passed, so that its changes count again.',
    solution: 'Remove the entry, or agree on a later day.',
    example: {
      shown: staleEntry,
      file: 'asmx-gen.config.json',
      files: { ...files, 'asmx-gen.config.json': staleEntry },
      steps: [['diff', 'school.yaml', 'school.yaml']],
    },
  },
  ASMX8004: {
    meaning:
      'In `diff --reporter github`: by its messages the change is compatible, but programs of a stack lose values of them, as those made by `dotnet-svcutil` do. It is an error if `--for` or `diff.readers` of the configuration names the stack.',
    solution: 'Follow the help, or name the stacks that your callers and services are made with.',
    example: {
      shown: insideTheType,
      file: 'new.yaml',
      files: { 'old.yaml': schoolWithType, 'new.yaml': insideTheType },
      steps: [['diff', 'old.yaml', 'new.yaml', '--reporter', 'github']],
    },
  },
  ASMX8005: {
    meaning:
      'With `check --for`, or `for` in the configuration: a stack that you name cannot do something of the contract, or does it wrongly. Each was seen in a run; [Other stacks](other-stacks.md) has all that is known.',
    solution: 'Follow the help: it is for your side, or for theirs.',
    example: {
      ...yaml(schoolWithType.replace('id: int,', "marks: 'int[]',")),
      steps: [['check', 'school.yaml', '--for', 'php']],
    },
  },
  ASMX9001: {
    meaning:
      'One of your templates cannot be compiled, uses a field that its view does not have, or replaces no built-in template.',
    solution: 'Correct the place. [Templates](templates.md) lists the views.',
    example: template('{{> header}}\n{{exprots}}\n'),
  },
  ASMX9002: {
    meaning:
      'The output of a template is not TypeScript, or contains statements that generated files do not have. Nothing is written.',
    solution:
      'Correct your template. If you have no templates of your own, this is a bug of the tool: please report it.',
    example: template('{{> header}}\nexport const names = [;\n'),
  },
};
