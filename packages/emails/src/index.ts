// Emails as HTML and plain text. Both are rendered from the same react-email components, which fetch no data and do not
// depend on Node.
//
// Each email has a function `render…Email(props)` that returns subject, text and HTML. Its props contain all URLs. It
// is exported here and has a sample in apps/web/scenes/emails/sample-emails.ts. `npm run screens -- emails` takes
// screenshots of the samples. A new email uses the components in layout/email-parts.tsx.
export {
  renderAccountDeletedEmail,
  renderAccountDeletionPostponedEmail,
  renderAccountDeletionReminderEmail,
  renderAccountDeletionScheduledEmail,
} from './account/account-deletion-email.tsx'
export { renderAccountExistsEmail } from './account/account-exists-email.tsx'
export { renderAddressConfirmationEmail } from './account/address-confirmation-email.tsx'
export { renderConfirmSignUpEmail } from './account/confirm-sign-up-email.tsx'
export {
  renderAddressInUseEmail,
  renderAddressRemovedEmail,
  renderAddressReservedEmail,
  renderEmailChangeConfirmationEmail,
  renderEmailChangedEmail,
  renderEmailChangeUndoneEmail,
} from './account/email-change-email.tsx'
export { renderEmailConfirmedEmail } from './account/email-confirmed-email.tsx'
export { renderNewDeviceEmail } from './account/new-device-email.tsx'
export { renderPasskeyAddedEmail, renderPasskeyRemovedEmail } from './account/passkey-email.tsx'
export { renderPasswordChangedEmail } from './account/password-changed-email.tsx'
export { renderPasswordResetEmail } from './account/password-reset-email.tsx'
export { renderProviderDisconnectedEmail } from './account/provider-disconnected-email.tsx'
export { renderProviderJoinedEmail } from './account/provider-joined-email.tsx'
export {
  renderRecoveryCodeUsedEmail,
  renderSecondFactorChangedEmail,
  renderSecondFactorResetLinkEmail,
  renderSecondFactorResetStartedEmail,
} from './account/second-factor-email.tsx'
export { renderSignInLinkEmail } from './account/sign-in-link-email.tsx'
export { renderBackupFailureEmail } from './backup-failure-email.tsx'
export { type BrokenLink, renderBrokenLinksEmail } from './broken-links-email.tsx'
export { type ClickSummary, renderClickSummaryEmail, type SummarizedProject } from './click-summary/click-summary-email.tsx'
export { renderConversionEmail } from './conversion-email.tsx'
export { renderDomainLossEmail } from './domain-loss-email.tsx'
export { findLimitedKind } from './email-kinds.ts'
export { renderFeedbackEmail } from './feedback-email.tsx'
export { renderInvitationEmail } from './invitation-email.tsx'
export type { NotificationLinks } from './layout/notification-footer.tsx'
export type { RenderedEmail } from './layout/render-email.tsx'
export { renderOperatorEmail } from './operator-email.tsx'
export {
  renderDeletionReminderEmail,
  renderDeletionScheduledEmail,
  renderOrganizationDeletedEmail,
} from './organization-deletion-email.tsx'
export { renderSecondFactorRequiredEmail } from './second-factor-required-email.tsx'
export { renderSummaryEmail } from './summary-email.tsx'
export {
  type ReportedFigure,
  type ReportedTable,
  type ReportFilter,
  renderWeeklyReportEmail,
  type WeeklyNumbers,
} from './weekly-report-email.tsx'
export { renderYoutubeMigrationEmail } from './youtube-migration-email.tsx'
