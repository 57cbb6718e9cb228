import { brokenAfterHours, type LinkHealthReason, linkHealthReasons, linkHealthStateNames, notificationKinds } from '@linkshelf/contract'
import { ActionButton, Paragraph, Quote, TextLink } from './layout/email-parts.tsx'
import { NotificationFooter, type NotificationLinks } from './layout/notification-footer.tsx'
import { type RenderedEmail, renderEmail } from './layout/render-email.tsx'

export interface BrokenLink {
  title: string | null
  /** The short URL. */
  url: string
  target: string
  reason: LinkHealthReason | null
}

interface BrokenLinks {
  organization: string
  links: readonly BrokenLink[]
  /** The URL of the list of broken links in the dashboard. */
  brokenLinksUrl: string
}

/** Maximum number of links in the email. The subject counts all links. */
const maxShown = 20

export function renderBrokenLinksEmail({ organization, links, brokenLinksUrl, ...footer }: BrokenLinks & NotificationLinks): RenderedEmail {
  const isOne = links.length === 1
  const heading = `${isOne ? '1 link is' : `${links.length.toLocaleString('en')} links are`} ${linkHealthStateNames.broken.toLowerCase()}`
  return renderEmail({
    kind: 'link_broken',
    subject: `${heading} · ${organization}`,
    heading,
    preview: links
      .slice(0, 3)
      .map(({ title, url }) => title ?? url)
      .join(', '),
    children: (
      <>
        <Paragraph>
          {`${isOne ? 'Its page' : 'Their pages'} failed two checks, ${brokenAfterHours} hours apart or more. Visitors are still redirected there.`}
        </Paragraph>
        {links.slice(0, maxShown).map(({ title, url, target, reason }) => (
          <div key={url}>
            <Paragraph>
              <strong>{title ?? url}</strong>
              <br />
              {title !== null && (
                <>
                  <TextLink href={url} />
                  <br />
                </>
              )}
              {reason !== null && linkHealthReasons[reason]}
            </Paragraph>
            <Quote>{target}</Quote>
          </div>
        ))}
        {links.length > maxShown && <Paragraph>{`And ${(links.length - maxShown).toLocaleString('en')} more.`}</Paragraph>}
        <ActionButton href={brokenLinksUrl}>See broken links</ActionButton>
      </>
    ),
    footer: <NotificationFooter name={notificationKinds.link_broken.name} {...footer} />,
  })
}
