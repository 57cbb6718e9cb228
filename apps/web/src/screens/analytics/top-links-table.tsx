import type { TopPerformingLink } from '@linkshelf/contract'
import { Skeleton, Title } from '@mantine/core'
import { IconCopy, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ProjectScope } from '../../api.ts'
import { copyLink } from '../../features/links/copy-link.ts'
import { linkName } from '../../features/links/link-name.ts'
import { linkQuery } from '../../features/links/link-queries.ts'
import { Card } from '../../ui/card.tsx'
import { IconAction } from '../../ui/icon-action.tsx'
import { IconLink } from '../../ui/icon-link.tsx'
import { showNumber } from '../../ui/numbers.ts'
import { Tag } from '../../ui/tag.tsx'
import classes from './analytics.module.css'
import { LinkRow, LinkTable } from './link-table.tsx'

interface TopLinksTableProps {
  scope: ProjectScope
  links: readonly TopPerformingLink[]
  /** What one can do with the numbers. */
  actions: React.ReactNode
}

/** The most clicked links of the days shown. */
export function TopLinksTable({ scope, links, actions }: TopLinksTableProps) {
  return (
    <Card p={0}>
      <div className={classes.head}>
        <Title order={2}>Top Links</Title>
        {actions}
      </div>
      {links.length === 0 ? (
        <p className={classes.empty}>No link was clicked in these days. Choose a longer range to look further back.</p>
      ) : (
        <LinkTable label="Top Links" counted={['Clicks']}>
          {links.map(({ url_id, clicks }) => (
            <TopLink key={url_id} scope={scope} urlId={url_id} clicks={clicks} />
          ))}
        </LinkTable>
      )}
    </Card>
  )
}

function TopLink({ scope, urlId, clicks }: { scope: ProjectScope; urlId: string; clicks: number }) {
  const { data: link, isPending } = useQuery(linkQuery(scope, urlId))
  if (link === undefined) return isPending ? <WaitingRow /> : null

  const name = linkName(link)
  return (
    <LinkRow
      link={link}
      counts={[{ word: 'Clicks', value: <Tag tone="good">{showNumber(clicks)}</Tag> }]}
      actions={
        <>
          <IconLink verb="Open target" name={`of ${name}`} Icon={IconExternalLink} to={link.target} />
          <IconAction verb="Copy short URL" name={`of ${name}`} Icon={IconCopy} onClick={() => void copyLink(link)} />
        </>
      }
    />
  )
}

function WaitingRow() {
  return (
    <tr>
      <td colSpan={6}>
        <Skeleton height={16} width="60%" />
      </td>
    </tr>
  )
}
