import type { BotFilter, DailyClicks } from '@linkshelf/contract'
import { ownTimeZone, showSpan } from '../../ui/dates.ts'
import { DayChartCard } from '../../ui/day-chart-card.tsx'
import { LiveMark } from '../../ui/live-mark.tsx'
import { botsWords } from './bots-words.ts'

interface ClicksChartProps {
  title: string
  days: readonly DailyClicks[]
  /** As many days of the period before, drawn quietly behind. */
  before?: readonly DailyClicks[]
  bots?: BotFilter
  isLive: boolean
  /** Said over the empty bars. */
  whenEmpty?: string
  /** What one can do with the numbers. */
  actions?: React.ReactNode
}

/** Clicks by day, as bars or as a table. */
export function ClicksChart({ title, days, before, bots = 'exclude', isLive, whenEmpty, actions }: ClicksChartProps) {
  return (
    <DayChartCard
      title={title}
      unit={botsWords[bots].unit}
      timeZone={ownTimeZone()}
      days={days.map(({ date, clicks }, index) => ({ date, value: clicks, before: before && (before[index]?.clicks ?? 0) }))}
      beforeLabel={before && spanOf(before)}
      whenEmpty={whenEmpty ?? 'No clicks yet. They appear here within seconds.'}
      aside={<LiveMark isLive={isLive} />}
      actions={actions}
    />
  )
}

function spanOf(days: readonly DailyClicks[]): string | undefined {
  const [first, last] = [days.at(0), days.at(-1)]
  return first && last && showSpan({ from: first.date, to: last.date })
}
