import type { Profile, ProfileUpdate } from '@linkshelf/contract'
import { fail, type Person } from '../../access/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { selectProfile, updateProfile } from '../accounts/user-table.ts'

/** Refuses when the account is gone though a token for it still lives. */
export async function findProfile({ db }: Pick<Deps, 'db'>, { userId }: Person): Promise<Profile> {
  return (await selectProfile(db, userId)) ?? fail('SIGN_IN_REQUIRED')
}

/** Language and theme; what is left out stays. Refuses as `findProfile` does. */
export async function editProfile(deps: Pick<Deps, 'db'>, person: Person, { language, theme }: ProfileUpdate): Promise<Profile> {
  if (language === undefined && theme === undefined) return findProfile(deps, person)
  const change = { ...(language && { language }), ...(theme && { theme }) }
  return (await updateProfile(deps.db, person.userId, change)) ?? fail('SIGN_IN_REQUIRED')
}
