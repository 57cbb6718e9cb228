import type { RenderedEmail } from '@linkshelf/emails'
import * as emails from '@linkshelf/emails'

const app = 'https://app.example'
const signIn = { signInUrl: `${app}/`, forgotUrl: `${app}/auth/forgot` }
const token = 'Yk3v8mT1cQxR5dLw0bNzJ7sHfPa2uGeK'

/** Every email with content as in use, by the function that renders it. */
export const sampleEmails: Record<Extract<keyof typeof emails, `render${string}Email`>, RenderedEmail> = {
  renderPasswordResetEmail: emails.renderPasswordResetEmail({ resetUrl: `${app}/auth/reset?token=${token}` }),
  renderPasswordChangedEmail: emails.renderPasswordChangedEmail(signIn),
  renderAccountExistsEmail: emails.renderAccountExistsEmail(signIn),
  renderConfirmSignUpEmail: emails.renderConfirmSignUpEmail({ confirmUrl: `${app}/auth/confirm?token=${token}` }),
  renderInvitationEmail: emails.renderInvitationEmail({
    organizationName: 'Mia’s shelf',
    role: 'member',
    invitationUrl: `${app}/invitations/${token}${token}`,
  }),
  renderFeedbackEmail: emails.renderFeedbackEmail({
    subject: 'Sort links by clicks',
    idea: 'I have 400 links.\n\nLet me sort them by <clicks>, please.',
    source: 'From Mia Reed <mia@example.com>, project “Kitchen” of “Mia’s shelf”, 2025-11-30T09:41:00.000Z',
  }),
}
