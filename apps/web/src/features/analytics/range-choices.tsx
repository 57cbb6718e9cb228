import { UnstyledButton } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { showSpan } from '../../ui/dates.ts'
import { DropdownPanel } from '../../ui/dropdown-panel.tsx'
import type { AnalyticsFilter } from './analytics-filter.ts'
import classes from './analytics-filter-bar.module.css'
import { CustomRange } from './custom-range.tsx'

interface RangeChoicesProps {
  button: React.ReactElement<{ onClick?: () => void }>
  filter: AnalyticsFilter
}

/** The days one may look at, by name or by date. */
export function RangeChoices({ button, filter }: RangeChoicesProps) {
  const { ranges, chosen, firstDay, today, showRange, showPeriod } = filter
  return (
    <DropdownPanel button={button} position="bottom-start" width={288}>
      {(close) => (
        <>
          <ul className={classes.ranges}>
            {ranges.map(({ name, label, isLocked }) => (
              <li key={name}>
                <UnstyledButton
                  className={classes.choice}
                  aria-pressed={name === chosen.name}
                  disabled={isLocked}
                  onClick={() => {
                    close()
                    showRange(name)
                  }}
                >
                  {label}
                  {isLocked && (
                    <span className={classes.why}>
                      <IconLock aria-hidden size={13} /> Not in your plan
                    </span>
                  )}
                </UnstyledButton>
              </li>
            ))}
          </ul>
          <CustomRange
            key={showSpan(chosen.period)}
            period={chosen.period}
            firstDay={firstDay}
            today={today}
            onChoose={(period) => {
              close()
              showPeriod(period)
            }}
          />
        </>
      )}
    </DropdownPanel>
  )
}
