// Actors, their contexts and entitlements. Every read and write of an owner's data starts here.
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
