/**
 * Decides who may read and write. Creates the context of each request. Every read and write of an owner's data goes
 * through `read` or `mutate`, which check membership and role, count writes, set the row-level scope and store the
 * audit entry. This module also verifies access tokens, recent sign-ins and confirmed addresses, and writes the
 * security log.
 */

export type { AccessRevocation, AccessRevocations, RevocationScope, RevokedAccess } from './access-revocation.ts'
export { denyAccess, requireFeature, requireRecentSignIn } from './access-rules.ts'
export { AppError, fail, failRateLimited, runLimited } from './app-error.ts'
export {
  type AuditLogRow,
  type AuditSearch,
  selectActorOfChange,
  selectAuditEntries,
  selectAuditedIds,
  selectAuditedNames,
  selectImportedIds,
  selectProductIdsInEntries,
} from './audit-log-table.ts'
export { createCallLimits, getCallerKey } from './call-limits.ts'
export type { ApiRequestCounter } from './calls.ts'
export { type CallContext, organizationCall, projectCall, publicCall, signedInCall, type VerifyToken } from './calls.ts'
export {
  type Actor,
  type ApiKeyActor,
  createRequestContext,
  findSystemContext,
  type OrganizationContext,
  type ProjectContext,
  type RequestContext,
  type SignedInActor,
  type SystemActor,
  selectEntitlements,
  type UserActor,
  type UserContext,
} from './context.ts'
export { openEndedMembershipsSubscription } from './ended-memberships.ts'
export { deleteExpiredResponses } from './idempotent-response-table.ts'
export { toInputMessage } from './input-messages.ts'
export { type KnownCredential, openKnownCredentials } from './known-credentials.ts'
export {
  type Change,
  type Inspection,
  ignoreDeleted,
  type Mutation,
  type MutationStep,
  mutate,
  mutateTogether,
  read,
  writeDerived,
} from './mutate.ts'
export { mutateOnce } from './mutate-once.ts'
export {
  countRateLimitUse,
  createRateLimiters,
  rateLimitCreation,
  rateLimitSlugCheck,
  rateLimitWrite,
  refundCreation,
} from './rate-limits.ts'
export { countReachedLimit, listReachedLimits } from './reached-limits.ts'
export { computeRevision, requireRevision } from './revisions.ts'
export { lacksSecondFactor, selectSecondFactors } from './second-factor.ts'
export { type EventSource, logSecurityEvent, type SecurityEvents } from './security-log.ts'
export { isStorable } from './storable-input.ts'
export { createTokenVerifier, type TokenRules } from './verify-access-token.ts'
