import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Destination } from '../links/index.ts'
import { followLink } from './follow-link.ts'
import { knownLinkOf, redirectHeaders } from './known-link.ts'

function aDestination(target: string): Destination {
  return { kind: 'link', linkId: 'l', projectId: 'p', organizationId: 'o', target }
}

const outcomeOf = (destination: Destination | null) => followLink(destination && knownLinkOf(destination))

it.each([
  ['a slug nobody holds', null, { kind: 'unknown' }],
  ['a deleted link', { kind: 'gone' } as const, { kind: 'gone' }],
  [
    'a link',
    aDestination('https://shop.example/lamp?tag=mia-20'),
    { kind: 'go', to: 'https://shop.example/lamp?tag=mia-20', rule: 'default' },
  ],
  ['a link over http', aDestination('http://shop.example/'), { kind: 'go', to: 'http://shop.example/' }],
  ['a name in another script', aDestination('https://bücher.example/'), { kind: 'go', to: 'https://xn--bcher-kva.example/' }],
  ['a stored script', aDestination('javascript:alert(1)'), { kind: 'unknown' }],
  ['a stored script in disguise', aDestination('java\nscript:alert(1)'), { kind: 'unknown' }],
  ['stored data', aDestination('data:text/html,hi'), { kind: 'unknown' }],
  ['a stored file', aDestination('file:///etc/passwd'), { kind: 'unknown' }],
  ['a stored header', aDestination('https://shop.example/\r\nSet-Cookie: a=b'), { kind: 'unknown' }],
  ['a stored password', aDestination('https://bank@evil.example/'), { kind: 'unknown' }],
  ['nothing stored', aDestination(''), { kind: 'unknown' }],
])('answers %s', (_case, destination, expected) => {
  expect(outcomeOf(destination)).toMatchObject(expected)
})

it('sends nobody anywhere but to a plain http(s) address, whatever was stored', () => {
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
      const outcome = outcomeOf(aDestination(before + middle + after))
      if (outcome.kind !== 'go') return
      expect(outcome.to).toMatch(/^https?:\/\/[^/@\s]+\/[\x21-\x7e]*$/)
    }),
    { numRuns: 2_000 },
  )
})

it('asks for https always, and only where it is spoken', () => {
  expect(redirectHeaders('https://go.example')).toContain('Strict-Transport-Security')
  expect(redirectHeaders('http://localhost:3001')).not.toContain('Strict-Transport-Security')
})
