import { TextLink } from './email-parts.tsx'
import { styles } from './email-style.ts'

/** URLs in the footer of every notification. */
export interface NotificationLinks {
  settingsUrl: string
  /** The URL that stops emails of this kind. */
  unsubscribeUrl: string
}

export function NotificationFooter({ name, settingsUrl, unsubscribeUrl }: NotificationLinks & { name: string }) {
  return (
    <>
      <p className="small" style={styles.small}>
        You get this email because “{name}” is on in your <TextLink href={settingsUrl}>notification settings</TextLink>.
      </p>
      <p className="small" style={styles.small}>
        <TextLink href={unsubscribeUrl}>Unsubscribe</TextLink>
      </p>
    </>
  )
}
