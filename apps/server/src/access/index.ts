/**
 * Decides who may read and write. It makes the context of each request, and every read and write of an owner's data
 * goes through its `read` and `mutate`, which check membership and role, count writes, set the row-level scope and
 * store the audit entry. Access tokens, recent sign-ins, confirmed addresses and the security log are here too.
 */

export type { AccessEnd, AccessEnder, AccessEnders, EndedAccess } from './access-ender.ts'
export type { ApiRequestCounter } from './admit-api-key.ts'
export { AppError, fail, failRateLimited } from './app-error.ts'
export { type AuditLogRow, type AuditSearch, selectAuditEntries } from './audit-log-page.ts'
export { type CallContext, organizationCall, projectCall, publicCall, signedInCall, type VerifyToken } from './calls.ts'
export {
  type ApiKeyActor,
  createRequestContext,
  type OrganizationContext,
  type ProjectContext,
  type RequestContext,
  type Role,
  type SignedInActor,
  type UserActor,
  type UserContext,
} from './context.ts'
export { denyAccess } from './deny-access.ts'
export { openEndedMembershipsSubscription } from './ended-memberships.ts'
export { findSystemContext, selectEntitlements } from './find-context.ts'
export { type KnownCredential, openKnownCredentials } from './known-credentials.ts'
export { type Change, type Inspection, ignoreDeleted, type Mutation, type MutationStep, mutate, mutateTogether, read } from './mutate.ts'
export { requireFeature } from './require-feature.ts'
export { requireRecentSignIn } from './require-recent-sign-in.ts'
export { type EventSource, logSecurityEvent } from './security-log.ts'
export { isStorable } from './storable-input.ts'
export { createTokenVerifier, type TokenRules } from './verify-access-token.ts'
export { createWriteBudgets, spendScarce, spendSlugCheck, spendWrite } from './write-budgets.ts'
