// The security log: each event that an operator may want an alert for is one line of the process log, with the event's
// name in `event`. Names are permanent. No line contains a password, a token, a cookie or an email address.
// docs/operations/run.md describes each event.
import type { AuditAction, SignInMethod } from '@linkshelf/contract'
import type { Log } from '../platform/process/log.ts'

/** The request that an event belongs to. */
export interface EventSource {
  requestId: string
  /** The IP address of the client; undefined for jobs and commands. */
  address?: string | undefined
}

interface AccountEvent extends EventSource {
  /** A keyed hash of the email address. One address has the same hash in all events of an instance. */
  account: string
}

interface UserEvent extends EventSource {
  userId: string
}

interface DeviceEvent extends EventSource {
  /** Whether this browser has signed in to the account before. */
  isKnownDevice: boolean
}

interface ActorEvent extends EventSource {
  actor: string
  organizationId: string | undefined
}

/** A change that also has an audit entry. */
interface CommittedEvent extends ActorEvent {
  entityId: string | undefined
}

export interface SecurityEvents {
  'sign_in.succeeded': UserEvent & DeviceEvent & { method: SignInMethod }
  'sign_in.failed': AccountEvent & DeviceEvent & { method: SignInMethod }
  'sign_up.succeeded': UserEvent
  'sign_up.answered_by_email': AccountEvent
  'rate_limit.reached': EventSource & { limit: string; subject: string }
  'password_reset.requested': AccountEvent
  'password_reset.succeeded': UserEvent
  'password_reset.link_created': CommittedEvent
  'sign_in.link_created': CommittedEvent
  'provider.joined': CommittedEvent
  'provider.disconnected': CommittedEvent
  'provider.rejected': EventSource & { issuer: string; reason: string }
  'password_change.succeeded': CommittedEvent
  'password_change.failed': UserEvent
  'second_factor.required': UserEvent
  'second_factor.succeeded': UserEvent & { method: SignInMethod }
  'second_factor.failed': UserEvent
  'second_factor.enabled': CommittedEvent
  'second_factor.disabled': CommittedEvent
  'second_factor.reset_requested': CommittedEvent
  'second_factor.reset_canceled': CommittedEvent
  'second_factor.reset': CommittedEvent
  'recovery_codes.replaced': CommittedEvent
  'recovery_code.used': CommittedEvent
  'email_token.rejected': EventSource & {
    purpose:
      | 'password reset'
      | 'sign-up'
      | 'email confirmation'
      | 'invitation'
      | 'email change'
      | 'undo of an email change'
      | 'reset of two-step sign-in'
      | 'sign-in link'
  }
  'email.confirmed': CommittedEvent
  'email_change.requested': CommittedEvent
  'email_change.succeeded': CommittedEvent
  'email_change.undone': CommittedEvent
  'session.ended': UserEvent
  'session.revoked': CommittedEvent
  'session.ended_by_operator': CommittedEvent
  'session.ended_by_provider': CommittedEvent
  'reauthentication.succeeded': CommittedEvent
  'passkey.added': CommittedEvent
  'passkey.renamed': CommittedEvent
  'passkey.removed': CommittedEvent
  'passkey.rejected': EventSource & {
    userId?: string | undefined
    reason: 'unknown' | 'invalid' | 'old challenge' | 'used challenge' | 'counter'
  }
  'token.reused': UserEvent & { kind: string }
  'access.denied': ActorEvent & {
    projectId: string | undefined
    reason: 'not a member' | 'a viewer' | 'not an owner' | 'no second factor' | 'an API key' | 'a read-only API key'
    attempted: string
  }
  'account.disabled': CommittedEvent
  'account.enabled': CommittedEvent
  'account.deletion_requested': CommittedEvent
  'account.deleted': CommittedEvent
  'organization.deletion_requested': CommittedEvent
  'organization.deleted': CommittedEvent
  'organization.settings_changed': CommittedEvent
  'organization.second_factor_rule_changed': CommittedEvent
  'member.invited': CommittedEvent
  'member.joined': CommittedEvent
  'member.added': CommittedEvent
  'member.role_changed': CommittedEvent
  'member.removed': CommittedEvent
  'api_key.created': CommittedEvent
  'api_key.revoked': CommittedEvent
  'api_key.rejected': EventSource & { keyId: string | undefined }
  'integration.saved': CommittedEvent
  'integration.removed': CommittedEvent
  'postback_address.created': CommittedEvent
  'postback_address.removed': CommittedEvent
  'archive.created': CommittedEvent
  'archive.download_requested': CommittedEvent
  'archive.downloaded': CommittedEvent
  'signing_keys.rotated': { retiresAt: Date }
}

