import { Button } from '@mantine/core'
import { type Icon, IconX } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { formatNumber } from '../formats/numbers.ts'
import { Checkbox } from '../forms/checkbox.tsx'
import type { RowSelection } from './row-selection.ts'
import classes from './selection-bar.module.css'

export interface SelectionAction {
  label: string
  Icon: Icon
  isDangerous?: boolean
  isWorking?: boolean
  onClick: (button: HTMLElement) => void
}

interface SelectionBarProps {
  /** The accessible name: "Selected links". */
  label: string
  selection: Pick<RowSelection<unknown>, 'selected' | 'isFull' | 'toggleAll' | 'clear'>
  shownCount: number
  /** Shown at the end of the bar while nothing is selected. */
  note?: string | undefined
  actions: readonly SelectionAction[]
}

/** A bar above a list. It selects all shown rows and offers the actions of the selection. */
export function SelectionBar({ label, selection, shownCount, note, actions }: SelectionBarProps) {
  const { selected, isFull, toggleAll, clear } = selection
  const all = useRef<HTMLInputElement>(null)
  const allId = useId()
  const count = selected.length

  /** Clears the selection. The clicked button is then removed, so the focus moves to the checkbox. */
  function clearHere(): void {
    clear()
    all.current?.focus()
  }

  return (
    <fieldset className={classes.group} aria-label={label}>
      <div className={classes.bar} data-active={count > 0 || undefined}>
        <label className={classes.all} htmlFor={allId}>
          <Checkbox
            id={allId}
            ref={all}
            checked={count > 0 && count === shownCount}
            isIndeterminate={count > 0 && count < shownCount}
            onChange={toggleAll}
          />
          <span className={count > 0 ? 'visually-hidden' : undefined}>Select all shown</span>
        </label>
        <span className={classes.count} role="status">
          {count > 0 && `${formatNumber(count)} selected`}
          {isFull && count < shownCount && ', the maximum'}
        </span>
        {count === 0 && note !== undefined && <span className={classes.note}>{note}</span>}
        {count > 0 && (
          <div className={classes.actions}>
            {actions.map((action) => (
              <ActionButton key={action.label} {...action} />
            ))}
            <Button variant="subtle" color="gray" size="xs" c="dimmed" leftSection={<IconX {...iconProps} />} onClick={clearHere}>
              <span>Clear</span>
            </Button>
          </div>
        )}
      </div>
    </fieldset>
  )
}

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }

function ActionButton({ label, Icon, isDangerous, isWorking, onClick }: SelectionAction) {
  return (
    <Button
      variant="default"
      size="xs"
      c={isDangerous ? 'var(--mantine-color-error)' : undefined}
      loading={isWorking}
      leftSection={<Icon {...iconProps} />}
      onClick={(event) => onClick(event.currentTarget)}
    >
      <span>{label}</span>
    </Button>
  )
}
