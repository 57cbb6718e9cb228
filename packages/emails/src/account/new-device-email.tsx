import { ActionButton, Note, Paragraph, TextLink } from '../layout/email-parts.tsx'
import { formatInstant } from '../layout/format-instant.ts'
import { type RenderedEmail, renderEmail } from '../layout/render-email.tsx'

interface NewDeviceEmail {
  at: Date
  browser: string | null
  os: string | null
  /** ISO 3166-1, two letters. */
  country: string | null
  sessionsUrl: string
  forgotUrl: string
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

export function renderNewDeviceEmail({ at, browser, os, country, sessionsUrl, forgotUrl }: NewDeviceEmail): RenderedEmail {
  const device = [browser, os].filter((part) => part !== null).join(' on ') || 'an unknown device'
  const place = country === null ? '' : ` in ${countries.of(country)}`
  return renderEmail({
    kind: 'new_device',
    details: [`${device}${place}, ${formatInstant(at)}`],
    subject: 'New sign-in to your Linkshelf account',
    preview: `With ${device}${place}.`,
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>
          Your account was signed in to with {device}
          {place}, on {formatInstant(at)}. This browser has not been used for your account before.
        </Paragraph>
        <ActionButton href={sessionsUrl}>See your sessions</ActionButton>
        <Note>
          If that was not you, set a new password now, which signs out every device: <TextLink href={forgotUrl} />
        </Note>
      </>
    ),
  })
}
