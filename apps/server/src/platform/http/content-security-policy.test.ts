import { expect, it } from 'vitest'
import {
  closedPolicy,
  createAppPolicy,
  createNoncePolicy,
  createSelfContainedPolicy,
  createStyledPagePolicy,
  sandboxedFilePolicy,
} from './content-security-policy.ts'

const [hashOfA, hashOfB] = [
  "'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='",
  "'sha256-PiPoFgA5WUoziU9lZOGxNIu9egCI1CxKy3PurtWcAJ0='",
]

it.each([
  ['a response that is no page', closedPolicy, "default-src 'none'; frame-ancestors 'none'"],
  ['a file of an owner', sandboxedFilePolicy, "default-src 'none'; frame-ancestors 'none'; sandbox"],
  [
    'the dashboard',
    createAppPolicy(['a', 'b'], 'http://go.test'),
    `default-src 'self'; script-src 'self' ${hashOfA} ${hashOfB}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https: http://go.test; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  ],
  [
    'the dashboard without an inline script',
    createAppPolicy(),
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  ],
  [
    'a page with forms',
    createNoncePolicy('n0'),
    "default-src 'none'; style-src 'nonce-n0'; script-src 'nonce-n0'; img-src 'self' data:; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  ],
  [
    'a page of the edge',
    createStyledPagePolicy(['a']),
    `default-src 'none'; style-src ${hashOfA}; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  ],
  [
    'a page of a link with copied fonts',
    createStyledPagePolicy(['a', 'b'], { hasStyleSheet: true }),
    `default-src 'none'; style-src ${hashOfA} ${hashOfB} 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  ],
  [
    'the page of the service worker',
    createSelfContainedPolicy('a', 'b'),
    `default-src 'none'; style-src ${hashOfA}; script-src ${hashOfB}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  ],
])('lets %s load and run what it needs', (_document, policy, expected) => {
  expect(policy).toBe(expected)
})
