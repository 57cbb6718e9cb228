import { Button, Skeleton, Text, Title } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Card } from './card.tsx'
import { chartSpans, chartStep, type DayValue } from './chart-spans.ts'
import { showSpan } from './dates.ts'
import classes from './day-chart-card.module.css'
import { DayTable } from './day-table.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { lazyComponent } from './lazy-component.tsx'

const DayChart = lazyComponent(() => import('./day-chart.tsx').then((module) => module.DayChart))
const usualHeightPx = 280

interface DayChartCardProps {
  title: string
  /** What a value counts, capitalised: "Clicks". */
  unit: string
  timeZone: string
  days: readonly DayValue[]
  /** Lower for what stands below a chart of more weight. */
  heightPx?: number
  /** Said over the empty bars when there is nothing yet. */
  whenEmpty: string
  /** The days that each `before` belongs to, in words. */
  beforeLabel?: string
  aside?: React.ReactNode
  /** What one can do with the numbers, beside the way to their table. */
  actions?: React.ReactNode
}

/** A chart by day that says what it shows, with its numbers as a table for whoever cannot or would not read bars. */
export function DayChartCard({
  title,
  unit,
  timeZone,
  days,
  heightPx = usualHeightPx,
  whenEmpty,
  beforeLabel,
  aside,
  actions,
}: DayChartCardProps) {
  const [isTable, setTable] = useState(false)
  const isEmpty = days.every(({ value, before = 0 }) => value === 0 && before === 0)
  const step = chartStep(days.length)
  const spans = chartSpans(days, step)

  return (
    <Card>
      <figure className={classes.figure}>
        <figcaption className={classes.head}>
          <div>
            <div className={classes.title}>
              <Title order={2}>{title}</Title>
              {aside}
            </div>
            <Text size="sm" c="dimmed">
              {unit} per {step}
              {rangeOf(days)}, {timeZone} time
            </Text>
            {beforeLabel !== undefined && (
              <div className={classes.legend}>
                <span data-bar="now">{unit}</span>
                <span data-bar="before">Period before, {beforeLabel}</span>
              </div>
            )}
          </div>
          <div className={classes.actions}>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              className={classes.toggle}
              aria-label={isTable ? 'Show chart' : 'Show table'}
              leftSection={isTable ? <IconChartBar aria-hidden size={16} /> : <IconTable aria-hidden size={16} />}
              onClick={() => setTable(!isTable)}
            >
              <span className={classes.word}>{isTable ? 'Show chart' : 'Show table'}</span>
            </Button>
            {actions}
          </div>
        </figcaption>
        <div className={classes.plot} style={{ height: heightPx }}>
          {isTable ? (
            // A region that scrolls takes the focus, so that arrow keys can move it.
            // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
            <section className={classes.scroller} aria-label={`${title}, table`} tabIndex={0}>
              <DayTable spans={spans} step={step} unit={unit} />
            </section>
          ) : (
            <>
              <ErrorBoundary fallback={() => null} onError={() => setTable(true)}>
                <Suspense fallback={<Skeleton height={heightPx} />}>
                  <DayChart spans={spans} step={step} unit={unit} heightPx={heightPx} />
                </Suspense>
              </ErrorBoundary>
              {isEmpty && <p className={classes.empty}>{whenEmpty}</p>}
              <div className="visually-hidden">
                <DayTable spans={spans} step={step} unit={unit} />
              </div>
            </>
          )}
        </div>
      </figure>
    </Card>
  )
}

function rangeOf(days: readonly DayValue[]): string {
  const [first, last] = [days.at(0), days.at(-1)]
  return first === undefined || last === undefined ? '' : `, ${showSpan({ from: first.date, to: last.date })}`
}