export type SecurityEventName = keyof SecurityEvents

const descriptions: Record<SecurityEventName, { level: 'info' | 'warn'; message: string }> = {
  'sign_in.succeeded': { level: 'info', message: 'A user signed in' },
  'sign_in.failed': { level: 'warn', message: 'A sign-in had a wrong password, or its address has no account' },
  'sign_up.succeeded': { level: 'info', message: 'An account was created' },
  'sign_up.answered_by_email': { level: 'info', message: 'A sign-up was answered by email' },
  'rate_limit.reached': { level: 'warn', message: 'A request was rejected by a rate limit' },
  'password_reset.requested': { level: 'info', message: 'A password reset was requested' },
  'password_reset.succeeded': { level: 'info', message: 'A password was reset, and the user signed out everywhere' },
  'password_reset.link_created': { level: 'warn', message: 'The operator created a link that sets the password of an account' },
  'sign_in.link_created': { level: 'warn', message: 'The operator created a link that signs a user in' },
  'provider.joined': { level: 'warn', message: 'An account was connected with another identity provider' },
  'provider.disconnected': { level: 'warn', message: 'A user disconnected another identity provider' },
  'provider.rejected': { level: 'warn', message: 'A sign-in at another identity provider was rejected' },
  'password_change.succeeded': { level: 'info', message: 'A signed-in user changed their password' },
  'password_change.failed': { level: 'warn', message: 'A signed-in user entered a wrong current password' },
  'second_factor.required': { level: 'info', message: 'A user entered the right password, and was asked for a code' },
  'second_factor.succeeded': { level: 'info', message: 'A user entered a right code' },
  'second_factor.failed': { level: 'warn', message: 'A user who knows the password entered a wrong code' },
  'second_factor.enabled': { level: 'warn', message: 'A user turned two-step sign-in on' },
  'second_factor.disabled': { level: 'warn', message: 'A user turned two-step sign-in off' },
  'second_factor.reset_requested': { level: 'warn', message: 'A user without a code asked to turn two-step sign-in off' },
  'second_factor.reset_canceled': { level: 'warn', message: 'The reset of two-step sign-in was stopped' },
  'second_factor.reset': { level: 'warn', message: 'Two-step sign-in was turned off, three days after the request' },
  'recovery_codes.replaced': { level: 'warn', message: 'A user made new recovery codes' },
  'recovery_code.used': { level: 'warn', message: 'A user used a recovery code' },
  'email_token.rejected': { level: 'warn', message: 'The token of an email was used, expired or never valid' },
  'email.confirmed': { level: 'info', message: 'A user confirmed the email address of their account' },
  'email_change.requested': { level: 'info', message: 'A user asked to change the email address of their account' },
  'email_change.succeeded': { level: 'warn', message: 'The email address of an account was changed' },
  'email_change.undone': { level: 'warn', message: 'A former email address undid the change of an account' },
  'session.ended': { level: 'info', message: 'A user signed out' },
  'session.revoked': { level: 'info', message: 'A user signed out one or all of their devices' },
  'session.ended_by_operator': { level: 'warn', message: 'The operator ended every session of a user' },
  'session.ended_by_provider': { level: 'info', message: 'Another identity provider ended sessions of a user' },
  'reauthentication.succeeded': { level: 'info', message: 'A signed-in user confirmed who they are' },
  'passkey.added': { level: 'warn', message: 'A user added a passkey' },
  'passkey.renamed': { level: 'info', message: 'A user renamed a passkey' },
  'passkey.removed': { level: 'warn', message: 'A user removed a passkey' },
  'passkey.rejected': { level: 'warn', message: 'A passkey did not sign in or confirm its user' },
  'token.reused': { level: 'warn', message: 'A code or refresh token was used twice; its family was revoked' },
  'access.denied': { level: 'warn', message: 'A user attempted what they have no access to' },
  'account.disabled': { level: 'warn', message: 'The operator disabled an account' },
  'account.enabled': { level: 'warn', message: 'The operator enabled an account' },
  'account.deletion_requested': { level: 'warn', message: 'The deletion of an account was requested' },
  'account.deleted': { level: 'warn', message: 'An account was deleted' },
  'organization.deletion_requested': { level: 'warn', message: 'The deletion of an organization was requested' },
  'organization.deleted': { level: 'warn', message: 'An organization was deleted' },
  'organization.settings_changed': { level: 'info', message: 'The settings of an organization were changed' },
  'organization.second_factor_rule_changed': {
    level: 'warn',
    message: 'An owner changed whether members of an organization need a second factor',
  },
  'member.invited': { level: 'info', message: 'Someone was invited into an organization' },
  'member.joined': { level: 'info', message: 'A user accepted an invitation into an organization' },
  'member.added': { level: 'info', message: 'The groups of another identity provider added a member to an organization' },
  'member.role_changed': { level: 'info', message: 'The role of a member was changed' },
  'member.removed': { level: 'info', message: 'A member was removed from an organization' },
  'api_key.created': { level: 'info', message: 'An API key was created' },
  'api_key.revoked': { level: 'info', message: 'An API key was revoked' },
  'api_key.rejected': { level: 'warn', message: 'A request had an API key that is unknown, revoked or expired' },
  'integration.saved': { level: 'info', message: 'An integration was saved' },
  'integration.removed': { level: 'info', message: 'An integration was removed' },
  'postback_address.created': { level: 'info', message: 'A postback address was created, in place of an earlier one' },
  'postback_address.removed': { level: 'info', message: 'A postback address was removed' },
  'archive.created': { level: 'warn', message: 'An archive of everything in an organization was requested' },
  'archive.download_requested': { level: 'warn', message: 'An address was created from which an archive can be downloaded' },
  'archive.downloaded': { level: 'warn', message: 'An archive, or a range of it, was downloaded' },
  'signing_keys.rotated': { level: 'warn', message: 'The keys of the identity provider were rotated' },
}

