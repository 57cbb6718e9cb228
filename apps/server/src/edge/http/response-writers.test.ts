import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeServer, listen } from '../../platform/http/listen.ts'
import { BUSY, GONE, LOOP, METHOD_NOT_ALLOWED, NOT_FOUND, type Outcome, RATE_LIMITED, toDefaultRedirect } from '../outcome.ts'
import { createResponseWriters, formatHeaderLines } from './response-writers.ts'

const keepAliveMs = 65_000
const writers = createResponseWriters({ publicOrigin: 'https://go.example', keepAliveMs, health: () => ({ status: 'ok' }) })
let outcome: Outcome = NOT_FOUND
const createTestServer = () =>
  createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => writers.writeToNode(request, response, outcome))

let server: Server
beforeEach(() => {
  server = createTestServer()
})
afterEach(() => closeServer(server))

const destination = 'https://shop.example/lamp?tag=mia-20'
const redirect = toDefaultRedirect({ linkId: 'l', projectId: 'p', organizationId: 'o', revision: 1, destination, rules: [] }, () => false)
const inArabic = { headers: { 'accept-language': 'ar' } }
const outcomes: Outcome[] = [
  redirect,
  GONE,
  NOT_FOUND,
  RATE_LIMITED,
  BUSY,
  LOOP,
  METHOD_NOT_ALLOWED,
  { kind: 'page', page: 'front' },
  { kind: 'page', page: 'robots' },
  { kind: 'page', page: 'icon' },
  { kind: 'page', page: 'health' },
]

it.each(outcomes.map((one) => [one.kind === 'page' ? one.page : one.kind, one] as const))(
  'writes the same bytes as node:http for %s',
  async (_name, written) => {
    outcome = written
    const client = connect(await listen(server, '127.0.0.1', 0, 'PORT'), '127.0.0.1')
    client.write('GET /lamp HTTP/1.1\r\nHost: x\r\nAccept-Language: ar\r\n\r\n')
    const chunks: Buffer[] = []
    client.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(client, 'data')
    const sent = () => Buffer.concat(chunks).toString('latin1')
    const at = Date.parse(/Date: (.*)\r\n/.exec(sent())?.[1] ?? '')
    await expect.poll(sent).toBe(writers.toText(written, at + 999, inArabic))
    expect(writers.toText(written, at + 1_000, inArabic)).not.toBe(sent())
    client.destroy()
  },
)

it.each<Outcome>([NOT_FOUND, { kind: 'store-not-found' }, GONE, BUSY, LOOP, { kind: 'page', page: 'front' }])(
  "answers $kind in the visitor's language, or in English if the language is not available",
  (written) => {
    const textFor = (acceptLanguage: string) => writers.toText(written, 0, { headers: { 'accept-language': acceptLanguage } })
    expect(textFor('ja,en;q=0.5')).toMatch(/\r\nVary: Accept-Language\r\n.*<html lang="ja" dir="ltr">/s)
    expect(textFor('ar-EG')).toMatch(/<html lang="ar" dir="rtl">/)
    expect(textFor('sv')).toBe(textFor(''))
    expect(textFor('')).toMatch(/<html lang="en" dir="ltr">/)
  },
)

it('throws for a header name or value that contains a line break', () => {
  expect(() => formatHeaderLines(['X-Robots-Tag', 'noindex\r\nX-Evil: 1'])).toThrow()
  expect(() => formatHeaderLines(['X-Robots-Tag: all\r\nX-Evil', 'noindex'])).toThrow()
})
