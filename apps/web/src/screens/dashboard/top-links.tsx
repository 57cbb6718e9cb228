import { labelColor, type TopPerformingLink } from '@linkshelf/contract'
import { Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../api.ts'
import { linkName, withoutScheme } from '../../features/links/link-name.ts'
import { linkQuery } from '../../features/links/link-queries.ts'
import { Card } from '../../ui/card.tsx'
import { showCount, showNumber } from '../../ui/numbers.ts'
import { Tag } from '../../ui/tag.tsx'
import classes from './dashboard.module.css'

const shown = 5
/** A row is a line: the other labels are on the link's own screen. */
const labelsShown = 2

/** The most clicked links; each leads to its own screen. */
export function TopLinks({ links, scope, windowDays }: { links: readonly TopPerformingLink[]; scope: ProjectScope; windowDays: number }) {
  const clicked = links.filter(({ clicks }) => clicks > 0).slice(0, shown)
  const maxClicks = clicked[0]?.clicks ?? 1

  return (
    <Card>
      <Title order={2}>Top performing links</Title>
      <Text size="sm" c="dimmed">
        Clicks of the last {windowDays} days
      </Text>
      {clicked.length === 0 ? (
        <Text c="dimmed" py="xl" ta="center">
          Share a link: the most clicked links are listed here.
        </Text>
      ) : (
        <ol className={classes.top}>
          {clicked.map(({ url_id, clicks }) => (
            <TopLink key={url_id} scope={scope} urlId={url_id} clicks={clicks} part={clicks / maxClicks} />
          ))}
        </ol>
      )}
    </Card>
  )
}

function TopLink({ scope, urlId, clicks, part }: { scope: ProjectScope; urlId: string; clicks: number; part: number }) {
  const { data: link, isPending } = useQuery(linkQuery(scope, urlId))
  if (link === undefined && !isPending) return null

  return (
    <li>
      <RouteLink to={`/links/${urlId}`} className={classes.row}>
        <span className={classes.names}>
          {link === undefined ? (
            <Skeleton height={38} width="60%" />
          ) : (
            <>
              <span className={classes.name}>{linkName(link)}</span>
              <span className={classes.about}>
                <span className={classes.url}>{withoutScheme(link.url)}</span>
                {link.labels.slice(0, labelsShown).map((label) => (
                  <Tag key={label} color={labelColor(label)}>
                    {label}
                  </Tag>
                ))}
              </span>
            </>
          )}
        </span>
        <span className={classes.track} aria-hidden>
          <span style={{ width: `${part * 100}%` }} />
        </span>
        <span className={classes.count} title={showCount(clicks, 'click')}>
          {showNumber(clicks)}
          <span className={classes.unit}> {clicks === 1 ? 'click' : 'clicks'}</span>
        </span>
      </RouteLink>
    </li>
  )
}
