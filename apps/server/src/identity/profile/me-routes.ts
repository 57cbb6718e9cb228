import { passwordMinLength as defaultPasswordMinLength, type Profile } from '@linkshelf/contract'
import { signedInCall } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { requestConfirmation } from '../confirmation/request-confirmation.ts'
import { getAccountDeletion, keepAccount, requestAccountDeletion } from '../deletion/request-account-deletion.ts'
import { changePassword } from '../passwords/change-password.ts'
import { reauthenticate } from '../passwords/reauthenticate.ts'
import { createThrottle } from '../throttle/throttle.ts'
import { removeAvatar, setAvatar } from './avatar.ts'
import { getProfile, updateProfile } from './profile.ts'

const calls = signedInCall.me

export function meRoutes(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'mail'>, passwordMinLength = defaultPasswordMinLength) {
  // Its subjects are ids, which need no secret to be hashed with.
  const throttle = createThrottle(deps, 'user id')
  // With the outbox alone every address counts as confirmed.
  const shown = async (profile: Promise<Profile>): Promise<Profile> =>
    deps.mail.reachesRecipients ? profile : { ...(await profile), email_confirmed: true }
  return {
    get: calls.get.handler(({ context }) => shown(getProfile(context.ctx))),
    reauthenticate: calls.reauthenticate.handler(({ context, input }) => reauthenticate({ throttle }, context.ctx, input.body)),
    changePassword: calls.changePassword.handler(({ context, input }) =>
      changePassword({ throttle, passwordMinLength }, context.ctx, input.body),
    ),
    setAvatar: calls.setAvatar.handler(({ context, input }) => shown(setAvatar(context.ctx, input.body.file))),
    removeAvatar: calls.removeAvatar.handler(({ context }) => shown(removeAvatar(context.ctx))),
    sendConfirmation: calls.sendConfirmation.handler(({ context }) => shown(requestConfirmation({ throttle }, context.ctx))),
    getDeletion: calls.getDeletion.handler(({ context }) => getAccountDeletion(context.ctx)),
    requestDeletion: calls.requestDeletion.handler(({ context, input }) =>
      shown(requestAccountDeletion({ throttle }, context.ctx, input.body)),
    ),
    keep: calls.keep.handler(({ context }) => shown(keepAccount(context.ctx))),
    update: calls.update.handler(({ context, input }) => shown(updateProfile(context.ctx, input.body))),
  }
}
