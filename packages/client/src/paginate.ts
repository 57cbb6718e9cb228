import type { CallOptions } from './call.ts'

type ListCall<Input, Item> = (
  input: Input,
  options?: CallOptions,
) => Promise<{ headers: { 'x-next-cursor'?: string | undefined }; body: Item[] }>

/** Every entry of a list, from page to page; each page is requested when the one before has been read. */
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
