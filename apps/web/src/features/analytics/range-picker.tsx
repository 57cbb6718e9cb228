import { Button, Popover, UnstyledButton } from '@mantine/core'
import { IconCalendar, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { showSpan } from '../../ui/dates.ts'
import type { AnalyticsFilter, OfferedRange } from './analytics-filter.ts'
import classes from './analytics-filter-bar.module.css'
import { CustomRange } from './custom-range.tsx'
import type { Period } from './period.ts'

/** Which days are looked at. */
export function RangePicker({ filter }: { filter: AnalyticsFilter }) {
  const [isOpen, setOpen] = useState(false)
  const { ranges, chosen, firstDay, today } = filter

  function show(range: OfferedRange): void {
    setOpen(false)
    filter.showRange(range.name)
  }

  function showDays(period: Period): void {
    setOpen(false)
    filter.showPeriod(period)
  }

  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      trapFocus
      returnFocus
      position="bottom-start"
      width={288}
      radius="md"
      shadow="md"
      offset={6}
      portalProps={inMain}
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconCalendar aria-hidden size={17} stroke={1.6} />}
          className={classes.range}
          aria-haspopup="dialog"
          onClick={() => setOpen(!isOpen)}
        >
          {chosen.label}
          <span className={classes.days}>{showSpan(chosen.period)}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Days shown" aria-labelledby={undefined}>
        <ul className={classes.ranges}>
          {ranges.map((range) => (
            <li key={range.name}>
              <UnstyledButton
                className={classes.choice}
                aria-pressed={range.name === chosen.name}
                disabled={range.isLocked}
                onClick={() => show(range)}
              >
                {range.label}
                {range.isLocked && (
                  <span className={classes.why}>
                    <IconLock aria-hidden size={13} /> Not in your plan
                  </span>
                )}
              </UnstyledButton>
            </li>
          ))}
        </ul>
        <CustomRange key={showSpan(chosen.period)} period={chosen.period} firstDay={firstDay} today={today} onChoose={showDays} />
      </Popover.Dropdown>
    </Popover>
  )
}

/** Where people who move by landmarks find it. */
const inMain = { target: '#main' }
