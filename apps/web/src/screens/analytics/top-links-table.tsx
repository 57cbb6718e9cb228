import type { TopPerformingLink } from '@linkshelf/contract'
import { Title } from '@mantine/core'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import type { ProjectScope } from '../../api.ts'
import { copyLink } from '../../features/links/copy-link.ts'
import { linkName } from '../../features/links/link-name.ts'
import { linkQuery } from '../../features/links/link-queries.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table-columns.ts'
import { IconAction } from '../../ui/icon-action.tsx'
import { IconLink } from '../../ui/icon-link.tsx'
import { showNumber } from '../../ui/numbers.ts'
import { Tag } from '../../ui/tag.tsx'
import classes from './analytics.module.css'
import { type LinkRow, linkColumns, linkRowLink } from './link-columns.tsx'

interface TopLinkRow extends LinkRow {
  clicks: number
}

const columns: readonly Column<TopLinkRow>[] = [
  ...linkColumns,
  {
    id: 'clicks',
    header: 'Clicks',
    cell: ({ clicks }) => <Tag tone="good">{showNumber(clicks)}</Tag>,
    isNumber: true,
    unit: () => 'clicks',
  },
]

interface TopLinksTableProps {
  scope: ProjectScope
  links: readonly TopPerformingLink[]
  /** Buttons beside the title. */
  actions: React.ReactNode
}

/** The links with the most clicks in the selected range. */
export function TopLinksTable({ scope, links, actions }: TopLinksTableProps) {
  const queries = useQueries({ queries: links.map(({ url_id }) => linkQuery(scope, url_id)) })
  // A link that could not be loaded, say because it was deleted, is left out.
  const rows = links.flatMap(({ url_id, clicks }, index): TopLinkRow[] => {
    const { data: link, isPending } = queries[index] ?? {}
    return link === undefined && !isPending ? [] : [{ urlId: url_id, clicks, link }]
  })

  return (
    <Card p={0}>
      <div className={classes.head}>
        <Title order={2}>Top Links</Title>
        {actions}
      </div>
      {links.length === 0 ? (
        <p className={classes.empty}>No clicks in this period. Choose a longer date range to see more.</p>
      ) : (
        <DataTable
          label="Top Links"
          columns={columns}
          rows={rows}
          rowKey={({ urlId }) => urlId}
          isRowLoading={({ link }) => link === undefined}
          rowLink={linkRowLink}
          actions={({ link }) =>
            link && (
              <>
                <IconLink action="Open target" name={`of ${linkName(link)}`} Icon={IconExternalLink} to={link.target} />
                <IconAction action="Copy short URL" name={`of ${linkName(link)}`} Icon={IconCopy} onClick={() => void copyLink(link)} />
              </>
            )
          }
        />
      )}
    </Card>
  )
}
