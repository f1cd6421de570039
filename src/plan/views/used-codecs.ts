import type { CodecPlan, ContractPlan, OperationPlan, PayloadPlan } from '../result/plan.ts';

/** The codecs that are called: without a server, none of those that only servers need. */
export function usedCodecs({ operations, codecs, options }: ContractPlan): readonly CodecPlan[] {
  if (options.targets.includes('server')) return codecs;
  const byName = new Map(codecs.map((codec) => [codec.name, codec]));
  const used = new Set<string>();
  for (const operation of operations) {
    for (const name of [...clientCodecs(operation), ...payloadCodecs(operation)]) {
      if (name !== undefined) used.add(name);
    }
  }
  // one by one it grows: a set gives what is added while it is looped over
  for (const name of used) for (const other of byName.get(name)?.uses ?? []) used.add(other);
  return codecs.filter(({ name }) => used.has(name));
}

type Names = readonly (string | undefined)[];

function clientCodecs({ codecs }: OperationPlan): Names {
  const { writeRequest, readResponse, attachRequest } = codecs;
  const { writeForm, writeDocument, writeLocation, readResult, stream } = codecs;
  const http = [writeForm, writeDocument, writeLocation, readResult];
  return [writeRequest, readResponse, attachRequest, ...http, stream?.readRecord];
}

function payloadCodecs({ faults, inputHeaders, outputHeaders }: OperationPlan): Names {
  const payloads: readonly PayloadPlan[] = [...faults, ...inputHeaders, ...outputHeaders];
  return payloads.flatMap(({ read, write }) => [read, write]);
}
