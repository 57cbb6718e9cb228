import { passwordMinLength as defaultPasswordMinLength } from '@linkshelf/contract'
import { signedInCall } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { getAccountDeletion, keepAccount, requestAccountDeletion } from '../deletion/request-account-deletion.ts'
import { changePassword } from '../passwords/change-password.ts'
import { reauthenticate } from '../sessions/reauthenticate.ts'
import { createThrottle } from '../throttle/throttle.ts'
import { removeAvatar, setAvatar } from './avatar.ts'
import { getProfile, updateProfile } from './profile.ts'

const calls = signedInCall.me

export function meRoutes(deps: Pick<Deps, 'db' | 'clock' | 'log'>, passwordMinLength = defaultPasswordMinLength) {
  // Its subjects are ids, which need no secret to be hashed with.
  const throttle = createThrottle(deps, 'user id')
  return {
    get: calls.get.handler(({ context }) => getProfile(context.ctx)),
    reauthenticate: calls.reauthenticate.handler(({ context, input }) => reauthenticate({ throttle }, context.ctx, input.body)),
    changePassword: calls.changePassword.handler(({ context, input }) =>
      changePassword({ throttle, passwordMinLength }, context.ctx, input.body),
    ),
    setAvatar: calls.setAvatar.handler(({ context, input }) => setAvatar(context.ctx, input.body.file)),
    removeAvatar: calls.removeAvatar.handler(({ context }) => removeAvatar(context.ctx)),
    getDeletion: calls.getDeletion.handler(({ context }) => getAccountDeletion(context.ctx)),
    requestDeletion: calls.requestDeletion.handler(({ context, input }) => requestAccountDeletion({ throttle }, context.ctx, input.body)),
    keep: calls.keep.handler(({ context }) => keepAccount(context.ctx)),
    update: calls.update.handler(({ context, input }) => updateProfile(context.ctx, input.body)),
  }
}
