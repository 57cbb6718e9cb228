import { createOrganizationIn } from '../../organizations/index.ts'
import { withOrganizationScope } from '../../platform/postgres/postgres.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { insertUser } from './user-table.ts'

export interface NewAccount {
  email: string
  fullName: string
  passwordHash: string
}

/** Creates the user, their organization and its first project in one transaction. Returns the user's id; undefined when the address has an account. */
export function createAccount(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'ids'>,
  { email, fullName, passwordHash }: NewAccount,
): Promise<string | undefined> {
  const { db, clock, ids } = deps
  const [userId, organizationId] = [ids.next(), ids.next()]
  return withOrganizationScope(db, organizationId, async (tx) => {
    if (!(await insertUser(tx, { id: userId, email, fullName, passwordHash, createdAt: clock.now() }))) return undefined
    await createOrganizationIn(tx, deps, { userId }, { id: organizationId, name: `${fullName}'s organization` })
    return userId
  })
}
