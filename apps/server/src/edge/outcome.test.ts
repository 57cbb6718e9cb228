import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type FoundLink, toResolvedLink } from '../links/visitors.ts'
import { toLinkOutcome } from './outcome.ts'
import { createRedirectHeaders } from './responses.ts'

function createFoundLink(destination: string): FoundLink {
  const link = toResolvedLink({ linkId: 'l', projectId: 'p', organizationId: 'o', revision: 1, destination, rules: [] })
  return link === undefined ? { kind: 'invalid' } : { kind: 'link', link }
}

it.each<[string, FoundLink | undefined, object]>([
  ['an unknown slug', undefined, { kind: 'not-found' }],
  ['a deleted link', { kind: 'gone' }, { kind: 'gone' }],
  [
    'a link',
    createFoundLink('https://shop.example/lamp?tag=mia-20'),
    { kind: 'redirect', location: 'https://shop.example/lamp?tag=mia-20', rule: 'default' },
  ],
  ['a link over http', createFoundLink('http://shop.example/'), { kind: 'redirect', location: 'http://shop.example/' }],
  [
    'a name in another script',
    createFoundLink('https://bücher.example/'),
    { kind: 'redirect', location: 'https://xn--bcher-kva.example/' },
  ],
  ['a stored script', createFoundLink('javascript:alert(1)'), { kind: 'not-found' }],
  ['a stored script in disguise', createFoundLink('java\nscript:alert(1)'), { kind: 'not-found' }],
  ['stored data', createFoundLink('data:text/html,hi'), { kind: 'not-found' }],
  ['a stored file', createFoundLink('file:///etc/passwd'), { kind: 'not-found' }],
  ['a stored header', createFoundLink('https://shop.example/\r\nSet-Cookie: a=b'), { kind: 'not-found' }],
  ['a stored password', createFoundLink('https://bank@evil.example/'), { kind: 'not-found' }],
  ['an empty destination', createFoundLink(''), { kind: 'not-found' }],
])('resolves %s', (_case, stored, expected) => {
  expect(toLinkOutcome(stored, () => false)).toMatchObject(expected)
})

it('redirects only to http(s) addresses without credentials, whatever was stored', () => {
  const scheme = fc.constantFrom(
    'javascript:',
    'JaVaScRiPt:',
    'data:',
    'file:///',
    'vbscript:',
    'https:',
    'http://',
    '//',
    'https://a.example/',
    '',
  )
  const noise = fc.string({
    unit: fc.constantFrom('a', '/', '\t', '\n', '\r', '\0', ' ', '@', ':', '\\', '%0d%0a', 'é', '\u2028'),
    maxLength: 20,
  })
  fc.assert(
    fc.property(noise, scheme, noise, (before, middle, after) => {
      const outcome = toLinkOutcome(createFoundLink(before + middle + after), () => false)
      if (outcome.kind !== 'redirect') return
      expect(outcome.location).toMatch(/^https?:\/\/[^/@\s]+\/[\x21-\x7e]*$/)
    }),
    { numRuns: 2_000 },
  )
})

it('sends HSTS only if the origin is served over https', () => {
  expect(createRedirectHeaders('https://go.example')).toContain('Strict-Transport-Security')
  expect(createRedirectHeaders('http://localhost:3001')).not.toContain('Strict-Transport-Security')
})
