// Calls by GraphQL through the loader of Mesh. `as` is what is selected, or the name of a port of HTTP.
import { createRequire } from 'node:module';
import { answerLines } from '../javascript.mjs';

const peer = createRequire(new URL('peers/', import.meta.url));
const { SOAPLoader, createExecutorFromSchemaAST } = peer('@omnigraph/soap');
const { parse } = peer('graphql');
const logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => logger,
};
const selections = {
  Get: '{ GetResult { id name tag } }',
  Who: '{ WhoResult { id name } }',
  Echo: '{ EchoResult { text long } }',
  Find: '{ FindResult { Student { id } } }',
};

answerLines(async ({ operation, wsdl, as, args }) => {
  const loader = new SOAPLoader({ subgraphName: 'school', fetch, logger });
  await loader.fetchWSDL(wsdl);
  const schema = loader.buildSchema();
  const isHttp = as.startsWith('Http');
  const ending = `_School${isHttp ? as : 'Soap'}_${operation}`;
  const [name, root] = ['Query', 'Mutation'].flatMap((one) => {
    const fields = Object.keys(schema.getType(one)?.getFields() ?? {});
    return fields.filter((field) => field.endsWith(ending)).map((field) => [field, one]);
  })[0];
  const execute = createExecutorFromSchemaAST(schema, fetch);
  if (isHttp) {
    const { errors } = await execute({ document: parse(`mutation { ${name}(id: "1") { id } }`) });
    return { error: errors?.map(String).join('; ') };
  }
  const selected = as === '' ? selections[operation] : as;
  const input = schema.getType(root).getFields()[name].args[0].type;
  const text = `${root.toLowerCase()} ($given: ${input}) { ${name}(${operation}: $given) ${selected} }`;
  const { data, errors } = await execute({ document: parse(text), variables: { given: args } });
  const value = data?.[name]?.[`${operation}Result`] ?? data?.[name] ?? null;
  return errors === undefined ? { value } : { value, error: errors.map(String).join('; ') };
});
