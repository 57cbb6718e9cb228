// A signed-in user turns two-step sign-in on and off, and makes new recovery codes. Each change ends the devices that
// are remembered, and the user gets an email.
import type { AuditAction } from '@linkshelf/contract'
import { fail, mutate, requireRecentSignIn, type UserContext } from '../../access/index.ts'
import type { Tx } from '../../platform/postgres/postgres.ts'
import { createRecoveryCodes, hashRecoveryCode } from '../codes/recovery-codes.ts'
import { enqueueSecondFactorNotice, type SecondFactorChange } from '../codes/second-factor-emails.ts'
import { findCodeStep } from '../codes/totp.ts'
import { encryptTotpKey } from '../codes/totp-cipher.ts'
import { type CodeDeps, verifyOwnCode } from '../codes/verify-code.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { confirmPassword } from '../passwords/change-password.ts'
import { requireSignedIn } from '../sessions/sessions.ts'
import { deleteRememberedDevices } from '../tables/remembered-device-table.ts'
import { deleteTotp, insertTotp, replaceRecoveryCodes, selectTotp } from '../tables/second-factor-table.ts'
import { lockProfileForUpdate, selectCredentialsByUserId } from '../tables/user-table.ts'

const wrongSetUpCode = 'This is not the code of this key. Enter the code that your app shows now, and check the time of your phone.'

/**
 * Turns two-step sign-in on, after a code has proved that the user's app has the key. Returns the recovery codes, which
 * are stored as hashes only. Throws:
 * - CODE_WRONG
 * - REAUTHENTICATION_REQUIRED
 * - SECOND_FACTOR_EXISTS if it is on already
 * - SIGN_IN_REQUIRED if the session has ended or the account is deleted
 */
export async function enableSecondFactor(
  { keyCipher }: Pick<IdentityDeps, 'keyCipher'>,
  ctx: UserContext,
  { key, code }: { key: string; code: string },
): Promise<string[]> {
  const { userId } = ctx.actor
  await requireRecentSignIn(ctx)
  const step = (await findCodeStep(key, code.replace(/\s/g, ''), ctx.now)) ?? fail('CODE_WRONG', undefined, wrongSetUpCode)
  const codes = createRecoveryCodes()
  const totp = { user_id: userId, ...encryptTotpKey(keyCipher, userId, key), confirmed_at: ctx.now, last_used_step: step }
  const hashes = codes.map((each) => hashRecoveryCode(userId, each))
  await changeSecondFactor(ctx, 'user.enable_second_factor', 'enabled', async (tx) => {
    if (!(await insertTotp(tx, totp, hashes))) fail('SECOND_FACTOR_EXISTS')
  })
  return codes
}

/** What the user enters to change two-step sign-in. The password is only needed if the sign-in is not recent. */
export interface CodeConfirmation {
  password: string
  code: string
}

/**
 * Turns two-step sign-in off. Throws:
 * - REAUTHENTICATION_REQUIRED if the sign-in is not recent and there is no password
 * - PASSWORD_WRONG and CODE_WRONG, also if it is off
 * - TOO_MANY_REQUESTS after too many wrong passwords or codes
 * - SIGN_IN_REQUIRED if the session has ended or the account is deleted
 */
export async function disableSecondFactor(deps: CodeDeps, ctx: UserContext, confirmation: CodeConfirmation): Promise<void> {
  await confirmWithCode(deps, ctx, confirmation)
  await changeSecondFactor(ctx, 'user.disable_second_factor', 'disabled', async (tx) => {
    if (!(await deleteTotp(tx, ctx.actor.userId))) fail('CODE_WRONG')
  })
}

/** Returns new recovery codes; the earlier codes stop working. Throws like `disableSecondFactor`. */
export async function renewRecoveryCodes(deps: CodeDeps, ctx: UserContext, confirmation: CodeConfirmation): Promise<string[]> {
  const { userId } = ctx.actor
  await confirmWithCode(deps, ctx, confirmation)
  const codes = createRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(userId, code))
  await changeSecondFactor(ctx, 'user.replace_recovery_codes', 'codes-replaced', async (tx) => {
    if ((await selectTotp(tx, userId)) === undefined) fail('CODE_WRONG')
    await replaceRecoveryCodes(tx, userId, hashes)
  })
  return codes
}

async function confirmWithCode(deps: CodeDeps, ctx: UserContext, { password, code }: CodeConfirmation): Promise<void> {
  const user = (await selectCredentialsByUserId(ctx.db, ctx.actor.userId)) ?? fail('SIGN_IN_REQUIRED')
  if (password === '') await requireRecentSignIn(ctx)
  else await confirmPassword(deps, ctx, { user, password })
  await verifyOwnCode(deps, ctx, code)
}

function changeSecondFactor(
  ctx: UserContext,
  action: AuditAction,
  kind: SecondFactorChange,
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { userId } = ctx.actor
  return mutate(ctx, { action, entity: 'user', entityId: userId }, async (tx) => {
    await requireSignedIn(tx, ctx)
    if ((await lockProfileForUpdate(tx, userId)) === undefined) fail('SIGN_IN_REQUIRED')
    await work(tx)
    await deleteRememberedDevices(tx, userId)
    await enqueueSecondFactorNotice(tx, userId, kind)
  })
}
