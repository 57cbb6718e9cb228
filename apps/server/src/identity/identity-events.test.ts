import { expect, it } from 'vitest'
import { createCodeDeps } from '../../test/code-deps.ts'
import { aSignUp, createTokenContext, findLinkInEmail, openTestIdentity, testIdentitySecrets } from '../../test/open-test-identity.ts'
import { type LogLine, recordLog } from '../../test/record-log.ts'
import { redeemRefreshToken, signOut } from '../../test/test-browser.ts'
import { rotateIdentityKeys } from './index.ts'
import { createKeyCipher } from './keys/key-cipher.ts'
import { changePassword } from './passwords/change-password.ts'
import { revokeOtherSessions } from './sessions/sessions.ts'

const anAccountHash = expect.stringMatching(/^[0-9a-f]{16}$/)

it('logs for sign-ups and sign-ins the user, the address and the request', async () => {
  const { log, lines } = recordLog()
  await using site = await openTestIdentity({ log, instantSignUpsPerHour: 1, trustedProxies: ['127.0.0.1'] })
  const mia = await site.signUp()
  const from = { 'x-forwarded-for': '203.0.113.7', 'x-correlation-id': 'request-1' }
  const form = await site.browser().open('/auth/signin')
  const newForm = await site.browser().open('/auth/signup')
  await site.browser().submit(newForm, { ...aSignUp({ email: mia.email }) }, from)
  await site.browser().submit(form, { email: mia.email.toUpperCase(), password: 'not it at all' }, from)
  await site.browser().submit(form, { email: mia.email, password: mia.password }, from)
  await mia.browser.submit(form, { email: mia.email, password: mia.password }, from)

  const source = { requestId: 'request-1', address: '203.0.113.7' }
  const { userId } = lines[0] ?? {}
  expect(lines).toMatchObject([
    { event: 'sign_up.succeeded', userId: expect.any(String), level: 30 },
    // The sign-up came from another network, which has its own instant sign-ups left. The address has an account, so
    // the password is compared, and then the response says that an email was sent.
    { event: 'sign_in.failed', account: anAccountHash, isKnownDevice: false, level: 40, ...source },
    { event: 'sign_up.answered_by_email', account: anAccountHash, ...source },
    { event: 'sign_in.failed', account: anAccountHash, isKnownDevice: false, method: 'password', ...source },
    { event: 'sign_in.succeeded', userId, isKnownDevice: false, method: 'password', ...source },
    { event: 'sign_in.succeeded', userId, isKnownDevice: true, ...source },
  ])
  expect(new Set(lines.flatMap(({ account }) => account ?? [])).size).toBe(1)
  expect(secretsIn(lines, [mia.email, mia.password, mia.tokens.refresh_token])).toEqual([])
})

it('logs each rejection by a rate limit, and the limit', async () => {
  const { log, lines, events } = recordLog()
  await using site = await openTestIdentity({ log })
  const form = await site.browser().open('/auth/signin')
  for (let guess = 0; guess < 12; guess += 1) await site.browser().submit(form, { email: 'mia@example.com', password: 'not it at all' })

  expect(events()).toEqual([...Array<string>(10).fill('sign_in.failed'), 'rate_limit.reached', 'rate_limit.reached'])
  expect(lines.at(-1)).toMatchObject({ limit: 'sign-in account and network', subject: anAccountHash, address: '127.0.0.1', level: 40 })
  expect(lines.at(-1)?.subject).toBe(lines.at(-2)?.subject)
})

it('logs requested and completed password resets, and invalid tokens of emails', async () => {
  const { log, lines, events } = recordLog()
  await using site = await openTestIdentity({ log })
  const mia = await site.signUp()
  const browser = site.browser()
  await browser.submit(await browser.open('/auth/forgot'), { email: mia.email })
  const link = findLinkInEmail((await site.emailsTo(mia.email))[0])
  const form = await browser.open(link)
  await browser.submit(form, { password: 'badgers dig at dusk' })
  await browser.submit(form, { password: 'badgers dig at dawn' })
  const confirmation = { url: form.url, status: 200, headers: new Headers(), html: '<form action="/auth/confirm">' }
  await browser.submit(confirmation, { token: 'x', password: 'badgers dig at dawn' })

  expect(events()).toEqual([
    'sign_up.succeeded',
    'password_reset.requested',
    'password_reset.succeeded',
    'email_token.rejected',
    'email_token.rejected',
  ])
  expect(lines.map(({ purpose }) => purpose)).toEqual([undefined, undefined, undefined, 'password reset', 'sign-up'])
  expect(lines[2]?.userId).toBe(lines[0]?.userId)
  expect(secretsIn(lines, [mia.email, new URL(link).searchParams.get('token') ?? '', 'badgers'])).toEqual([])
})

it('logs a refresh token that is used twice, and a sign-out', async () => {
  const { log, lines } = recordLog()
  await using site = await openTestIdentity({ log })
  const mia = await site.signUp()
  const { userId } = lines[0] ?? {}
  for (let time = 0; time < 2; time += 1) await redeemRefreshToken(site.app, mia.tokens.refresh_token)
  await signOut(mia.browser)
  const noah = await site.signUp()
  await noah.browser.submit(await noah.browser.open('/oidc/session/end'), { logout: 'yes' })

  expect(lines.slice(1)).toMatchObject([
    { event: 'token.reused', userId, kind: 'RefreshToken', address: '127.0.0.1', level: 40 },
    { event: 'session.ended', userId, address: '127.0.0.1' },
    { event: 'sign_up.succeeded' },
    { event: 'session.ended' },
  ])
  expect(lines.at(-1)?.userId).toBe(lines.at(-2)?.userId)
  expect(secretsIn(lines, [mia.email, mia.tokens.refresh_token, mia.tokens.access_token])).toEqual([])
})

it('logs wrong and right current passwords of a signed-in user, and the sessions that a change ends', async () => {
  const { log, lines } = recordLog()
  await using site = await openTestIdentity({ log })
  const mia = await site.signUp()
  const ctx = await createTokenContext(site, mia.tokens)
  const deps = { ...createCodeDeps(site.deps), passwordMinLength: 6 }
  const change = { current_password: mia.password, new_password: 'badgers dig at dusk' }
  await expect(changePassword(deps, ctx, { ...change, current_password: 'not it at all' })).rejects.toMatchObject({
    code: 'PASSWORD_WRONG',
  })
  await changePassword(deps, ctx, change)
  await revokeOtherSessions(ctx)

  const { userId } = ctx.actor
  expect(lines.slice(1)).toMatchObject([
    { event: 'password_change.failed', userId, level: 40, requestId: ctx.requestId },
    { event: 'password_change.succeeded', actor: `user ${userId}`, requestId: ctx.requestId },
    { event: 'session.revoked', actor: `user ${userId}`, requestId: ctx.requestId },
  ])
  expect(secretsIn(lines, [mia.email, mia.password, 'badgers'])).toEqual([])
})

it('logs a rotation of the keys', async () => {
  const { log, events } = recordLog()
  await using site = await openTestIdentity({ log })
  await rotateIdentityKeys({ ...site.deps, keyCipher: createKeyCipher(testIdentitySecrets) })
  expect(events()).toEqual(['signing_keys.rotated'])
})

function secretsIn(lines: LogLine[], secrets: string[]): string[] {
  const text = JSON.stringify(lines).toLowerCase()
  return secrets.filter((secret) => text.includes(secret.toLowerCase()))
}
