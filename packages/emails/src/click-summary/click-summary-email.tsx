import { notificationKinds } from '@linkshelf/contract'
import { ActionButton, Figure, Paragraph, Subheading } from '../layout/email-parts.tsx'
import { NotificationFooter, type NotificationLinks } from '../layout/notification-footer.tsx'
import { type Amount, formatAmounts, formatChange, formatCount } from '../layout/numbers.ts'
import { type RenderedEmail, renderEmail } from '../layout/render-email.tsx'
import { LinkTable, type SummarizedLink } from './link-table.tsx'

export interface SummarizedProject {
  name: string
  clicks: number
  /** Number of clicks on the day before. */
  clicksBefore: number
  /** Most clicked first. */
  links: SummarizedLink[]
}

/** Clicks on one calendar day. */
export interface ClickSummary {
  clicks: number
  clicksBefore: number
  visitors: number
  /** What these projects earned on the day, with one entry per currency. */
  earned: readonly Amount[]
  /** Projects with clicks, most clicked first. */
  projects: SummarizedProject[]
}

interface ClickSummaryProps extends ClickSummary, NotificationLinks {
  organization: string
  /** `yyyy-mm-dd` */
  day: string
  analyticsUrl: string
}

/** Maximum number of projects in the email. The totals include all projects. */
const maxProjects = 8

export function renderClickSummaryEmail({ organization, day, analyticsUrl, projects, ...props }: ClickSummaryProps): RenderedEmail {
  const { clicks, clicksBefore, visitors, earned, settingsUrl, unsubscribeUrl } = props
  const date = new Date(`${day}T00:00:00Z`)
  const shortDay = date.toLocaleDateString('en', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' })
  const longDay = date.toLocaleDateString('en', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })
  return renderEmail({
    kind: 'click_summary',
    subject: `${formatCount(clicks, 'click')} on ${shortDay} · ${organization}`,
    heading: `Your clicks on ${longDay}`,
    preview: `${formatChange(clicks, clicksBefore)} the day before, from ${formatCount(visitors, 'visitor')}.`,
    children: (
      <>
        <Figure>{formatCount(clicks, 'click')}</Figure>
        <Paragraph>
          {formatChange(clicks, clicksBefore)} the day before, from {formatCount(visitors, 'visitor')} of {organization}.
        </Paragraph>
        {earned.length > 0 && <Paragraph>{formatAmounts(earned)} earned.</Paragraph>}
        {projects.slice(0, maxProjects).map((project) => (
          <div key={project.name}>
            <Subheading>
              {project.name}: {formatCount(project.clicks, 'click')}
            </Subheading>
            <LinkTable links={project.links} />
          </div>
        ))}
        {projects.length > maxProjects && <Paragraph>And {projects.length - maxProjects} more projects with clicks.</Paragraph>}
        <ActionButton href={analyticsUrl}>Open analytics</ActionButton>
      </>
    ),
    footer: <NotificationFooter name={notificationKinds.link_click.name} settingsUrl={settingsUrl} unsubscribeUrl={unsubscribeUrl} />,
  })
}
