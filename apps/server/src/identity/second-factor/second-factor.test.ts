import { secondFactorPath } from '@linkshelf/contract'
import { describe, expect, it } from 'vitest'
import { createCodeDeps } from '../../../test/code-deps.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { createTokenContext, openTestIdentity, type TestIdentity } from '../../../test/open-test-identity.ts'
import { recordLog } from '../../../test/record-log.ts'
import { readKey, readRecoveryCodes, setUpSecondFactor, submitTo, turnOffSecondFactor } from '../../../test/second-factor.ts'
import { AppError } from '../../access/index.ts'
import { createCode, findCodeStep } from '../codes/totp.ts'
import { verifyOwnCode } from '../codes/verify-code.ts'
import { requestAccountDeletion } from '../deletion/request-account-deletion.ts'
import { changePassword, reauthenticate } from '../passwords/change-password.ts'
import { getProfile } from '../profile/profile.ts'

/** A user whose two-step sign-in is on. */
async function aProtectedUser(site: TestIdentity) {
  const mia = await site.signUp()
  const factor = await setUpSecondFactor(site, mia)
  const now = async () => ({ ...(await createTokenContext(site, mia.tokens)), now: site.clock.now() })
  return { mia, factor, now }
}

describe('codes', () => {
  it('are those of RFC 6238, and are accepted one step early and late', async () => {
    // The test vector of RFC 6238, appendix B, shortened to six digits: the key is "12345678901234567890".
    const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    expect(await createCode(key, new Date(59_000))).toBe('287082')
    expect(await Promise.all([29, 59, 89].map((second) => findCodeStep(key, '287082', new Date(second * 1_000))))).toEqual([1, 1, 1])
    expect(await findCodeStep(key, '287082', new Date(120_000))).toBeUndefined()
  })

  it('are accepted once, also if two requests send one code at once', async () => {
    await using site = await openTestIdentity()
    const { factor, now } = await aProtectedUser(site)
    const deps = createCodeDeps(site.deps)
    const code = await factor.nextCode()
    const ctx = await now()
    const use = () => findErrorCode(verifyOwnCode(deps, ctx, code))

    expect((await Promise.all([use(), use(), use()])).sort()).toEqual(['CODE_WRONG', 'CODE_WRONG', undefined])
    expect(await use()).toBe('CODE_WRONG')
    await verifyOwnCode(deps, { ...ctx, now: site.clock.now() }, await factor.nextCode())
  })

  it('for recovery are accepted once, also in a race, however they are typed, and each use sends an email', async () => {
    await using site = await openTestIdentity()
    const { mia, factor, now } = await aProtectedUser(site)
    const [first = '', second = ''] = factor.recoveryCodes
    const deps = createCodeDeps(site.deps)
    const ctx = await now()
    const use = (code: string) => findErrorCode(verifyOwnCode(deps, ctx, code))

    expect((await Promise.all([use(first), use(first), use(first)])).sort()).toEqual(['CODE_WRONG', 'CODE_WRONG', undefined])
    expect(await use(first)).toBe('CODE_WRONG')
    expect(await use(` ${second.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O')} `)).toBeUndefined()
    const used = (await site.emailsTo(mia.email)).filter(({ subject }) => subject === 'A recovery code was used')
    expect(used.map(({ text }) => /You have (\d+) recovery codes left/.exec(text)?.[1])).toEqual(['9', '8'])
    const entries = await queryAsOwner(
      site.deps,
      `select after from audit_log where action = 'user.use_recovery_code' order by after->>'recovery_codes' desc`,
    )
    expect(entries).toEqual([{ after: { recovery_codes: 9 } }, { after: { recovery_codes: 8 } }])
  })

  it('of another user are wrong', async () => {
    await using site = await openTestIdentity()
    const [mia, noah] = [await aProtectedUser(site), await aProtectedUser(site)]
    const deps = createCodeDeps(site.deps)

    expect(await findErrorCode(verifyOwnCode(deps, await noah.now(), await mia.factor.nextCode()))).toBe('CODE_WRONG')
    expect(await findErrorCode(verifyOwnCode(deps, await noah.now(), mia.factor.recoveryCodes[0] ?? ''))).toBe('CODE_WRONG')
  })

  it('are limited to twenty wrong codes a day', async () => {
    await using site = await openTestIdentity()
    const { factor, now } = await aProtectedUser(site)
    const deps = createCodeDeps(site.deps)
    const ctx = await now()
    for (let guess = 0; guess < 20; guess += 1) expect(await findErrorCode(verifyOwnCode(deps, ctx, 'wrong'))).toBe('CODE_WRONG')

    expect(await findErrorCode(verifyOwnCode(deps, ctx, await factor.nextCode()))).toBe('TOO_MANY_REQUESTS')
  })
})

