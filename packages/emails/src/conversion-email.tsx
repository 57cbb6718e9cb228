import { notificationKinds } from '@linkshelf/contract'
import { ActionButton, Figure, Note, Paragraph } from './layout/email-parts.tsx'
import { NotificationFooter, type NotificationLinks } from './layout/notification-footer.tsx'
import { type RenderedEmail, renderEmail } from './layout/render-email.tsx'

export interface ReportedSale {
  /** The amount as text, with its currency. */
  commission: string
  /** The retailer or network that reported the sale. */
  retailer: string
  /** The sold item; null if unknown. */
  item: string | null
  project: string
}

interface Conversions {
  organization: string
  count: number
  /** Totals as text, one per currency. */
  totals: readonly string[]
  /** The sales with the highest amounts. */
  sales: readonly ReportedSale[]
  /** The URL of the earnings in the dashboard. */
  earningsUrl: string
}

export function renderConversionEmail({
  organization,
  count,
  totals,
  sales,
  earningsUrl,
  ...links
}: Conversions & NotificationLinks): RenderedEmail {
  const conversions = count === 1 ? '1 new conversion' : `${count.toLocaleString('en')} new conversions`
  return renderEmail({
    kind: 'new_conversion',
    subject: `${conversions}: ${totals.join(' + ')} · ${organization}`,
    heading: count === 1 ? 'You earned a commission' : 'You earned commissions',
    preview: `${conversions} reported since the last email`,
    children: (
      <>
        {totals.map((total) => (
          <Figure key={total} isMoney>
            {total}
          </Figure>
        ))}
        <Paragraph>{`${conversions} in ${organization}, reported by retailers and networks since the last email.`}</Paragraph>
        {sales.map(({ commission, retailer, item, project }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal sales are legal, and the list never changes
          <Paragraph key={index}>
            <strong>{commission}</strong>
            {` ${[item, retailer, project].filter(Boolean).join(' · ')}`}
          </Paragraph>
        ))}
        {count > sales.length && <Paragraph>{`And ${(count - sales.length).toLocaleString('en')} more.`}</Paragraph>}
        <ActionButton href={earningsUrl}>See your earnings</ActionButton>
        <Note>Retailers may still change these amounts, for example when an order is returned.</Note>
      </>
    ),
    footer: <NotificationFooter name={notificationKinds.new_conversion.name} {...links} />,
  })
}
