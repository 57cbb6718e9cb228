import type { OrganizationId, UserId } from '@linkshelf/contract'
import { createRequestContext, mutate } from '../../access/index.ts'
import { insertOwnedOrganization } from '../../organizations/index.ts'
import { enqueueConfirmationEmail } from '../emails/email-jobs.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { insertUser } from '../tables/user-table.ts'

export interface NewAccount {
  email: string
  fullName: string
  passwordHash: string
  /** False when nothing shows yet that the user reads the mail of the address: then an email asks for it. */
  isEmailConfirmed: boolean
}

class AddressTakenError extends Error {}

/**
 * Creates the user, their organization and its first project in one transaction. Returns the user's id; undefined when
 * the address has an account.
 */
export async function createAccount(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'ids' | 'log'>,
  { email, fullName, passwordHash, isEmailConfirmed }: NewAccount,
): Promise<UserId | undefined> {
  const [userId, organizationId] = [deps.ids.next<UserId>(), deps.ids.next<OrganizationId>()]
  const ctx = { ...createRequestContext(deps, { actor: { kind: 'user', userId }, source: 'api' }), organization: { id: organizationId } }
  const mutation = { action: 'user.register', entity: 'user', entityId: userId, lock: 'none' } as const
  try {
    await mutate(ctx, mutation, async (tx, change) => {
      const isNew = await insertUser(tx, { id: userId, email, fullName, passwordHash, createdAt: ctx.now, isEmailConfirmed })
      if (!isNew) throw new AddressTakenError()
      if (!isEmailConfirmed) await enqueueConfirmationEmail(tx, userId)
      const organization = { id: organizationId, name: `${fullName}'s organization`, ownerId: userId }
      await insertOwnedOrganization(tx, deps, ctx, organization, change)
    })
    return userId
  } catch (error) {
    if (error instanceof AddressTakenError) return undefined
    throw error
  }
}
