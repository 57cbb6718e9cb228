import { notificationKinds } from '@linkshelf/contract'
import { ActionButton, Figure, Note, Paragraph } from './layout/email-parts.tsx'
import { NotificationFooter, type NotificationLinks } from './layout/notification-footer.tsx'
import { type RenderedEmail, renderEmail } from './layout/render-email.tsx'

interface Conversion {
  /** As shown: amount and currency. */
  commission: string
  /** The retailer or programme that reported the sale. */
  retailer: string
  /** The short URL, and the title of the page behind it where it is known. */
  link: { url: string; title: string | null }
  project: string
  /** The link's page in the dashboard. */
  linkPageUrl: string
}

export function renderConversionEmail({
  commission,
  retailer,
  link,
  project,
  linkPageUrl,
  ...links
}: Conversion & NotificationLinks): RenderedEmail {
  return renderEmail({
    subject: `New conversion: ${commission} from ${retailer}`,
    heading: 'You earned a commission',
    preview: `${link.title ?? link.url} in ${project}`,
    children: (
      <>
        <Figure>{commission}</Figure>
        <Paragraph>
          {retailer} reported a sale through {link.title === null ? link.url : `“${link.title}” (${link.url})`} in {project}.
        </Paragraph>
        <ActionButton href={linkPageUrl}>See this link</ActionButton>
        <Note>The retailer may still change the amount, for example when the order is returned.</Note>
      </>
    ),
    footer: <NotificationFooter name={notificationKinds.new_conversion.name} {...links} />,
  })
}
