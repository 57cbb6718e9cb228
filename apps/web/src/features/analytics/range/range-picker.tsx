import { Button, Popover, UnstyledButton } from '@mantine/core'
import { IconCalendar, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { showDateRange } from '../../../ui/formats/dates.ts'
import { panelProps } from '../../../ui/theme.ts'
import type { AnalyticsFilter } from './analytics-filter.ts'
import classes from './analytics-filter-bar.module.css'
import { CustomRange } from './custom-range.tsx'

/** The button with the date range; a click shows the presets, and a form for a custom range. */
export function RangePicker({ filter }: { filter: AnalyticsFilter }) {
  const { presets, selected, firstDay, today, setPreset, setDateRange } = filter
  const [isOpen, setOpen] = useState(false)

  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={288} {...panelProps}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconCalendar aria-hidden size={17} stroke={1.6} />}
          className={classes.range}
          onClick={() => setOpen(!isOpen)}
        >
          {selected.label}
          <span className={classes.days}>{showDateRange(selected.range)}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={classes.presets}>
          {presets.map(({ name, label, isLocked }) => (
            <li key={name}>
              <UnstyledButton
                className={classes.preset}
                aria-pressed={name === selected.name}
                disabled={isLocked}
                onClick={() => {
                  setOpen(false)
                  setPreset(name)
                }}
              >
                {label}
                {isLocked && (
                  <span className={classes.locked}>
                    <IconLock aria-hidden size={13} /> Not in your plan
                  </span>
                )}
              </UnstyledButton>
            </li>
          ))}
        </ul>
        <CustomRange
          key={showDateRange(selected.range)}
          initialRange={selected.range}
          firstDay={firstDay}
          today={today}
          onApply={(range) => {
            setOpen(false)
            setDateRange(range)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
