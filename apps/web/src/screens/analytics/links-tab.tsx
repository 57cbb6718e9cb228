import type { Link } from '@linkshelf/contract'
import { Skeleton, Title } from '@mantine/core'
import { IconChartDots, IconExternalLink } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ProjectScope } from '../../api.ts'
import type { TrafficQuery } from '../../features/analytics/analytics-filter.ts'
import { AnalyticsTrouble } from '../../features/analytics/analytics-trouble.tsx'
import { botsWords } from '../../features/analytics/bots-words.ts'
import { ExportButton } from '../../features/analytics/export-button.tsx'
import { trafficOfLinks } from '../../features/analytics/traffic-queries.ts'
import { allLinksQuery } from '../../features/links/all-links-query.ts'
import { linkName } from '../../features/links/link-name.ts'
import { Card } from '../../ui/card.tsx'
import { IconLink } from '../../ui/icon-link.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { showNumber } from '../../ui/numbers.ts'
import classes from './analytics.module.css'
import { TableSkeleton } from './analytics-waiting.tsx'
import { LinkRow, LinkTable } from './link-table.tsx'

interface LinksTabProps {
  scope: ProjectScope
  query: TrafficQuery
}

/** Every link, with what came through it in the days shown. */
export function LinksTab({ scope, query }: LinksTabProps) {
  const rows = useRef<HTMLTableSectionElement>(null)
  const pages = useInfiniteQuery(allLinksQuery(scope))

  if (pages.isPending) return <TableSkeleton />
  if (pages.data === undefined) {
    return <AnalyticsTrouble title="Your links could not be loaded" error={pages.error} onRetry={pages.refetch} />
  }
  const shown = pages.data.pages.reduce((sum, { links }) => sum + links.length, 0)

  return (
    <Card p={0}>
      <div className={classes.head}>
        <Title order={2}>Links</Title>
        <ExportButton scope={scope} query={{ ...query, of: 'urls' }} name="links" />
      </div>
      <LinkTable label="Links" counted={[botsWords[query.bots].unit, 'Visits']} rows={rows}>
        {pages.data.pages.map(({ links }) =>
          links.length === 0 ? null : <LinkRows key={links[0]?.url_id} scope={scope} query={query} links={links} />,
        )}
      </LinkTable>
      <div className={classes.foot}>
        <LoadMore pages={pages} list={rows} shown={shown} />
      </div>
    </Card>
  )
}

/** The links of one page; their numbers come in one answer. */
function LinkRows({ scope, query, links }: LinksTabProps & { links: readonly Link[] }) {
  const { data, isError } = useQuery(
    trafficOfLinks(
      scope,
      query,
      links.map(({ url_id }) => url_id),
    ),
  )
  const numbersOf = new Map(data?.map((numbers) => [numbers.url_id, numbers]))
  const unknown = isError ? '–' : <Skeleton height={16} width={40} ml="auto" />

  return links.map((link) => {
    const numbers = numbersOf.get(link.url_id)
    return (
      <LinkRow
        key={link.url_id}
        link={link}
        counts={[
          { word: botsWords[query.bots].unit, value: numbers === undefined ? unknown : showNumber(numbers.clicks) },
          { word: 'Visits', value: numbers === undefined ? unknown : showNumber(numbers.visits) },
        ]}
        actions={
          <>
            <IconLink verb="Open target" name={`of ${linkName(link)}`} Icon={IconExternalLink} to={link.target} />
            <IconLink verb="Analytics" name={`of ${linkName(link)}`} Icon={IconChartDots} to={`/analytics/link/${link.url_id}`} />
          </>
        }
      />
    )
  })
}
