import { personCall } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { editProfile, findProfile } from './profile.ts'

const calls = personCall.me

export function meRoutes(deps: Deps) {
  return {
    get: calls.get.handler(({ context }) => findProfile(deps, context.person)),
    update: calls.update.handler(({ context, input }) => editProfile(deps, context.person, input.body)),
  }
}
