import { Body, Container, Head, Heading, Html, Preview, Section } from '@react-email/components'
import type { ReactNode } from 'react'
import type { EmailKind } from '../email-kinds.ts'
import { EmailLogo } from './email-logo.tsx'
import { EmailShelf } from './email-shelf.tsx'
import { styleSheet, styles } from './email-style.ts'

export interface EmailContent {
  kind: EmailKind
  /** Texts that differ between emails of this kind. If a summary replaces several emails, it repeats these texts. */
  details?: readonly string[]
  /** The subject. It is also the heading, unless `heading` is set. */
  subject: string
  heading?: string
  /** Text that email programs show next to the subject in a list. */
  preview: string
  children: ReactNode
  /** Text below the card. It says why the email was sent and how to stop emails of this kind. */
  footer?: ReactNode
}

/** The logo, a card with the content, and the footer. It loads no pictures and no fonts. */
export function EmailLayout({ subject, heading = subject, preview, children, footer }: Omit<EmailContent, 'kind' | 'details'>) {
  return (
    <Html>
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{styleSheet}</style>
      </Head>
      <Body className="page" style={styles.page}>
        <Preview>{preview}</Preview>
        <Container style={styles.column}>
          <table width="100%" cellPadding={0} cellSpacing={0} border={0} role="presentation">
            <tbody>
              <tr>
                <td>
                  <EmailLogo />
                </td>
                <td valign="bottom">
                  <EmailShelf />
                </td>
              </tr>
            </tbody>
          </table>
          <div className="card" style={styles.card}>
            <Heading className="heading" style={styles.heading} data-skip-in-text={heading === subject}>
              {heading}
            </Heading>
            {children}
          </div>
          <Section style={{ padding: '20px 8px 0' }}>
            <p className="small" style={styles.small}>
              Linkshelf
            </p>
            {footer}
          </Section>
        </Container>
      </Body>
    </Html>
  )
}
