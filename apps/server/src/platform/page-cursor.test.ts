import { expect, it } from 'vitest'
import { z } from 'zod'
import { createPageCursor, cursorInstant } from './page-cursor.ts'

const position = z.object({ at: cursorInstant, id: z.uuid() })
const links = createPageCursor('links', 1, position)
const last = { at: new Date('2026-03-01T12:00:00.123Z'), id: '018f3c6e-0000-7000-8000-000000000001' }

it('decodes the position that it encoded, and uses only characters that a URL allows', () => {
  expect(links.decode(links.encode(last))).toEqual(last)
  expect(links.encode(last)).toMatch(/^[\w-]{1,200}$/)
})

it.each([
  ['another list', createPageCursor('visitors', 1, position).encode(last)],
  ['an earlier version', createPageCursor('links', 0, position).encode(last)],
  ['no JSON', 'bm9uc2Vuc2U'],
  ['other JSON', Buffer.from('{"at":1}').toString('base64url')],
  ['a position that does not fit', Buffer.from(JSON.stringify(['links-1', { at: 1, id: '-' }])).toString('base64url')],
  ...['-271821-04-20T00:00:00.000Z', '+275760-09-13T00:00:00.000Z'].map((at): [string, string] => [
    `the instant ${at}`,
    Buffer.from(JSON.stringify(['links-1', { ...last, at }])).toString('base64url'),
  ]),
  ['a cursor that is cut', links.encode(last).slice(0, -4)],
  ['characters that are no base64', '§§§'],
  ['nothing', ''],
])('does not decode %s', (_case, cursor) => {
  expect(links.decode(cursor)).toBeUndefined()
})
