import type { Profile, ProfileUpdate } from '@linkshelf/contract'
import { fail, mutate, type UserContext } from '../../access/index.ts'
import { lockProfileForUpdate, selectAccount, selectProfile, updateUser } from '../tables/user-table.ts'

/** Throws SIGN_IN_REQUIRED when the account is deleted but its token is still valid. */
export async function getProfile({ db, actor }: UserContext): Promise<Profile> {
  return (await selectProfile(db, actor.userId)) ?? fail('SIGN_IN_REQUIRED')
}

/** The address of the signed-in user; undefined when the account is deleted. */
export async function findEmail({ db, actor }: UserContext): Promise<string | undefined> {
  return (await selectAccount(db, actor.userId))?.email
}

/** Changes language, theme and time zone; omitted fields stay. Throws SIGN_IN_REQUIRED as `getProfile` does. */
export function updateProfile(ctx: UserContext, { language, theme, time_zone }: ProfileUpdate): Promise<Profile> {
  const edit = { ...(language && { language }), ...(theme && { theme }), ...(time_zone && { time_zone }) }
  if (Object.keys(edit).length === 0) return getProfile(ctx)
  const { userId } = ctx.actor
  return mutate(ctx, { action: 'profile.update', entity: 'user', entityId: userId }, async (tx, change) => {
    const before = (await lockProfileForUpdate(tx, userId)) ?? fail('SIGN_IN_REQUIRED')
    const after = await updateUser(tx, userId, edit)
    Object.assign(change, { before: toAuditedProfile(before), after: toAuditedProfile(after) })
    return after
  })
}

function toAuditedProfile({ language, theme, time_zone }: Profile): Pick<Profile, 'language' | 'theme' | 'time_zone'> {
  return { language, theme, time_zone }
}
