/** Its lists may still be read while it is sent: one item is in memory at a time. */
type Streamed = Readonly<Record<string, unknown>>

export async function* jsonPieces(object: Streamed): AsyncIterable<string> {
  let before = '{'
  for (const [name, value] of Object.entries(object)) {
    yield `${before}${JSON.stringify(name)}:`
    if (isStream(value)) yield* listPieces(value)
    else yield JSON.stringify(value)
    before = ',\n'
  }
  yield '}\n'
}

async function* listPieces(items: AsyncIterable<unknown>): AsyncIterable<string> {
  let before = '[\n'
  for await (const item of items) {
    yield before + JSON.stringify(item)
    before = ',\n'
  }
  yield before === '[\n' ? '[]' : '\n]'
}

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
