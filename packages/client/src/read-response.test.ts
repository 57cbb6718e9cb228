import { expect, it } from 'vitest'
import { toLinkshelfError } from './linkshelf-error.ts'
import { readResponse } from './read-response.ts'

it('reads a JSON body, an empty body, and a file', async () => {
  expect(await readResponse(Response.json({ a: 1 }))).toEqual({ a: 1 })
  expect(await readResponse(new Response(null, { status: 204 }))).toBeUndefined()
  expect(await ((await readResponse(new Response('a,b', { headers: { 'content-type': 'text/csv' } }))) as Blob).text()).toBe('a,b')
})

it.each([
  [`attachment; filename="kuche.csv"; filename*=UTF-8''k%C3%BCche.csv`, 'küche.csv'],
  ['attachment; filename="links.csv"', 'links.csv'],
])('gives a file the name in %s', async (disposition, name) => {
  const file = await readResponse(new Response('a,b', { headers: { 'content-type': 'text/csv', 'content-disposition': disposition } }))
  expect(file).toBeInstanceOf(File)
  expect(file).toMatchObject({ name, type: 'text/csv' })
})

it('throws if a stream of events ends with an error', async () => {
  const body = 'event: message\ndata: {"n":1}\n\nevent: error\ndata: {"code":"FAULT"}\n\n'
  const events = (await readResponse(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))) as AsyncIterable<unknown>
  const seen: unknown[] = []
  const reading = (async () => {
    for await (const event of events) seen.push(event)
  })()

  await expect(reading).rejects.toThrow('The server ended the stream with an error')
  expect(seen).toEqual([{ n: 1 }])
})

it('reads events even if chunks split them, and skips comments', async () => {
  const parts = ['event: mess', 'age\ndata: {"n":1}\n', '\n: alive\n\ndata: {"n":2}\n\ndata: {"n":']
  const body = new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part))
      controller.close()
    },
  })
  const events = (await readResponse(new Response(body, { headers: { 'content-type': 'text/event-stream' } }))) as AsyncIterable<unknown>
  const seen: unknown[] = []
  for await (const event of events) seen.push(event)
  expect(seen).toEqual([{ n: 1 }, { n: 2 }])
})

it('throws an error for any other response', async () => {
  const body = { code: 'LINK_SLUG_TAKEN', status: 409, message: 'Taken', correlation_id: 'c-1' }
  expect(await toLinkshelfError(Response.json(body, { status: 409 }))).toMatchObject({
    code: 'LINK_SLUG_TAKEN',
    status: 409,
    correlationId: 'c-1',
  })
  const page = new Response('<h1>Bad gateway', { status: 502, headers: { 'x-correlation-id': 'c-2' } })
  expect(await toLinkshelfError(page)).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status: 502, correlationId: 'c-2' })
})
