import type { SignIn, SignInMethod, SignInResult, UserId } from '@linkshelf/contract'
import { renderNewDeviceEmail } from '@linkshelf/emails'
import { z } from 'zod'
import { read, type UserContext } from '../../access/index.ts'
import type { MailDeps } from '../../platform/deps.ts'
import { enqueueJob, type Job } from '../../platform/jobs.ts'
import { maxEmailAttempts, toPageUrls } from '../emails/email-jobs.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { hasSignedInBefore, insertSignIn, type SignInRow, selectSignIn, selectSignIns } from '../tables/sign-in-table.ts'
import { selectAccount } from '../tables/user-table.ts'
import type { FormRequest } from '../throttle/rate-limits.ts'
import { getSessionUid } from './end-sessions.ts'

/** Returns the user's sign-ins and failed attempts, newest first. Throws SIGN_IN_REQUIRED for an API key. */
export async function listSignIns(ctx: UserContext): Promise<SignIn[]> {
  getSessionUid(ctx)
  const rows = await read(ctx, (tx) => selectSignIns(tx, ctx.actor.userId))
  return rows.map(({ id, user_id: _, at, methods, ...client }) => ({
    sign_in_id: id,
    at: at.toISOString(),
    methods: [...methods],
    ...client,
  }))
}

/**
 * Records a sign-in. If the device is new and the account has signed in before, also enqueues an email to the user. A
 * failure is only logged, because the user has signed in.
 */
export async function recordSignIn(
  deps: IdentityDeps,
  { userId, email, methods }: { userId: UserId; email: string; methods: readonly SignInMethod[] },
  request: FormRequest,
): Promise<void> {
  try {
    const isNewDevice = deps.knownDevices.find(request.deviceCookie, email) === undefined && (await hasSignedInBefore(deps.db, userId))
    const row = await createRow(deps, { userId, methods, result: 'signed_in' }, request)
    await deps.db.transaction().execute(async (tx) => {
      await insertSignIn(tx, row)
      if (isNewDevice) await enqueueJob(tx, 'send-new-device-email', { signInId: row.id }, { maxAttempts: maxEmailAttempts })
    })
  } catch (error) {
    deps.log.error({ err: error }, 'A sign-in could not be recorded')
  }
}

interface SignInOutcome {
  userId: UserId
  methods: readonly SignInMethod[]
  result: SignInResult
}

/**
 * Records a failed attempt after the response, so that the duration of the response does not reveal whether an account
 * exists.
 */
export function recordFailedSignIn(deps: IdentityDeps, failed: SignInOutcome, request: FormRequest): void {
  setImmediate(() => {
    createRow(deps, failed, request)
      .then((row) => insertSignIn(deps.db, row))
      .catch((error: unknown) => deps.log.error({ err: error }, 'A failed sign-in could not be recorded'))
  })
}

async function createRow(
  { clients, ids, clock }: IdentityDeps,
  { userId, methods, result }: SignInOutcome,
  request: FormRequest,
): Promise<SignInRow> {
  return { id: ids.next(), user_id: userId, at: clock.now(), result, methods, ...(await clients.describe(request)) }
}

const payload = z.object({ signInId: z.string() })

export function newDeviceEmailJob(deps: MailDeps): Job {
  return { name: 'send-new-device-email', kind: 'mail', run: (given) => sendNewDeviceEmail(deps, payload.parse(given).signInId) }
}

/**
 * Tells the user about a sign-in on a new device. Sends nothing if the address is not confirmed, because it may belong
 * to another person.
 */
async function sendNewDeviceEmail(deps: MailDeps, signInId: string): Promise<void> {
  const signIn = await selectSignIn(deps.db, signInId)
  const user = signIn && (await selectAccount(deps.db, signIn.user_id))
  if (signIn === undefined || user === undefined || user.email_confirmed_at === null) return
  const sessionsUrl = `${deps.origins.app}/settings/profile`
  await deps.mail.send({ to: user.email, ...renderNewDeviceEmail({ ...signIn, sessionsUrl, forgotUrl: toPageUrls(deps).forgotUrl }) })
}
