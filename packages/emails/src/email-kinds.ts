/** The names of emails of one kind in a summary: the singular and the plural. */
interface LimitedKind {
  one: string
  other: string
  /** Whether the summary says how to recover an account to which others have access. */
  isSecurity?: boolean
}

/**
 * The kinds of emails. Each kind says what prevents one address from getting many emails. A kind with the words `one`
 * and `other` is limited to a few emails per hour, and one summary replaces the emails above this limit.
 * `limitedAtSource` means that the cause of the email is limited: it is a form with its own rate limit, or it happens
 * only once per day, week or mailing.
 */
const emailKinds = {
  new_device: { one: 'sign-in on a new device', other: 'sign-ins on new devices', isSecurity: true },
  password_changed: { one: 'change of your password', other: 'changes of your password', isSecurity: true },
  passkey_added: { one: 'passkey that was added', other: 'passkeys that were added', isSecurity: true },
  passkey_removed: { one: 'passkey that was removed', other: 'passkeys that were removed', isSecurity: true },
  email_confirmed: { one: 'confirmation of your email address', other: 'confirmations of your email address', isSecurity: true },
  second_factor_changed: { one: 'change of your two-step sign-in', other: 'changes of your two-step sign-in', isSecurity: true },
  recovery_code_used: { one: 'use of a recovery code', other: 'uses of recovery codes', isSecurity: true },
  provider_joined: { one: 'new way to sign in', other: 'new ways to sign in', isSecurity: true },
  provider_disconnected: { one: 'removed way to sign in', other: 'removed ways to sign in', isSecurity: true },
  sign_in_link: { one: 'sign-in link for your account', other: 'sign-in links for your account', isSecurity: true },
  account_deletion_scheduled: { one: 'deletion of your account', other: 'deletions of your account', isSecurity: true },
  account_deletion_reminder: { one: 'reminder of the deletion of your account', other: 'reminders of the deletion of your account' },
  account_deletion_postponed: { one: 'postponed deletion of your account', other: 'postponed deletions of your account' },
  organization_deletion_scheduled: { one: 'deletion of an organization', other: 'deletions of organizations', isSecurity: true },
  organization_deletion_reminder: { one: 'organization that will be deleted', other: 'organizations that will be deleted' },
  organization_deleted: { one: 'deleted organization', other: 'deleted organizations' },
  second_factor_required: { one: 'organization that requires a second factor', other: 'organizations that require a second factor' },
  domain_lost: { one: 'domain that is no longer verified', other: 'domains that are no longer verified' },
  youtube_migration: { one: 'finished YouTube migration', other: 'finished YouTube migrations' },
  feedback: { one: 'message of feedback', other: 'messages of feedback' },
  account_deleted: 'limitedAtSource',
  account_exists: 'limitedAtSource',
  address_confirmation: 'limitedAtSource',
  address_in_use: 'limitedAtSource',
  address_removed: 'limitedAtSource',
  address_reserved: 'limitedAtSource',
  backup_failure: 'limitedAtSource',
  click_summary: 'limitedAtSource',
  email_change_confirmation: 'limitedAtSource',
  email_change_undone: 'limitedAtSource',
  email_changed: 'limitedAtSource',
  email_summary: 'limitedAtSource',
  invitation: 'limitedAtSource',
  link_broken: 'limitedAtSource',
  new_conversion: 'limitedAtSource',
  operator: 'limitedAtSource',
  password_reset: 'limitedAtSource',
  second_factor_reset_link: 'limitedAtSource',
  second_factor_reset_started: 'limitedAtSource',
  sign_up_confirmation: 'limitedAtSource',
  weekly_report: 'limitedAtSource',
} as const satisfies Record<string, LimitedKind | 'limitedAtSource'>

export type EmailKind = keyof typeof emailKinds

/** Returns the words for a kind of email that is limited per hour. Undefined for any other kind. */
export function findLimitedKind(kind: string): LimitedKind | undefined {
  const found = Object.entries(emailKinds).find(([name]) => name === kind)?.[1]
  return found === 'limitedAtSource' ? undefined : found
}
