import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconTags, IconTrash, IconX } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { showNumber } from '../../../ui/numbers.ts'
import type { OpenLinkDialog } from '../dialogs/open-link-dialog.ts'
import type { LinkSelection } from './link-selection.ts'
import classes from './link-selection-bar.module.css'

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 }

interface LinkSelectionBarProps {
  selection: LinkSelection
  shownCount: number
  onDialog: OpenLinkDialog
}

/** Above the list: selects all links, and offers the actions of the selection. */
export function LinkSelectionBar({ selection, shownCount, onDialog }: LinkSelectionBarProps) {
  const { selected, isFull, toggleAll, clear } = selection
  const all = useRef<HTMLInputElement>(null)
  const allId = useId()
  const count = selected.length
  const isArchived = selected.every(({ archived }) => archived)
  const ArchiveIcon = isArchived ? IconArchiveOff : IconArchive

  function opens(kind: 'labels' | 'archive' | 'delete') {
    return (event: React.MouseEvent<HTMLElement>) => onDialog(kind, selected, event.currentTarget)
  }

  /** The clicked button is removed with the selection, so the focus moves to the checkbox. */
  function clearHere(): void {
    clear()
    all.current?.focus()
  }

  return (
    <fieldset className={classes.group} aria-label="Selected links">
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
          {count > 0 && `${showNumber(count)} selected`}
          {isFull && count < shownCount && ', the maximum'}
        </span>
        {count > 0 && (
          <div className={classes.actions}>
            <Button variant="default" size="xs" leftSection={<IconTags {...iconProps} />} onClick={opens('labels')}>
              <span>Labels</span>
            </Button>
            <Button variant="default" size="xs" leftSection={<ArchiveIcon {...iconProps} />} onClick={opens('archive')}>
              <span>{isArchived ? 'Unarchive' : 'Archive'}</span>
            </Button>
            <Button
              variant="default"
              size="xs"
              c="var(--mantine-color-error)"
              leftSection={<IconTrash {...iconProps} />}
              onClick={opens('delete')}
            >
              <span>Delete</span>
            </Button>
            <Button variant="subtle" color="gray" size="xs" c="dimmed" leftSection={<IconX {...iconProps} />} onClick={clearHere}>
              <span>Clear</span>
            </Button>
          </div>
        )}
      </div>
    </fieldset>
  )
}
