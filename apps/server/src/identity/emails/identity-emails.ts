import { buttonColors } from '@linkshelf/contract'
import { html } from 'hono/html'
import { renderEmailLayout } from '../../layout/index.ts'
import type { Email } from '../../platform/mail/mail.ts'

/**
 * Only the address: anyone can sign up with the address of someone else and any name, and their words must not reach a stranger under our sender. So no
 * email of this file contains text that a form gave.
 */
interface Recipient {
  email: string
}

export function passwordResetEmail(app: string, to: Recipient, token: string): Email {
  return compose(to, 'Reset your Linkshelf password', {
    lines: ['We received a request to reset the password of your Linkshelf account.', 'The link works once and expires in 30 minutes.'],
    action: { label: 'Set a new password', href: `${app}/auth/reset?token=${token}` },
    ending: 'If you did not request this, you can ignore this email. Your password has not changed.',
  })
}

export function passwordChangedEmail(app: string, to: Recipient): Email {
  return compose(to, 'Your Linkshelf password was changed', {
    lines: ['Your password was just changed, and your other devices were signed out.'],
    action: { label: 'Sign in', href: `${app}/` },
    ending: `If you did not change it, reset your password now: ${app}/auth/forgot`,
  })
}

export function accountExistsEmail(app: string, to: Recipient): Email {
  return compose(to, 'You already have a Linkshelf account', {
    lines: ['We received a request to create a Linkshelf account with this email address. You already have one.'],
    action: { label: 'Sign in', href: `${app}/` },
    ending: `Forgot your password? Reset it here: ${app}/auth/forgot`,
  })
}

export function confirmSignUpEmail(app: string, email: string, token: string): Email {
  return compose({ email }, 'Confirm your Linkshelf account', {
    lines: ['Confirm your email address to create your account. The link expires in 24 hours.'],
    action: { label: 'Create my account', href: `${app}/auth/confirm?token=${token}` },
    ending: 'If you did not sign up, you can ignore this email. No account has been created.',
  })
}

interface Content {
  lines: string[]
  action: { label: string; href: string }
  ending: string
}

function compose({ email }: Recipient, subject: string, { lines, action, ending }: Content): Email {
  const text = ['Hello,', ...lines, `${action.label}:\n${action.href}`, ending, 'Linkshelf'].join('\n\n')
  const paragraphs = lines.map((line) => html`<p style="margin:0 0 16px">${line}</p>`)
  const body = html`<p style="margin:0 0 16px">Hello,</p>
      ${paragraphs}
      <p style="margin:24px 0">
        <a href="${action.href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${buttonColors.ground};color:${buttonColors.text};font-weight:600;text-decoration:none">${action.label}</a>
      </p>
      <p style="margin:0;color:#51635b">${ending}</p>`
  return { to: email, subject, text, html: renderEmailLayout(subject, body) }
}
