// A user proves the second factor with a code: a code of the authenticator app, or a recovery code. Each code is
// accepted once. The database decides, so that of two requests with one code only one succeeds.
import { formatWait, type SignInMethod, type UserId } from '@linkshelf/contract'
import { fail, failRateLimited, logSecurityEvent, mutate, type UserContext } from '../../access/index.ts'
import type { Attempt } from '../../platform/throttle/throttle.ts'
import type { KeyCipher } from '../keys/key-cipher.ts'
import { deleteReset, selectResetDueAt } from '../tables/second-factor-reset-table.ts'
import { countRecoveryCodes, deleteRecoveryCode, selectTotp, updateUsedStep } from '../tables/second-factor-table.ts'
import { lockProfileForUpdate } from '../tables/user-table.ts'
import { type LoggedThrottle, signedInCodeLimit } from '../throttle/rate-limits.ts'
import { hashRecoveryCode, normalizeCode } from './recovery-codes.ts'
import { enqueueRecoveryCodeNotice } from './second-factor-emails.ts'
import { findCodeStep } from './totp.ts'
import { decryptTotpKey } from './totp-cipher.ts'

export interface CodeDeps {
  throttle: LoggedThrottle
  keyCipher: KeyCipher
  /** Whether users sign in only with other identity providers, so that passwords are not accepted. */
  isProviderOnly: boolean
}
export type CodeMethod = Extract<SignInMethod, 'totp' | 'recovery_code'>

/** Whether a sign-in with the password needs a code. */
export async function hasSecondFactor({ db }: Pick<UserContext, 'db'>, userId: UserId): Promise<boolean> {
  return (await selectTotp(db, userId)) !== undefined
}

/**
 * Checks and uses up a code of the user. `attempts` are counted before the check, and uncounted if the code is right.
 * Returns how the user proved the second factor. Throws CODE_WRONG, and TOO_MANY_REQUESTS after too many wrong codes.
 */
export async function verifyCode(
  { throttle, keyCipher }: CodeDeps,
  ctx: UserContext,
  { code, attempts }: { code: string; attempts: readonly Attempt[] },
): Promise<CodeMethod> {
  const { userId } = ctx.actor
  const event = { requestId: ctx.requestId, address: ctx.address, userId }
  const reached = await throttle.consume({ requestId: ctx.requestId, address: ctx.address }, ...attempts)
  if (reached !== undefined)
    failRateLimited(reached.retryAfterSeconds, `Too many wrong codes. Try again in ${formatWait(reached.retryAfterSeconds)}.`)
  const digits = code.replace(/[\s-]/g, '')
  const method = /^\d{6}$/.test(digits)
    ? (await consumeTotpCode(keyCipher, ctx, digits)) && 'totp'
    : (await consumeRecoveryCode(ctx, code)) && 'recovery_code'
  if (method === false) {
    logSecurityEvent(ctx.log, 'second_factor.failed', event)
    return fail('CODE_WRONG')
  }
  await throttle.refund(...attempts)
  await cancelReset(ctx)
  logSecurityEvent(ctx.log, 'second_factor.succeeded', { ...event, method })
  return method
}

/**
 * Checks and uses up a code that a signed-in user entered. Throws CODE_WRONG, and TOO_MANY_REQUESTS after too many
 * wrong codes.
 */
export async function verifyOwnCode(deps: CodeDeps, ctx: UserContext, code: string): Promise<void> {
  await verifyCode(deps, ctx, { code, attempts: [{ limit: signedInCodeLimit, subject: ctx.actor.userId }] })
}

/** Ends a reset of two-step sign-in that has begun, because the user has a code. */
async function cancelReset(ctx: UserContext): Promise<void> {
  const { userId } = ctx.actor
  if ((await selectResetDueAt(ctx.db, userId)) === undefined) return
  await mutate(ctx, { action: 'user.cancel_second_factor_reset', entity: 'user', entityId: userId }, async (tx) => {
    await lockProfileForUpdate(tx, userId)
    await deleteReset(tx, userId)
  })
}

async function consumeTotpCode(keyCipher: KeyCipher, { db, actor, now }: UserContext, code: string): Promise<boolean> {
  const totp = await selectTotp(db, actor.userId)
  const key = totp && decryptTotpKey(keyCipher, totp)
  const step = key && (await findCodeStep(key, code, now))
  return totp !== undefined && typeof step === 'number' && (await updateUsedStep(db, totp, step))
}

class CodeUsedError extends Error {}

/** Deletes the recovery code, and emails the user how many codes are left. */
async function consumeRecoveryCode(ctx: UserContext, code: string): Promise<boolean> {
  const { userId } = ctx.actor
  if (normalizeCode(code) === '') return false
  try {
    await mutate(ctx, { action: 'user.use_recovery_code', entity: 'user', entityId: userId }, async (tx, change) => {
      await lockProfileForUpdate(tx, userId)
      if (!(await deleteRecoveryCode(tx, userId, hashRecoveryCode(userId, code)))) throw new CodeUsedError()
      const left = await countRecoveryCodes(tx, userId)
      change.after = { recovery_codes: left }
      await enqueueRecoveryCodeNotice(tx, userId, left)
    })
    return true
  } catch (error) {
    if (error instanceof CodeUsedError) return false
    throw error
  }
}
