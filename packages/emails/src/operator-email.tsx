import { type NotificationId, notificationKinds } from '@linkshelf/contract'
import { Markdown } from '@react-email/components'
import { styles } from './layout/email-style.ts'
import { NotificationFooter, type NotificationLinks } from './layout/notification-footer.tsx'
import { type RenderedEmail, renderEmail } from './layout/render-email.tsx'

interface OperatorEmail {
  notification: NotificationId
  subject: string
  /** Markdown. It may contain HTML, because the operator is trusted. */
  text: string
}

/** Styles without the color, so that texts inherit the color of the light or dark theme. */
const { color: _color, ...paragraph } = styles.text
const heading = { ...styles.subheading, color: 'inherit', padding: 0 }
const link = { color: 'inherit', textDecoration: 'underline' }

export function renderOperatorEmail({ notification, subject, text, ...links }: OperatorEmail & NotificationLinks): RenderedEmail {
  return renderEmail({
    kind: 'operator',
    subject,
    preview: toPreview(text),
    children: (
      <div className="text" style={styles.text}>
        <Markdown markdownCustomStyles={{ p: paragraph, li: paragraph, h1: heading, h2: heading, h3: heading, link }}>{text}</Markdown>
      </div>
    ),
    footer: <NotificationFooter name={notificationKinds[notification].name} {...links} />,
  })
}

/** Returns the beginning of the text without Markdown characters. */
function toPreview(text: string): string {
  return text
    .replaceAll(/\]\([^)]*\)|[#*_`>[]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 120)
}
