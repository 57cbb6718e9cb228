import { signedInCall } from '../../access/index.ts'
import { getProfile, updateProfile } from './profile.ts'

const calls = signedInCall.me

export function meRoutes() {
  return {
    get: calls.get.handler(({ context }) => getProfile(context.ctx)),
    update: calls.update.handler(({ context, input }) => updateProfile(context.ctx, input.body)),
  }
}
