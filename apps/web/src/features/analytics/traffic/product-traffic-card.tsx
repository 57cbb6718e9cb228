import { Anchor, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../../api/api.ts'
import { Card } from '../../../ui/card.tsx'
import { SparkBars } from '../../../ui/charts/spark-bars.tsx'
import { formatCount, formatNumber, formatPercent } from '../../../ui/formats/numbers.ts'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { productTrafficQuery } from '../analytics-queries.ts'
import classes from './product-traffic-card.module.css'

/** Views of a product's page and clicks on the product, in the organization's default date range. */
export function ProductTrafficCard({ scope, productId }: { scope: ProjectScope; productId: string }) {
  const traffic = useQuery(productTrafficQuery(scope, productId))
  return (
    <QueryBoundary
      query={traffic}
      loading={<Skeleton className={classes.skeleton} />}
      error="The numbers of this product could not be loaded"
    >
      {({ views, visitors, clicks, page_clicks, click_through, byDay }) => (
        <Card className={classes.card}>
          <div className={classes.head}>
            <div>
              <Title order={2}>Performance</Title>
              <Text size="sm" c="dimmed">
                In the last {formatCount(byDay.length, 'day')}
              </Text>
            </div>
            <Anchor component={RouteLink} to="/analytics?tab=store" size="sm">
              All products
            </Anchor>
          </div>
          <dl className={classes.numbers}>
            <Figure name="Page views" value={formatNumber(views)} note={`by ${formatCount(visitors, 'visitor')}`} />
            <Figure
              name="Clicks"
              value={formatNumber(clicks)}
              note={`${formatNumber(page_clicks)} on its page, ${formatNumber(clicks - page_clicks)} in lists`}
            />
            <Figure
              name="Click-through"
              value={formatClickThrough(click_through)}
              note={`${formatNumber(page_clicks)} of ${formatCount(views, 'page view')}`}
            />
          </dl>
          {clicks > 0 && <SparkBars values={byDay.map((day) => day.clicks)} />}
        </Card>
      )}
    </QueryBoundary>
  )
}

interface FigureProps {
  name: string
  value: string
  /** What the value counts. */
  note: string
}

function Figure({ name, value, note }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
      <dd className={classes.note}>{note}</dd>
    </div>
  )
}

/** Returns a percentage, or a dash if there are no views. */
export function formatClickThrough(clickThrough: number | null): string {
  return clickThrough === null ? '–' : formatPercent(clickThrough, 1)
}
