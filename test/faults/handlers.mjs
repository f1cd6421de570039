/** A stream of so many bytes. */
export function streamOf(length) {
  let left = length;
  return new ReadableStream(
    {
      pull(controller) {
        if (left === 0) return controller.close();
        const bytes = new Uint8Array(Math.min(left, 300)).fill(65);
        left -= bytes.length;
        controller.enqueue(bytes);
      },
    },
    { highWaterMark: 0 },
  );
}

/** How many bytes a stream has. */
export async function count(stream) {
  let length = 0;
  for await (const bytes of stream) length += bytes.length;
  return length;
}

export const handlers = {
  echo: ({ text }) => text,
  list: async function* ({ count: most }) {
    for (let id = 0; id < most; id += 1) yield { id, text: `item ${id}` };
  },
  store: ({ data }) => count(data),
  fetch: ({ length }) => streamOf(length),
};
