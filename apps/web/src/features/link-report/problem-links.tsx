import { type LinkReportProblem, linkReportTexts, type ReportedLink } from '@linkshelf/contract'
import { Button, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../api.ts'
import { Card } from '../../ui/card.tsx'
import { Address, withoutScheme } from '../../ui/formats/address.tsx'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { DataTable } from '../../ui/tables/data-table.tsx'
import type { Column } from '../../ui/tables/data-table-columns.ts'
import { LoadMore } from '../../ui/tables/load-more.tsx'
import classes from './report.module.css'
import { reportedLinksQuery } from './report-queries.ts'
import { useSwitchOff } from './use-switch-off.ts'

/** What helps all links with a problem. */
const fixes: Partial<Record<LinkReportProblem, { label: string; to: string }>> = {
  dead: { label: 'Show Broken Links', to: '/links?health=broken' },
  unavailable: { label: 'Show Unavailable Links', to: '/links?health=unavailable' },
  foreign_tag: { label: 'Open Integrations', to: '/settings/integrations' },
  untagged: { label: 'Open Integrations', to: '/settings/integrations' },
  market_without_tag: { label: 'Open Integrations', to: '/settings/integrations' },
  untracked: { label: 'Open Integrations', to: '/settings/integrations' },
  replaced: { label: 'Open Amazon Migration', to: '/settings/amazon' },
}

/** Problems that a link without affiliation does not have. */
const endsWithoutAffiliation: readonly LinkReportProblem[] = [
  'untagged',
  'market_without_tag',
  'untracked',
  'page_not_paid',
  'foreign_tag',
  'replaced',
]

const columns: Column<ReportedLink>[] = [
  { id: 'link', header: 'Link', cell: ({ link }) => link.title ?? withoutScheme(link.url), className: classes.link },
  { id: 'destination', header: 'Destination', cell: ({ link }) => <Address href={link.target} />, className: classes.destination },
  {
    id: 'tag',
    header: 'Tag',
    cell: ({ pasted_tag }) => pasted_tag ?? 'None',
    isUnknown: ({ pasted_tag }) => pasted_tag === null,
    className: classes.tag,
  },
]

/** The links with one problem, and what to do about them. */
export function ProblemLinks({ scope, problem }: { scope: ProjectScope; problem: LinkReportProblem }) {
  const { label, explanation } = linkReportTexts[problem]
  const fix = fixes[problem]
  const pages = useInfiniteQuery(reportedLinksQuery(scope, problem))
  const switchOff = useSwitchOff(scope)
  const table = (rows: ReportedLink[] | undefined) => (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ link }) => link.url_id}
      rowLink={({ link }) => ({ to: `/links/${link.url_id}`, title: 'Open the link' })}
      actions={
        endsWithoutAffiliation.includes(problem)
          ? ({ link }) => (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`No affiliation for ${link.title ?? withoutScheme(link.url)}`}
                loading={switchOff.isPending && switchOff.variables.url_id === link.url_id}
                onClick={() => switchOff.mutate(link)}
              >
                No affiliation
              </Button>
            )
          : undefined
      }
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
        </div>
        {fix && (
          <Button variant="default" component={RouteLink} to={fix.to}>
            {fix.label}
          </Button>
        )}
      </div>
      <QueryBoundary query={pages} loading={table(undefined)} error="The links could not be loaded">
        {(data) => table(data.pages.flatMap(({ body }) => body))}
      </QueryBoundary>
    </Card>
  )
}
