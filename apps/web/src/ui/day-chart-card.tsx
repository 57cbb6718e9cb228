import { Button, Skeleton, Text, Title } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Boundary } from './boundary.tsx'
import { Card } from './card.tsx'
import { showDay } from './dates.ts'
import type { DayValue } from './day-chart.tsx'
import classes from './day-chart-card.module.css'
import { DayTable } from './day-table.tsx'
import { lazyPart } from './lazy-part.tsx'

const DayChart = lazyPart(() => import('./day-chart.tsx').then((module) => module.DayChart))
const heightPx = 280

interface DayChartCardProps {
  title: string
  /** What a value counts, capitalised: "Clicks". */
  unit: string
  timeZone: string
  days: readonly DayValue[]
  /** Said over the empty bars when there is nothing yet. */
  whenEmpty: string
  aside?: React.ReactNode
}

/** A chart by day that says what it shows, with its numbers as a table for whoever cannot or would not read bars. */
export function DayChartCard({ title, unit, timeZone, days, whenEmpty, aside }: DayChartCardProps) {
  const [isTable, setTable] = useState(false)
  const isEmpty = days.every(({ value }) => value === 0)

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
              {unit} per day{rangeOf(days)}, {timeZone} time
            </Text>
          </div>
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            className={classes.toggle}
            aria-label={isTable ? 'Show chart' : 'Show table'}
            leftSection={isTable ? <IconChartBar aria-hidden size={16} /> : <IconTable aria-hidden size={16} />}
            onClick={() => setTable(!isTable)}
          >
            <span className={classes.word}>{isTable ? 'Show chart' : 'Show table'}</span>
          </Button>
        </figcaption>
        <div className={classes.plot} style={{ height: heightPx }}>
          {isTable ? (
            // A region that scrolls takes the focus, so that arrow keys can move it.
            // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
            <section className={classes.scroller} aria-label={`${title}, table`} tabIndex={0}>
              <DayTable days={days} unit={unit} />
            </section>
          ) : (
            <>
              <Boundary instead={() => null} onFailure={() => setTable(true)}>
                <Suspense fallback={<Skeleton height={heightPx} />}>
                  <DayChart days={days} unit={unit} heightPx={heightPx} />
                </Suspense>
              </Boundary>
              {isEmpty && <p className={classes.empty}>{whenEmpty}</p>}
              <div className="visually-hidden">
                <DayTable days={days} unit={unit} />
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
  return first === undefined || last === undefined ? '' : `, ${showDay(first.date)} – ${showDay(last.date)}`
}
