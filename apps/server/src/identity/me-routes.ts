import { signedInCall } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { editProfile, findProfile } from './profile.ts'

const calls = signedInCall.me

export function meRoutes(platform: Platform) {
  return {
    find: calls.find.handler(({ context }) => findProfile(platform, context.person)),
    edit: calls.edit.handler(({ context, input }) => editProfile(platform, context.person, input.body)),
  }
}