describe('setting up', () => {
  it('counts only after a code of the key, shows the recovery codes once, and stores neither of them as text', async () => {
    const { log, events, lines } = recordLog()
    await using site = await openTestIdentity({ log })
    const mia = await site.signUp()
    const page = await mia.browser.open(secondFactorPath)
    const wrong = await mia.browser.submit(page, { code: '123' })
    expect([wrong.status, readKey(wrong)]).toEqual([422, readKey(page)])
    expect(wrong.html).toContain('This is not the code of this key.')
    expect(wrong.html).toMatch(new RegExp(`href="otpauth://totp/[^"]+secret=${readKey(page)}&amp;`))
    const { has_second_factor: before } = await readProfile(site, mia.tokens)

    const done = await mia.browser.submit(wrong, { code: await createCode(readKey(page), site.clock.now()) })
    const codes = readRecoveryCodes(done)
    expect([before, codes.length, new Set(codes).size]).toEqual([false, 10, 10])
    expect((await mia.browser.open(secondFactorPath)).html).toContain('You have 10 recovery codes left')
    expect((await readProfile(site, mia.tokens)).has_second_factor).toBe(true)
    const stored = JSON.stringify(await queryAsOwner(site.deps, 'select * from user_totp left join recovery_codes using (user_id)'))
    const secrets = [readKey(page), ...codes, ...codes.map((code) => code.replaceAll('-', ''))]
    expect(secrets.filter((secret) => stored.includes(secret) || JSON.stringify(lines).includes(secret))).toEqual([])
    expect(events()).toContain('second_factor.enabled')
    expect((await site.emailsTo(mia.email)).map(({ subject }) => subject)).toEqual(['Two-step sign-in is on'])
    expect(await listActions(site)).toEqual(['user.enable_second_factor'])
  })

  it('rejects the key of another user, a key that was not made here, and a second key', async () => {
    await using site = await openTestIdentity()
    const [mia, noah] = [await site.signUp(), await site.signUp()]
    const page = await mia.browser.open(secondFactorPath)
    const sealed = /name="key" value="([^"]+)"/.exec(page.html)?.[1] ?? ''
    const code = await createCode(readKey(page), site.clock.now())
    for (const key of [sealed, readKey(page), ''])
      expect((await submitTo(noah.browser, `${secondFactorPath}/on`, { key, code })).html).not.toContain('Save your recovery codes')
    expect((await mia.browser.submit(page, { code })).html).toContain('Save your recovery codes')

    site.clock.forward(30_000)
    await submitTo(mia.browser, `${secondFactorPath}/on`, { key: sealed, code: await createCode(readKey(page), site.clock.now()) })
    expect(await listActions(site)).toEqual(['user.enable_second_factor'])
  })

  it('asks for the password if the sign-in is not recent', async () => {
    await using site = await openTestIdentity()
    const mia = await site.signUp()
    site.clock.forward(16 * 60_000)
    const page = await mia.browser.open(secondFactorPath)
    expect([readKey(page), page.html.includes('name="password"')]).toEqual(['', true])

    expect((await mia.browser.submit(page, { password: 'not mine' })).status).toBe(422)
    expect(readKey(await mia.browser.submit(page, { password: mia.password }))).toHaveLength(32)
  })
})

