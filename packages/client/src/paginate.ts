import type { CallOptions } from './call.ts'

type ListCall<Input, Item> = (
  input: Input,
  options?: CallOptions,
) => Promise<{ headers: { 'x-next-cursor'?: string | undefined }; body: Item[] }>

/**
 * Iterates over all entries of a list. The next page is requested only after all entries of the current page were read.
 */
export async function* paginate<Input extends { query?: { cursor?: string | undefined } | undefined }, Item>(
  list: ListCall<Input, Item>,
  input: Input,
  options?: CallOptions,
): AsyncGenerator<Item, void, undefined> {
  let cursor = input.query?.cursor
  do {
    const page = await list({ ...input, query: { ...input.query, ...(cursor && { cursor }) } }, options)
    yield* page.body
    cursor = page.headers['x-next-cursor']
  } while (cursor)
}
