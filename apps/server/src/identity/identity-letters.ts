import { html } from 'hono/html'
import { renderEmailLayout } from '../layout/index.ts'
import type { Email } from '../platform/mail/mail.ts'

interface Recipient {
  email: string
  full_name?: string
}

export function resetPasswordLetter(app: string, to: Recipient, token: string): Email {
  return compose(to, 'Set a new Linkshelf password', {
    lines: ['Somebody, hopefully you, asked for a new password for your Linkshelf account.', 'The link works once, for 30 minutes.'],
    action: { label: 'Set a new password', href: `${app}/auth/reset?token=${token}` },
    ending: 'If it was not you, there is nothing to do: your password stays as it is.',
  })
}

export function passwordChangedLetter(app: string, to: Recipient): Email {
  return compose(to, 'Your Linkshelf password was changed', {
    lines: ['Your password was changed just now, and you were signed out on every device.'],
    action: { label: 'Sign in', href: `${app}/` },
    ending: `If it was not you, set a new password at once: ${app}/auth/forgot`,
  })
}

export function youHaveAnAccountLetter(app: string, to: Recipient): Email {
  return compose(to, 'You already have a Linkshelf account', {
    lines: ['Somebody, hopefully you, tried to create a Linkshelf account with this address. It already has one.'],
    action: { label: 'Sign in', href: `${app}/` },
    ending: `If you no longer know your password, set a new one: ${app}/auth/forgot`,
  })
}

/** Without a name: whoever filled in the form would be writing to a stranger in our words. */
export function confirmSignUpLetter(app: string, email: string, token: string): Email {
  return compose({ email }, 'Confirm your Linkshelf account', {
    lines: ['One more step: confirm that this address is yours. The link works for a day.'],
    action: { label: 'Create my account', href: `${app}/auth/confirm?token=${token}` },
    ending: 'If you did not ask for an account, there is nothing to do: none is created.',
  })
}

interface Content {
  lines: string[]
  action: { label: string; href: string }
  ending: string
}

function compose({ email, full_name }: Recipient, subject: string, { lines, action, ending }: Content): Email {
  const greeting = full_name === undefined ? 'Hello,' : `Hello ${full_name},`
  const text = [greeting, ...lines, `${action.label}:\n${action.href}`, ending, 'Linkshelf'].join('\n\n')
  const paragraphs = lines.map((line) => html`<p style="margin:0 0 16px">${line}</p>`)
  const body = html`<p style="margin:0 0 16px">${greeting}</p>
      ${paragraphs}
      <p style="margin:24px 0">
        <a href="${action.href}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#067a59;color:#ffffff;font-weight:600;text-decoration:none">${action.label}</a>
      </p>
      <p style="margin:0;color:#51635b">${ending}</p>`
  return { to: email, subject, text, html: renderEmailLayout(subject, body) }
}
