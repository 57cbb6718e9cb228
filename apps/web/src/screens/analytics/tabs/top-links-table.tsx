import type { TopPerformingLink } from '@linkshelf/contract'
import { Text, Title } from '@mantine/core'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import type { ProjectScope } from '../../../api/api.ts'
import { createEarnedColumn } from '../../../features/analytics/earned-column.tsx'
import type { ClicksQuery } from '../../../features/analytics/range/analytics-filter.ts'
import { useLinksEarned } from '../../../features/analytics/use-links-earned.ts'
import { copyLink } from '../../../features/links/copy-link.ts'
import { formatLinkName } from '../../../features/links/link-name.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatCount, formatNumber } from '../../../ui/formats/numbers.ts'
import { IconAction } from '../../../ui/icon-action.tsx'
import { IconLink } from '../../../ui/icon-link.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import type { Column } from '../../../ui/tables/data-table-columns.ts'
import { Tag } from '../../../ui/tag.tsx'
import classes from '../analytics.module.css'
import { FilterByLink } from '../filter-by-link.tsx'
import { linkColumns, toRowLink } from '../link-columns.tsx'

const columns: readonly Column<TopPerformingLink>[] = [
  ...linkColumns,
  {
    id: 'clicks',
    header: 'Clicks',
    cell: ({ clicks }) => <Tag tone="good">{formatNumber(clicks)}</Tag>,
    isNumber: true,
    sortValue: ({ clicks }) => clicks,
    unit: () => 'clicks',
  },
]

interface TopLinksTableProps {
  scope: ProjectScope
  query: ClicksQuery
  links: readonly TopPerformingLink[]
  /** Clicks of deleted links in the range. The totals include them, but the table does not. */
  deletedClicks: number
  /** Buttons next to the title. */
  actions: React.ReactNode
}

/** Shows the links with the most clicks in the selected range. */
export function TopLinksTable({ scope, query, links, deletedClicks, actions }: TopLinksTableProps) {
  const { hasFullAnalytics } = useProject().entitlements
  const earned = useLinksEarned(
    scope,
    query,
    links.map(({ url_id }) => url_id),
  )
  return (
    <Card p={0}>
      <div className={classes.head}>
        <div>
          <Title order={2}>Top Links</Title>
          {deletedClicks > 0 && (
            <Text size="sm" c="dimmed">
              The totals also count {formatCount(deletedClicks, 'click')} of deleted links.
            </Text>
          )}
        </div>
        {actions}
      </div>
      {links.length === 0 ? (
        <p className={classes.empty}>
          {deletedClicks > 0
            ? 'All clicks in this period were on deleted links.'
            : 'No clicks in this period. Choose a longer date range to see more.'}
        </p>
      ) : (
        <DataTable
          label="Top Links"
          columns={
            earned === undefined ? columns : [...columns, createEarnedColumn(links, ({ url_id }) => earned.get(url_id), classes.money)]
          }
          rows={links}
          rowKey={({ url_id }) => url_id}
          rowLink={toRowLink}
          actions={({ link }) => (
            <>
              {hasFullAnalytics && <FilterByLink urlId={link.url_id} name={formatLinkName(link)} />}
              <IconLink action="Open target" name={`of ${formatLinkName(link)}`} Icon={IconExternalLink} to={link.target} />
              <IconAction action="Copy short URL" name={`of ${formatLinkName(link)}`} Icon={IconCopy} onClick={() => void copyLink(link)} />
            </>
          )}
        />
      )}
    </Card>
  )
}
