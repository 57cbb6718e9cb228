import {
  formatReadableShortUrl,
  type LinkReport,
  type LinkReportProblem,
  linkHealthReasons,
  linkReportTexts,
  type ReportedLink,
} from '@linkshelf/contract'
import { Button, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api/api.ts'
import { useCan } from '../../session/permissions.tsx'
import { Card } from '../../ui/card.tsx'
import { Address } from '../../ui/formats/address.tsx'
import { formatNumber } from '../../ui/formats/numbers.ts'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { DataTable } from '../../ui/tables/data-table.tsx'
import type { Column } from '../../ui/tables/data-table-columns.ts'
import { LoadMore } from '../../ui/tables/load-more.tsx'
import classes from './report.module.css'
import { fixesByProblem, formatFixAllLabel, type ReportFix, reportedLinksQuery, useFixLink } from './report-queries.ts'

const linkColumn: Column<ReportedLink> = {
  id: 'link',
  header: 'Link',
  cell: ({ link }) => formatReportedLinkName(link),
  className: classes.link,
}

const tagColumn: Column<ReportedLink> = {
  id: 'tag',
  header: 'Tag',
  cell: ({ pasted_tag }) => pasted_tag ?? 'None',
  isUnknown: ({ pasted_tag }) => pasted_tag === null,
  className: classes.tag,
}

const redirectedColumn: Column<ReportedLink> = {
  id: 'redirected',
  header: 'Redirected to',
  cell: ({ redirected_to }) => (redirected_to === null ? '–' : <Address href={redirected_to} />),
  className: classes.destination,
}

const reasonColumn: Column<ReportedLink> = {
  id: 'reason',
  header: 'Last check',
  cell: ({ link: { health } }) => (health.reason === null ? '–' : linkHealthReasons[health.reason]),
  className: classes.reason,
}

/** Returns the columns for links with the problem. A link can have the problem at several of its destinations. */
function listColumns(problem: LinkReportProblem): Column<ReportedLink>[] {
  const destinationColumn: Column<ReportedLink> = {
    id: 'destination',
    header: 'Destination',
    cell: ({ destinations }) =>
      destinations
        .filter(({ problems }) => problems.includes(problem))
        .map(({ target }) => (
          <div key={target}>
            <Address href={target} />
          </div>
        )),
    className: classes.destination,
  }
  return [linkColumn, destinationColumn, chooseFactColumn(problem)]
}

function chooseFactColumn(problem: LinkReportProblem): Column<ReportedLink> {
  if (isHealthProblem(problem)) return reasonColumn
  return problem === 'redirected' ? redirectedColumn : tagColumn
}

function isHealthProblem(problem: LinkReportProblem): boolean {
  return problem === 'dead' || problem === 'failing' || problem === 'unavailable'
}

const rowLabelByFix: Record<ReportFix, string> = {
  follow: 'Use new destination',
  archive: 'Archive',
  check: 'Find out again',
  remove_tags: 'Remove tag',
  switch_off: 'Leave untagged',
}

interface ProblemLinksProps {
  scope: ProjectScope
  report: LinkReport
  problem: LinkReportProblem
  /** Further actions that fix many links at once. */
  actions: React.ReactNode
  /** Opens the form that edits the destination of a link. */
  onEdit: (link: ReportedLink['link'], opener: HTMLElement) => void
  /** Opens the form that edits the other shops of a link. */
  onEditShops: (link: ReportedLink['link'], opener: HTMLElement) => void
}

/** Lists the links that have one problem, with buttons that fix one link or all of them. */
export function ProblemLinks({ scope, report, problem, actions, onEdit, onEditShops }: ProblemLinksProps) {
  const { label, explanation } = linkReportTexts[problem]
  const pages = useInfiniteQuery(reportedLinksQuery(scope, problem))
  const canFix = useCan('links.bulkUpdate')
  const renderTable = (rows: ReportedLink[] | undefined) => (
    <DataTable
      label={label}
      columns={listColumns(problem)}
      rows={rows}
      rowKey={({ link }) => link.url_id}
      rowLink={({ link }) => ({ to: `/links/${link.url_id}`, title: 'Open the link' })}
      actions={({ link }) => canFix && <FixLink scope={scope} problem={problem} link={link} onEdit={onEdit} onEditShops={onEditShops} />}
      foot={(entries) => <LoadMore pages={pages} {...entries} />}
    />
  )
  return (
    <Card p={0} aria-label={label} role="region">
      <div className={classes.head}>
        <div className={classes.words}>
          <Title order={2} size="h3">
            {label}
          </Title>
          <Text size="sm" c="dimmed">
            {explanation}
          </Text>
          <Shops shops={report.shops[problem]} />
        </div>
        <div className={classes.fixes}>
          {actions}
          {(canFix ? fixesByProblem[problem] : []).map((fix) => (
            <Button
              key={fix}
              variant="default"
              onClick={({ currentTarget }) =>
                void openDialog(
                  () =>
                    import('./fix-all-form.tsx').then(({ fixAllDialog }) =>
                      fixAllDialog({ scope, problem, fix, count: report.problems[problem] }),
                    ),
                  currentTarget,
                )
              }
            >
              {formatFixAllLabel(fix, problem)}
            </Button>
          ))}
        </div>
      </div>
      <QueryBoundary query={pages} loading={renderTable(undefined)} error="The links could not be loaded">
        {(data) => renderTable(data.pages.flatMap(({ body }) => body))}
      </QueryBoundary>
    </Card>
  )
}

function Shops({ shops }: { shops: LinkReport['shops'][LinkReportProblem] }) {
  if (shops.length === 0) return null
  return (
    <ul className={classes.shops} aria-label="Shops">
      {shops.map(({ shop, links }) => (
        <li key={shop}>
          {shop} <strong>{formatNumber(links)}</strong>
        </li>
      ))}
    </ul>
  )
}

interface FixLinkProps extends Pick<ProblemLinksProps, 'scope' | 'problem' | 'onEdit' | 'onEditShops'> {
  link: ReportedLink['link']
}

/**
 * Fixes the problem of one link with the first fix in `fixesByProblem`. If the page fails or the product is sold out,
 * only the owner knows another destination, so the button opens the destination form. If the link can earn in another
 * shop, removing all of its tags would lose these earnings, so the button opens the form of its shops.
 */
function FixLink({ scope, problem, link, onEdit, onEditShops }: FixLinkProps) {
  const fixing = useFixLink(scope, problem)
  const name = formatReportedLinkName(link)
  if (isHealthProblem(problem))
    return (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Edit destination: ${name}`}
        onClick={({ currentTarget }) => onEdit(link, currentTarget)}
      >
        Edit destination
      </Button>
    )
  const [fix] = fixesByProblem[problem]
  if (fix === undefined) return null
  if (fix === 'switch_off' && link.ad)
    return (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Edit shops: ${name}`}
        onClick={({ currentTarget }) => onEditShops(link, currentTarget)}
      >
        Edit shops
      </Button>
    )
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${rowLabelByFix[fix]}: ${name}`}
      loading={fixing.isPending}
      onClick={() => fixing.mutate({ fix, urlId: link.url_id, name })}
    >
      {rowLabelByFix[fix]}
    </Button>
  )
}

function formatReportedLinkName({ title, url }: ReportedLink['link']): string {
  return title ?? formatReadableShortUrl(url)
}
