import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

const acme = { OIDC_ISSUER: 'https://id.acme.test/realms/main', OIDC_CLIENT_ID: 'linkshelf', OIDC_CLIENT_SECRET: 'secret' }
const second = { OIDC_2_ISSUER: 'https://accounts.google.com', OIDC_2_CLIENT_ID: 'two', OIDC_2_CLIENT_SECRET: 'other' }
const groups = {
  OIDC_GROUPS_CLAIM: 'groups',
  OIDC_GROUP_ROLES: 'team=admins=owner, staff=member',
  OIDC_ORGANIZATION: '0197f3f0-3a5c-7000-8000-000000000001',
}

it('reads a provider whose scopes and button have defaults', () => {
  expect(readConfig({}).providers).toEqual([])
  expect(readConfig({ ...acme, OIDC_SCOPES: '' }).providers).toEqual([
    {
      key: '1',
      issuer: 'https://id.acme.test/realms/main',
      clientId: 'linkshelf',
      clientSecret: 'secret',
      scopes: 'openid profile email',
      emailDomains: [],
      button: 'Continue with id.acme.test',
      groups: undefined,
    },
  ])
})

it('reads several providers in the order of their numbers', () => {
  const { providers, isProviderOnly } = readConfig({ ...second, ...acme, OIDC_EMAIL_DOMAINS: 'Acme.test, acme.example', OIDC_ONLY: 'on' })
  expect(providers.map(({ key, clientId, emailDomains }) => [key, clientId, emailDomains])).toEqual([
    ['1', 'linkshelf', ['acme.test', 'acme.example']],
    ['2', 'two', []],
  ])
  expect(isProviderOnly).toBe(true)
})

it('reads the roles of groups, whose names can contain an equals sign', () => {
  expect(readConfig({ ...acme, ...groups }).providers[0]?.groups).toEqual({
    claim: 'groups',
    roles: new Map([
      ['team=admins', 'owner'],
      ['staff', 'member'],
    ]),
    organizationId: groups.OIDC_ORGANIZATION,
  })
})

it.each([
  [{ ...acme, OIDC_CLIENT_SECRET: undefined }, 'The setting OIDC_CLIENT_SECRET is missing, but the identity provider needs it.'],
  [{ OIDC_2_CLIENT_ID: 'two' }, 'The setting OIDC_2_ISSUER is missing'],
  [{ ...acme, OIDC_SECRET: 'x' }, 'The setting OIDC_SECRET does not exist.'],
  [{ ...acme, OIDC_1_ISSUER: 'https://id.acme.test' }, 'The setting OIDC_1_ISSUER does not exist.'],
  [{ ...acme, OIDC_ISSUER: 'http://id.acme.test' }, 'only an issuer on this machine may use http'],
  [{ ...acme, OIDC_ISSUER: 'id.acme.test' }, 'The setting OIDC_ISSUER must be an https address'],
  [{ ...acme, OIDC_SCOPES: 'profile' }, 'The setting OIDC_SCOPES must contain openid.'],
  [{ ...acme, OIDC_EMAIL_DOMAINS: 'mia@acme.test' }, 'The setting OIDC_EMAIL_DOMAINS must be domains'],
  [{ ...acme, OIDC_GROUPS_CLAIM: 'groups' }, 'works only together with OIDC_GROUP_ROLES and OIDC_ORGANIZATION'],
  [{ ...acme, ...groups, OIDC_GROUP_ROLES: 'staff=admin' }, 'but has “staff=admin”'],
  [{ ...acme, ...groups, OIDC_ORGANIZATION: 'acme' }, 'The setting OIDC_ORGANIZATION must be the id of an organization.'],
  [{ ...acme, ...second, OIDC_2_ISSUER: acme.OIDC_ISSUER }, 'for two identity providers'],
  [{ OIDC_ONLY: 'on' }, 'OIDC_ONLY=on needs OIDC_ISSUER'],
])('rejects %j with one sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

it.each(['http://localhost:8080/realms/main', 'http://127.0.0.1:5556', 'http://[::1]:5556/dex'])('accepts the issuer %s', (issuer) => {
  expect(readConfig({ ...acme, OIDC_ISSUER: issuer }).providers[0]?.issuer).toBe(issuer)
})
