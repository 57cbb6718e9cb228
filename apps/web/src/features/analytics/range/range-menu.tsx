import { UnstyledButton } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { showDateRange } from '../../../ui/formats/dates.ts'
import { DropdownPanel } from '../../../ui/overlays/dropdown-panel.tsx'
import type { AnalyticsFilter } from './analytics-filter.ts'
import classes from './analytics-filter-bar.module.css'
import { CustomRange } from './custom-range.tsx'

interface RangeMenuProps {
  button: React.ReactElement<{ onClick?: () => void }>
  filter: AnalyticsFilter
}

/** The date range presets, and a form for a custom range. */
export function RangeMenu({ button, filter }: RangeMenuProps) {
  const { presets, selected, firstDay, today, setPreset, setDateRange } = filter
  return (
    <DropdownPanel button={button} position="bottom-start" width={288}>
      {(close) => (
        <>
          <ul className={classes.presets}>
            {presets.map(({ name, label, isLocked }) => (
              <li key={name}>
                <UnstyledButton
                  className={classes.preset}
                  aria-pressed={name === selected.name}
                  disabled={isLocked}
                  onClick={() => {
                    close()
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
              close()
              setDateRange(range)
            }}
          />
        </>
      )}
    </DropdownPanel>
  )
}
