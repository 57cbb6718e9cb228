import { html } from 'hono/html'
import { renderEmailLayout } from '../layout/index.ts'
import type { Email } from '../platform/mail/mail.ts'
import type { UnsentFeedback } from './feedback-table.ts'

/** A reply goes to the user who sent the feedback. */
export function feedbackEmail(
  operatorEmail: string,
  { subject, idea, created_at, full_name, email, project, organization }: UnsentFeedback,
): Email {
  const emailSubject = `Feedback: ${subject.replace(/\s+/g, ' ')}`
  const from = `From ${full_name} <${email}>, project “${project}” of “${organization}”, ${created_at.toISOString()}`
  const body = html`<p style="margin:0 0 16px;font-weight:600">${subject}</p>
      <p style="margin:0 0 24px;white-space:pre-wrap">${idea}</p>
      <p style="margin:0;color:#51635b">${from}</p>`
  return {
    to: operatorEmail,
    replyTo: email,
    subject: emailSubject,
    text: [subject, idea, from].join('\n\n'),
    html: renderEmailLayout(emailSubject, body),
  }
}
