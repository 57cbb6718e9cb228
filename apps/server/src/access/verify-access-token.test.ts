import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { createLocalJWKSet } from 'jose'
import { afterEach, expect, it, vi } from 'vitest'
import { findFreePort } from '../platform/process/free-port.ts'
import { createTokenVerifier } from './verify-access-token.ts'

const issuer = 'https://app.test/oidc'
const audience = 'https://app.test/v1'
const userId = '01920000-0000-7000-8000-000000000001'

const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const keys = {
  keys: [
    { ...elliptic.publicKey.export({ format: 'jwk' }), kid: 'ec', alg: 'ES256', use: 'sig' },
    { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'rsa', alg: 'RS256', use: 'sig' },
  ],
}
const verify = createTokenVerifier({ issuer, audience, keys })

const soon = Math.floor(Date.now() / 1000) + 600
const goodHeader = { alg: 'ES256', typ: 'at+jwt', kid: 'ec' }
const goodClaims = {
  iss: issuer,
  aud: audience,
  sub: userId,
  iat: soon - 600,
  exp: soon,
  jti: 'x',
  sid: 'session',
  auth_time: soon - 3_600,
}

afterEach(() => void vi.useRealTimers())

it('returns the user and the session of a token signed with ES256, and when the token expires', async () => {
  expect(await verify(createToken())).toEqual({
    userId,
    expiresAt: new Date(soon * 1_000),
    sessionUid: 'session',
    signedInAt: new Date((soon - 3_600) * 1_000),
  })
})

it('returns the user of a token signed with RS256', async () => {
  expect(await verify(createToken({ alg: 'RS256', kid: 'rsa' }, {}, rsa.privateKey))).toMatchObject({ userId })
})

it('caches a verified token for a minute at most, and never past its expiry', async () => {
  let keyLookups = 0
  const find = createLocalJWKSet(keys)
  const cachingVerify = createTokenVerifier({
    issuer,
    audience,
    keys: (...of) => {
      keyLookups += 1
      return find(...of)
    },
  })
  const now = soon * 1_000 - 600_000
  vi.useFakeTimers({ now, toFake: ['Date'] })
  const [short, long] = [createToken({}, { exp: soon - 570 }), createToken()]
  for (let times = 0; times < 3; times += 1)
    expect([await cachingVerify(short), await cachingVerify(long)]).toMatchObject([{ userId }, { userId }])
  expect(keyLookups).toBe(2)
  vi.setSystemTime(now + 31_000)
  expect([await cachingVerify(short), await cachingVerify(long)]).toMatchObject([undefined, { userId }])
  vi.setSystemTime(now + 91_000)
  expect(await cachingVerify(long)).toMatchObject({ userId })
  expect(keyLookups).toBe(4)
})

it.each([
  ['another audience', { aud: 'https://app.test' }],
  ['an audience that only begins right', { aud: `${audience}/` }],
  ['several audiences', { aud: [audience, 'https://elsewhere.test'] }],
  ['one audience in a list', { aud: [audience] }],
  ['no audience', { aud: undefined }],
  ['another issuer', { iss: 'https://app.test/oidc/' }],
  ['no issuer', { iss: undefined }],
  ['an expiry in the past', { exp: soon - 601 }],
  ['no expiry', { exp: undefined }],
  ['an expiry that is not a number', { exp: `${soon}` }],
  ['a start in the future', { nbf: soon }],
  ['no session', { sid: undefined }],
  ['a session that is not a string', { sid: 1 }],
  ['no sign-in time', { auth_time: undefined }],
  ['a sign-in time that is not a number', { auth_time: `${soon}` }],
  ['no subject', { sub: undefined }],
  ['a subject that is not one of our ids', { sub: `${userId}'; --` }],
])('rejects a token with %s', async (_case, claims) => {
  expect(await verify(createToken({}, claims))).toBeUndefined()
})

it.each([
  ['the type of an ID token', { typ: 'JWT' }],
  ['no type', { typ: undefined }],
  ['an unknown key id', { kid: 'other' }],
  ['a key id with a path traversal', { kid: '../../../../dev/null' }],
  ['a key id with an SQL injection', { kid: "ec' or '1'='1" }],
  ['the key id of another key type', { kid: 'rsa' }],
  ['an unknown critical extension', { crit: ['exp'] }],
  ["an algorithm that differs from the signature's", { alg: 'RS256' }],
  ['an algorithm that we do not use', { alg: 'ES384' }],
])('rejects a token with %s', async (_case, header) => {
  expect(await verify(createToken(header))).toBeUndefined()
})

it.each(['none', 'None', 'NONE', 'nOnE', ''])('rejects the algorithm %j', async (alg) => {
  const unsigned = `${encode({ ...goodHeader, alg })}.${encode(goodClaims)}`
  expect(await verify(`${unsigned}.`)).toBeUndefined()
  expect(await verify(`${unsigned}.${createToken().split('.')[2]}`)).toBeUndefined()
})

it.each(['HS256', 'HS384', 'HS512'])('rejects %s keyed with a public key', async (alg) => {
  const secrets = [
    rsa.publicKey.export({ format: 'pem', type: 'spki' }),
    elliptic.publicKey.export({ format: 'pem', type: 'spki' }),
    JSON.stringify(keys.keys[0]),
    '',
  ]
  for (const secret of secrets) {
    for (const kid of ['rsa', 'ec', undefined]) {
      const body = `${encode({ ...goodHeader, alg, kid })}.${encode(goodClaims)}`
      const signature = createHmac(alg.replace('HS', 'sha'), secret).update(body).digest('base64url')
      expect(await verify(`${body}.${signature}`)).toBeUndefined()
    }
  }
})

it("rejects a key from the token's header, and never fetches a URL from the header", async () => {
  let visits = 0
  const jwk = stranger.publicKey.export({ format: 'jwk' })
  const port = await findFreePort()
  const server = createServer((_request, response) => {
    visits += 1
    response.end(JSON.stringify({ keys: [{ ...jwk, kid: 'ec' }] }))
  }).listen(port, '127.0.0.1')
  const url = `http://127.0.0.1:${port}/keys`

  for (const header of [{ jwk }, { jku: url }, { x5u: url }, { x5c: ['MIIB'] }, { jwk, jku: url, x5u: url, kid: undefined }]) {
    expect(await verify(createToken(header, {}, stranger.privateKey))).toBeUndefined()
  }
  expect(visits).toBe(0)
  await new Promise((resolve) => server.close(resolve))
})

it('rejects claims that were changed after signing', async () => {
  const [header, , signature] = createToken().split('.')
  expect(await verify(`${header}.${encode({ ...goodClaims, sub: userId.replace(/1$/, '2') })}.${signature}`)).toBeUndefined()
})

it.each(['', '.', '..', 'a.b.c', 'not a token', 'x'.repeat(20_000), `${'x'.repeat(20_000)}.y.z`])('rejects %.20j', async (text) => {
  expect(await verify(text)).toBeUndefined()
})

it("throws if the keys can't be fetched, instead of rejecting the token", async () => {
  const port = await findFreePort()
  const unreachable = createTokenVerifier({ issuer, audience, keys: new URL(`http://127.0.0.1:${port}/jwks`) })
  await expect(unreachable(createToken())).rejects.toThrow()
})

function createToken(header: object = {}, claims: object = {}, key: KeyObject = elliptic.privateKey): string {
  const body = `${encode({ ...goodHeader, ...header })}.${encode({ ...goodClaims, ...claims })}`
  return `${body}.${sign('sha256', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
