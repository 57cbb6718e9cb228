import { botFilters } from '@linkshelf/contract'
import { Switch } from '@mantine/core'
import { Segments } from '../../ui/segments.tsx'
import type { AnalyticsFilter } from './analytics-filter.ts'
import classes from './analytics-filter-bar.module.css'
import { botsWords } from './bots-words.ts'
import { RangePicker } from './range-picker.tsx'

const botsChoices = botFilters.map((name) => ({ name, label: botsWords[name].choice }))

/** Which days, whose clicks, and whether beside those of the period before. */
export function AnalyticsFilterBar({ filter }: { filter: AnalyticsFilter }) {
  const { bots, canCompare, queryBefore } = filter
  return (
    <search className={classes.bar} aria-label="What is shown">
      <RangePicker filter={filter} />
      <Segments label="Whose clicks" choices={botsChoices} chosen={bots} onChoose={filter.showBots} />
      <Switch
        className={classes.compare}
        label={canCompare ? 'Compare with the period before' : 'Comparison not in your plan'}
        checked={queryBefore !== undefined}
        disabled={!canCompare}
        onChange={(event) => filter.compare(event.currentTarget.checked)}
      />
    </search>
  )
}