describe('changing', () => {
  it('needs a code, sends an email and writes one audit entry each time', async () => {
    await using site = await openTestIdentity()
    const { mia, factor } = await aProtectedUser(site)
    const renewal = await mia.browser.open(secondFactorPath)
    expect((await mia.browser.submit(renewal, { code: '000000' })).status).toBe(422)
    const codes = readRecoveryCodes(await mia.browser.submit(renewal, { code: await factor.nextCode() }))
    expect((await turnOffSecondFactor(mia.browser, { code: factor.recoveryCodes[0] ?? '' })).status).toBe(422)
    expect((await turnOffSecondFactor(mia.browser, { code: codes[0] ?? '' })).html).toContain('Two-step sign-in was turned off.')

    expect((await readProfile(site, mia.tokens)).has_second_factor).toBe(false)
    expect(await queryAsOwner(site.deps, 'select from recovery_codes')).toEqual([])
    // The form of another tab creates no codes.
    expect((await mia.browser.submit(renewal, { code: codes[1] ?? '' })).html).toContain('Two-step sign-in was turned off.')
    expect(await queryAsOwner(site.deps, 'select from recovery_codes')).toEqual([])
    expect(await listActions(site)).toEqual([
      'user.disable_second_factor',
      'user.enable_second_factor',
      'user.replace_recovery_codes',
      'user.use_recovery_code',
    ])
    const subjects = (await site.emailsTo(mia.email)).map(({ subject }) => subject)
    expect(subjects.sort()).toEqual([
      'A recovery code was used',
      'Two-step sign-in is off',
      'Two-step sign-in is on',
      'You have new recovery codes',
    ])
  })

  it('needs the password too if the sign-in is not recent', async () => {
    await using site = await openTestIdentity()
    const { mia, factor } = await aProtectedUser(site)
    site.clock.forward(16 * 60_000)

    const rejected = await turnOffSecondFactor(mia.browser, { code: await factor.nextCode() })
    expect([rejected.status, rejected.html.includes('Enter your password to confirm who you are.')]).toEqual([422, true])
    await turnOffSecondFactor(mia.browser, { password: mia.password, code: await factor.nextCode() })
    expect((await readProfile(site, mia.tokens)).has_second_factor).toBe(false)
  })
})

it('asks for a code where a signed-in user confirms the password', async () => {
  await using site = await openTestIdentity()
  const { mia, factor, now } = await aProtectedUser(site)
  const deps = { ...createCodeDeps(site.deps), passwordMinLength: 6 }
  const current_password = mia.password
  type Confirmation = (code: string | undefined, password: string) => Promise<unknown>
  const confirmations: Confirmation[] = [
    async (code, password) => reauthenticate(deps, await now(), { password, code }),
    async (code, password) => requestAccountDeletion(deps, await now(), { current_password: password, code }),
    async (code, password) => changePassword(deps, await now(), { current_password: password, new_password: 'badgers dig at dusk', code }),
  ]
  for (const confirm of confirmations) {
    expect(await findErrorCode(confirm('000000', 'not mine at all'))).toBe('PASSWORD_WRONG')
    expect(await findErrorCode(confirm(undefined, current_password))).toBe('SECOND_FACTOR_REQUIRED')
    expect(await findErrorCode(confirm('000000', current_password))).toBe('CODE_WRONG')
    expect(await findErrorCode(confirm(await factor.nextCode(), current_password))).toBeUndefined()
  }
})

it('encrypts the keys again after a start with a new secret', async () => {
  const secrets = [Buffer.from('the new secret'), Buffer.from('the secret of a test run')] as const
  await using site = await openTestIdentity()
  const { factor, now } = await aProtectedUser(site)
  await site.restart({ secrets })
  await site.restart({ secrets: [secrets[0]] })

  const { keyCipher } = site.identity
  await verifyOwnCode({ ...createCodeDeps(site.deps), keyCipher }, await now(), await factor.nextCode())
})

/** Returns the code of the error that the promise is rejected with. Undefined if it is fulfilled. */
async function findErrorCode(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

async function readProfile(site: TestIdentity, tokens: Parameters<typeof createTokenContext>[1]) {
  return getProfile(await createTokenContext(site, tokens))
}

/** Returns the audited actions of all users except sign-ups, sorted by name. */
async function listActions(site: TestIdentity): Promise<string[]> {
  const rows = await queryAsOwner<{ action: string }>(
    site.deps,
    `select action from audit_log where action like 'user.%' and action <> 'user.register' order by action`,
  )
  return rows.map(({ action }) => action)
}