/** The actions of `mutate` that are logged as security events once they are committed. */
export const eventByAction = {
  'user.confirm_email': 'email.confirmed',
  'user.request_email_change': 'email_change.requested',
  'user.change_email': 'email_change.succeeded',
  'user.undo_email_change': 'email_change.undone',
  'user.change_password': 'password_change.succeeded',
  'user.create_password_link': 'password_reset.link_created',
  'user.enable_second_factor': 'second_factor.enabled',
  'user.disable_second_factor': 'second_factor.disabled',
  'user.request_second_factor_reset': 'second_factor.reset_requested',
  'user.cancel_second_factor_reset': 'second_factor.reset_canceled',
  'user.reset_second_factor': 'second_factor.reset',
  'user.replace_recovery_codes': 'recovery_codes.replaced',
  'user.use_recovery_code': 'recovery_code.used',
  'user.create_sign_in_link': 'sign_in.link_created',
  'user.join_provider': 'provider.joined',
  'user.disconnect_provider': 'provider.disconnected',
  'user.disable': 'account.disabled',
  'user.enable': 'account.enabled',
  'user.request_deletion': 'account.deletion_requested',
  'user.delete': 'account.deleted',
  'session.revoke': 'session.revoked',
  'session.revoke_others': 'session.revoked',
  'session.end_all': 'session.ended_by_operator',
  'session.end_by_provider': 'session.ended_by_provider',
  'session.reauthenticate': 'reauthentication.succeeded',
  'passkey.add': 'passkey.added',
  'passkey.rename': 'passkey.renamed',
  'passkey.remove': 'passkey.removed',
  'organization.update': 'organization.settings_changed',
  'organization.require_second_factor': 'organization.second_factor_rule_changed',
  'organization.request_deletion': 'organization.deletion_requested',
  'organization.delete': 'organization.deleted',
  'member.invite': 'member.invited',
  'invitation.accept': 'member.joined',
  'member.add': 'member.added',
  'member.change_role': 'member.role_changed',
  'member.transfer_ownership': 'member.role_changed',
  'member.remove': 'member.removed',
  'api_key.create': 'api_key.created',
  'api_key.revoke': 'api_key.revoked',
  'integration.save': 'integration.saved',
  'integration.delete': 'integration.removed',
  'earnings.create_postback': 'postback_address.created',
  'earnings.delete_postback': 'postback_address.removed',
  'data_export.create': 'archive.created',
  'data_export.download': 'archive.download_requested',
  'data_export.fetch': 'archive.downloaded',
} as const satisfies Partial<Record<AuditAction, SecurityEventName>>

export function isSecurityAction(action: AuditAction): action is keyof typeof eventByAction {
  return action in eventByAction
}

export const securityEventNames = Object.keys(descriptions) as SecurityEventName[]

export function logSecurityEvent<E extends SecurityEventName>(log: Log, event: E, fields: SecurityEvents[E]): void {
  const { level, message } = descriptions[event]
  const line: object = { event, ...fields }
  log[level](line, message)
}
