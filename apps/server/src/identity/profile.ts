import type { Profile, ProfileEdit } from '@linkshelf/contract'
import { type Person, refuse } from '../access/index.ts'
import type { Platform } from '../platform/platform.ts'
import { selectProfile, updateProfile } from './user-table.ts'

/** Refuses when the account is gone though a token for it still lives. */
export async function findProfile({ db }: Pick<Platform, 'db'>, { userId }: Person): Promise<Profile> {
  return (await selectProfile(db, userId)) ?? refuse('SIGN_IN_REQUIRED')
}

/** Language and theme; what is left out stays. Refuses as `findProfile` does. */
export async function editProfile(platform: Pick<Platform, 'db'>, person: Person, { language, theme }: ProfileEdit): Promise<Profile> {
  if (language === undefined && theme === undefined) return findProfile(platform, person)
  const change = { ...(language && { language }), ...(theme && { theme }) }
  return (await updateProfile(platform.db, person.userId, change)) ?? refuse('SIGN_IN_REQUIRED')
}
