import { Button, Text, Title } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import classes from './chart-head.module.css'
import type { IntervalUnit } from './chart-intervals.ts'

interface ChartHeadProps {
  title: string
  /** The name of the values, capitalized: "Clicks". */
  unit: string
  interval: IntervalUnit
  /** The date range of the values as text; empty if there are no values. */
  range: string
  timeZone: string
  /** Shown beside the title. */
  aside?: React.ReactNode
  legend?: React.ReactNode
  isTable: boolean
  onToggle?: () => void
  /** Buttons beside the switch between chart and table. */
  actions?: React.ReactNode
}

/**
 * The head of a chart: title, unit, date range and buttons. It has its own module because it is shown before the code
 * and the values of the chart are loaded.
 */
export function ChartHead({ title, unit, interval, range, timeZone, aside, legend, isTable, onToggle, actions }: ChartHeadProps) {
  return (
    <div className={classes.head}>
      <div>
        <div className={classes.title}>
          <Title order={2}>{title}</Title>
          {aside}
        </div>
        <Text size="sm" c="dimmed">
          {unit} per {interval}
          {range !== '' && `, ${range}`}, {timeZone} time
        </Text>
        {legend !== undefined && <div className={classes.legend}>{legend}</div>}
      </div>
      <div className={classes.actions}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={classes.toggle}
          aria-label={isTable ? 'Show chart' : 'Show table'}
          leftSection={isTable ? <IconChartBar aria-hidden size={16} /> : <IconTable aria-hidden size={16} />}
          onClick={onToggle}
        >
          <span className={classes.word}>{isTable ? 'Show chart' : 'Show table'}</span>
        </Button>
        {actions}
      </div>
    </div>
  )
}

interface ChartKeyProps {
  of: 'values' | 'behind' | 'mark' | 'nothing'
  children: React.ReactNode
}

/** A name in the legend or the tooltip, preceded by the color of its part of the chart. */
export function ChartKey({ of, children }: ChartKeyProps) {
  return (
    <span className={classes.key} data-of={of}>
      {children}
    </span>
  )
}
