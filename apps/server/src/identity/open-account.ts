import { createOrganizationIn } from '../organizations/index.ts'
import { withOrganizationScope } from '../platform/postgres/postgres.ts'
import type { IdentityTools } from './identity-tools.ts'
import { insertUser } from './user-table.ts'

export interface NewAccount {
  email: string
  fullName: string
  passwordHash: string
}

/** The person, their organization and its first project, all or none; gives back the person's id. Undefined when the address has an account. */
export function openAccount(
  tools: Pick<IdentityTools, 'db' | 'clock' | 'ids'>,
  { email, fullName, passwordHash }: NewAccount,
): Promise<string | undefined> {
  const { db, clock, ids } = tools
  const [userId, organizationId] = [ids.next(), ids.next()]
  return withOrganizationScope(db, organizationId, async (tx) => {
    if (!(await insertUser(tx, { id: userId, email, fullName, passwordHash, createdAt: clock.now() }))) return undefined
    await createOrganizationIn(tx, tools, { userId }, { id: organizationId, name: `${fullName}'s organization` })
    return userId
  })
}
