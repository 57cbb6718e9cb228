import { passwordMinLength as defaultPasswordMinLength, formatWait, type Profile, type ProfileUpdate } from '@linkshelf/contract'
import { fail, failRateLimited, mutate, signedInCall, type UserContext } from '../../access/index.ts'
import type { MailDeps } from '../../platform/deps.ts'
import type { CodeDeps } from '../codes/verify-code.ts'
import { sendConfirmation } from '../confirmation/confirm-email.ts'
import { cancelAccountDeletion, getAccountDeletion, requestAccountDeletion } from '../deletion/request-account-deletion.ts'
import { listJoinedProviders } from '../other-providers/confirm-with-provider.ts'
import type { PasskeyChallenges } from '../passkey-challenges.ts'
import { createConfirmationOptions, reauthenticateWithPasskey } from '../passkeys/confirm-with-passkey.ts'
import { changePassword, reauthenticate } from '../passwords/change-password.ts'
import type { ProviderSettings } from '../provider-clients/provider-settings.ts'
import { requireSignedIn } from '../sessions/sessions.ts'
import { selectFormerEmails } from '../tables/email-change-table.ts'
import { lockProfileForUpdate, selectAccount, selectProfile, updateUser } from '../tables/user-table.ts'
import { type LoggedThrottle, nameChangeLimit } from '../throttle/rate-limits.ts'
import { removeAvatar, setAvatar } from './avatar.ts'

const calls = signedInCall.me

export interface MeRouteDeps extends MailDeps, CodeDeps {
  passkeyChallenges: PasskeyChallenges
  providers: readonly ProviderSettings[]
}

export function meRoutes(deps: MeRouteDeps, passwordMinLength = defaultPasswordMinLength) {
  const { isProviderOnly } = deps
  // An instance without a mail server treats every address as confirmed.
  const shown = async (profile: Promise<Profile>): Promise<Profile> => ({
    ...(await profile),
    ...(!deps.mail.reachesRecipients && { email_confirmed: true }),
    ...(isProviderOnly && { has_password: null }),
  })
  return {
    get: calls.get.handler(({ context }) => shown(getProfile(context.ctx))),
    getReauthentication: calls.getReauthentication.handler(async ({ context }) => ({
      passkey: (!isProviderOnly && (await createConfirmationOptions(deps, context.ctx))) || null,
      providers: (await listJoinedProviders(deps.db, deps.providers, context.ctx.actor.userId)).map(({ key, button }) => ({
        key,
        label: button,
      })),
    })),
    reauthenticate: calls.reauthenticate.handler(({ context: { ctx }, input: { body } }) =>
      body.method === 'password' ? reauthenticate(deps, ctx, body) : reauthenticateWithPasskey(deps, ctx, body.assertion),
    ),
    changePassword: calls.changePassword.handler(({ context, input }) =>
      changePassword({ ...deps, passwordMinLength }, context.ctx, input.body),
    ),
    setAvatar: calls.setAvatar.handler(({ context, input }) => shown(setAvatar(context.ctx, input.body.file))),
    removeAvatar: calls.removeAvatar.handler(({ context }) => shown(removeAvatar(context.ctx))),
    sendConfirmation: calls.sendConfirmation.handler(({ context }) => shown(sendConfirmation(deps, context.ctx))),
    getDeletion: calls.getDeletion.handler(({ context }) => getAccountDeletion(context.ctx)),
    requestDeletion: calls.requestDeletion.handler(({ context, input }) => shown(requestAccountDeletion(deps, context.ctx, input.body))),
    cancelDeletion: calls.cancelDeletion.handler(({ context }) => shown(cancelAccountDeletion(context.ctx))),
    keep: calls.keep.handler(({ context }) => shown(cancelAccountDeletion(context.ctx))),
    update: calls.update.handler(({ context, input }) => shown(updateProfile(context.ctx, input.body))),
  }
}

/**
 * Returns the signed-in user's profile. Throws SIGN_IN_REQUIRED if the account is deleted but its token is still valid.
 */
export async function getProfile({ db, actor }: UserContext): Promise<Profile> {
  return (await selectProfile(db, actor.userId)) ?? fail('SIGN_IN_REQUIRED')
}

/** Returns whether the user has a password, and can use it here. */
export function hasUsablePassword(deps: Pick<CodeDeps, 'isProviderOnly'>, profile: Profile): boolean {
  return profile.has_password === true && !deps.isProviderOnly
}

/**
 * Returns the signed-in user's address, and the addresses that the user had within the last seven days. Empty if the
 * account is deleted.
 */
export async function listOwnEmails({ db, actor }: UserContext): Promise<string[]> {
  const account = await selectAccount(db, actor.userId)
  return account === undefined ? [] : [account.email, ...(await selectFormerEmails(db, actor.userId))]
}

/**
 * Changes language, theme and time zone. Omitted fields do not change. Throws SIGN_IN_REQUIRED if the account is
 * deleted.
 */
export function updateProfile(ctx: UserContext, { language, theme, time_zone }: ProfileUpdate): Promise<Profile> {
  const edit = { ...(language && { language }), ...(theme && { theme }), ...(time_zone && { time_zone }) }
  if (Object.keys(edit).length === 0) return getProfile(ctx)
  const { userId } = ctx.actor
  return mutate(ctx, { action: 'profile.update', entity: 'user', entityId: userId }, async (tx, change) => {
    const before = (await lockProfileForUpdate(tx, userId)) ?? fail('SIGN_IN_REQUIRED')
    const after = await updateUser(tx, userId, edit)
    change.before = toAuditedProfile(before)
    change.after = toAuditedProfile(after)
    return after
  })
}

/**
 * Changes the name. Throws SIGN_IN_REQUIRED if the session has ended or the account is deleted, and TOO_MANY_REQUESTS.
 */
export async function changeName({ throttle }: { throttle: LoggedThrottle }, ctx: UserContext, fullName: string): Promise<void> {
  const { userId } = ctx.actor
  const reached = await throttle.consume({ requestId: ctx.requestId, address: ctx.address }, { limit: nameChangeLimit, subject: userId })
  if (reached !== undefined)
    failRateLimited(reached.retryAfterSeconds, `You changed your name often. Try again in ${formatWait(reached.retryAfterSeconds)}.`)
  return mutate(ctx, { action: 'profile.update', entity: 'user', entityId: userId }, async (tx, change) => {
    await requireSignedIn(tx, ctx)
    const before = (await lockProfileForUpdate(tx, userId)) ?? fail('SIGN_IN_REQUIRED')
    await updateUser(tx, userId, { full_name: fullName })
    change.before = { full_name: before.full_name }
    change.after = { full_name: fullName }
  })
}

function toAuditedProfile({ language, theme, time_zone }: Profile): Pick<Profile, 'language' | 'theme' | 'time_zone'> {
  return { language, theme, time_zone }
}
