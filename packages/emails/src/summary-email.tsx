import { findLimitedKind } from './email-kinds.ts'
import { ActionButton, Note, Paragraph, Quote, TextLink } from './layout/email-parts.tsx'
import { formatInstant } from './layout/format-instant.ts'
import { type RenderedEmail, renderEmail } from './layout/render-email.tsx'

interface SummaryEmail {
  /** The kind of the emails that the summary replaces. */
  kind: string
  count: number
  firstAt: Date
  latestAt: Date
  /** Texts that differ between the replaced emails. If there are many, only the first are included. */
  details: readonly string[]
  hasMoreDetails: boolean
  signInUrl: string
  forgotUrl: string
}

/** The email that replaces emails of one kind if there are too many in an hour. */
export function renderSummaryEmail({
  kind,
  count,
  firstAt,
  latestAt,
  details,
  hasMoreDetails,
  signInUrl,
  forgotUrl,
}: SummaryEmail): RenderedEmail {
  const { one = 'email', other = 'emails', isSecurity = false } = findLimitedKind(kind) ?? {}
  const events = `${count.toLocaleString('en')} more ${count === 1 ? one : other}`
  const times = count === 1 ? `at ${formatInstant(latestAt)}` : `since ${formatInstant(firstAt)}, the latest at ${formatInstant(latestAt)}`
  return renderEmail({
    kind: 'email_summary',
    subject: events,
    preview: 'We combined several emails into one.',
    children: (
      <>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>{`There ${count === 1 ? 'was' : 'were'} ${events} ${times}. This email replaces them.`}</Paragraph>
        {details.map((detail, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal details are legal, and the list never changes
          <Quote key={index}>{detail}</Quote>
        ))}
        {hasMoreDetails && <Paragraph>{`Only the first ${details.length} are shown.`}</Paragraph>}
        <ActionButton href={signInUrl}>Sign in</ActionButton>
        {isSecurity && (
          <Note>
            If this was not you, reset your password now: <TextLink href={forgotUrl} />
          </Note>
        )}
      </>
    ),
  })
}
