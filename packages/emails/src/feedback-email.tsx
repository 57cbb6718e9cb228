import { Note, Paragraph, Quote } from './layout/email-parts.tsx'
import { type RenderedEmail, renderEmail } from './layout/render-email.tsx'

interface Feedback {
  subject: string
  idea: string
  /** One line that names the sender and the subject. */
  source: string
}

/** The email with a user's feedback. It is sent to the operator. */
export function renderFeedbackEmail({ subject, idea, source }: Feedback): RenderedEmail {
  return renderEmail({
    kind: 'feedback',
    details: [`${subject}\n${idea}\n${source}`],
    subject: `Feedback: ${subject.replace(/\s+/g, ' ')}`,
    heading: 'Feedback',
    preview: idea,
    children: (
      <>
        <Paragraph>
          <strong>{subject}</strong>
        </Paragraph>
        <Quote>{idea}</Quote>
        <Note>{source}</Note>
      </>
    ),
  })
}
