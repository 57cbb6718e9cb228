import type { DomainId, OrganizationId } from '@linkshelf/contract'
import { expect, it } from 'vitest'
import { defaultServedSettings } from '../../domains/visitors.ts'
import { createServedDomains } from '../domains/served-domains.ts'
import { createTlsVisits } from './tls-visits.ts'

const row = (host: string) => ({
  host,
  domainId: `domain of ${host}` as DomainId,
  organizationId: 'o' as OrganizationId,
  settings: defaultServedSettings,
})

function openTls({
  hosts = ['go.lamps.example', 'xn--lmpen-gra.example'],
  trustedProxies = ['10.0.0.0/8'],
  isPaused = (): boolean => false,
} = {}) {
  const servedDomains = createServedDomains({
    publicOrigin: 'https://go.example:8443',
    publicHosts: ['links.example'],
    appOrigin: 'https://app.example',
  })
  servedDomains.replaceAll(hosts.map(row))
  const { visitTls, counts } = createTlsVisits({ servedDomains, publicOrigin: 'https://go.example', trustedProxies, isPaused })
  /** Sends a request from this address through these proxies. */
  function send(url: string, { from = '127.0.0.1', forwardedFor = undefined as string | undefined } = {}) {
    const outcome = visitTls({
      method: 'GET',
      url,
      headers: { host: 'edge:3001', 'x-forwarded-for': forwardedFor },
      socket: { remoteAddress: from },
    })
    return outcome !== undefined && 'response' in outcome ? outcome.response : undefined
  }
  const askForCertificate = (domain: string, client = {}) => send(`/.tls/ask?domain=${encodeURIComponent(domain)}`, client)?.status
  const list = (client = {}) => send('/.tls/traefik', client)
  return { servedDomains, ask: askForCertificate, list, send, counts }
}

it.each([
  ...['go.lamps.example', 'GO.Lamps.example', 'go.lamps.example.', 'xn--lmpen-gra.example', 'lämpen.example'],
  ...['go.example', 'links.example', 'app.example'],
])('allows a certificate for %s', (name) => {
  expect(openTls().ask(name)).toBe(200)
})

it.each([
  ...['', 'lamps.example', 'other.example', 'x.go.lamps.example', '*.lamps.example', 'go.lamps.example:443', 'go.example:8443'],
  ...['203.0.113.5', '::1', 'localhost', 'go.lamps.example/', 'https://go.lamps.example', 'x'.repeat(5_000), '\u0000'],
])('allows no certificate for %j', (name) => {
  expect(openTls().ask(name)).toBe(403)
})

it('allows no certificate without a name', () => {
  const { send } = openTls()
  expect([send('/.tls/ask')?.status, send('/.tls/ask?domain')?.status, send('/.tls/ask?name=go.lamps.example')?.status]).toEqual([
    403, 403, 403,
  ])
})

const operators = [
  { from: '127.0.0.1' },
  { from: '::ffff:127.0.0.1' },
  { from: '::1' },
  { from: '10.1.2.3' },
  { from: '10.1.2.3', forwardedFor: '10.9.9.9' },
]
const outsiders = [
  { from: '198.51.100.7' },
  { from: '198.51.100.7', forwardedFor: '127.0.0.1' },
  // Proxies forwarded these requests of a visitor. They are rejected, whether TRUSTED_PROXIES names the proxies or not.
  { from: '127.0.0.1', forwardedFor: '198.51.100.7' },
  { from: '10.1.2.3', forwardedFor: '127.0.0.1, 198.51.100.7' },
  { from: '10.1.2.3', forwardedFor: '198.51.100.7, 10.9.9.9' },
]

it.each(operators)('answers %o', (client) => {
  const { ask, list } = openTls()
  expect([ask('go.lamps.example', client), list(client)?.status]).toEqual([200, 200])
})

it.each(outsiders)('rejects %o', (client) => {
  const { ask, list, counts } = openTls()
  expect([ask('go.lamps.example', client), list(client)]).toEqual([403, undefined])
  expect(counts).toEqual({ allowed: 0, denied: 0, listed: 0, rejected: 2 })
})

it('answers no other path', () => {
  const { send } = openTls()
  for (const path of ['/.tls/', '/.tls/asks', '/.tls/ask/', '/.tls/traefik.json']) expect(send(path)).toBeUndefined()
})

it('lists one Traefik router per domain, in a stable order', () => {
  const { list, servedDomains, counts } = openTls({ hosts: ['b.example', 'a.example'] })
  const first = list()
  const router = (host: string) => ({ rule: `Host(\`${host}\`)`, service: 'linkshelf@file', tls: { certResolver: 'linkshelf' } })
  expect(JSON.parse(String(first?.body))).toEqual({
    http: { routers: { 'a.example': router('a.example'), 'b.example': router('b.example') } },
  })
  expect(first?.headers).toContain('application/json')

  servedDomains.replaceAll([row('a.example'), row('c.example'), row('b.example')])
  servedDomains.update(['c.example'], [])
  expect(list()?.body).toEqual(first?.body)
  expect(Object.keys(JSON.parse(String(list()?.body)).http.routers)).toEqual(['a.example', 'b.example'])
  expect(counts.listed).toBe(3)
})

it('returns an empty object instead of an empty list, and answers 503 before the domains are loaded', () => {
  const { list } = openTls({ hosts: [] })
  expect(String(list()?.body)).toBe('{}')

  const servedDomains = createServedDomains({ publicOrigin: 'https://go.example', publicHosts: [] })
  const { visitTls } = createTlsVisits({ servedDomains, publicOrigin: 'https://go.example', trustedProxies: [] })
  const outcome = visitTls({ url: '/.tls/traefik', headers: {}, socket: { remoteAddress: '127.0.0.1' } })
  expect(outcome).toMatchObject({ response: { status: 503 } })
})

it('allows certificates only for names of the instance while it is paused', () => {
  let isPaused = true
  const { ask, list } = openTls({ isPaused: () => isPaused })
  expect(['go.lamps.example', 'lämpen.example', 'go.example', 'app.example'].map((name) => ask(name))).toEqual([403, 403, 200, 200])
  expect(list()?.status).toBe(503)
  isPaused = false
  expect([ask('go.lamps.example'), list()?.status]).toEqual([200, 200])
})
