import { expect, it } from 'vitest'
import { toFramedHtmlPolicy, toStorePolicy } from './store-policies.ts'

const [hashOfA, hashOfB] = [
  "'sha256-ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='",
  "'sha256-PiPoFgA5WUoziU9lZOGxNIu9egCI1CxKy3PurtWcAJ0='",
]
const aStore = { styles: ['a', 'b'], styleOrigins: [], fontSources: [], formOrigins: [], hasFrame: false }

it.each([
  [
    'a store page',
    toStorePolicy(aStore),
    `default-src 'none'; style-src ${hashOfA} ${hashOfB}; font-src 'self'; img-src 'self' https:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  ],
  [
    'a store page with fonts of another site and HTML of its owner',
    toStorePolicy({ ...aStore, styleOrigins: ['https://fonts.test'], fontSources: ['https:'], hasFrame: true }),
    `default-src 'none'; style-src ${hashOfA} ${hashOfB} https://fonts.test; font-src 'self' https:; img-src 'self' https:; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  ],
  [
    'a store page with a newsletter',
    toStorePolicy({ ...aStore, formOrigins: ['https://mia.us21.list-manage.com'] }),
    `default-src 'none'; style-src ${hashOfA} ${hashOfB}; font-src 'self'; img-src 'self' https:; connect-src 'self'; form-action 'self' https://mia.us21.list-manage.com; base-uri 'none'; frame-ancestors 'none'`,
  ],
  [
    'HTML of an owner',
    toFramedHtmlPolicy({ hasConnections: true }),
    "sandbox allow-scripts; default-src https: data: 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  ],
  [
    'HTML of an owner on the Free plan',
    toFramedHtmlPolicy({ hasConnections: false }),
    "sandbox allow-scripts; default-src https: data: 'unsafe-inline'; connect-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  ],
])('lets %s load and run what it needs', (_document, policy, expected) => {
  expect(policy).toBe(expected)
})
