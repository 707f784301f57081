export type DuePage<Due> = { rows: Due[]; next: number | null }

export const LAST_PAGE = { rows: [], next: null }

export async function* inPages<Due>(
  pageAfter: (id: number) => Promise<DuePage<Due>>,
): AsyncGenerator<Due> {
  for (let after: number | null = 0; after !== null; ) {
    const { rows, next }: DuePage<Due> = await pageAfter(after)
    yield* rows
    after = next
  }
}
