import { Button } from '@mantine/core'
import { Link as RouteLink } from 'react-router'
import { useSaveBar } from '../../../ui/forms/use-unsaved-changes.tsx'
import classes from './settings.module.css'

interface SaveBarProps {
  /** The id of the form that the bar submits. */
  form: string
  hasChanges: boolean
  isPending: boolean
  /** The path that the Cancel button leads to. */
  cancelTo: string
}

/** Shows the buttons of the form in a bar that stays in view while the user scrolls the form. */
export function SaveBar({ form, hasChanges, isPending, cancelTo }: SaveBarProps) {
  useSaveBar()
  return (
    <div className={classes.bar}>
      <span className={classes.unsaved} role="status">
        {hasChanges ? 'Unsaved changes' : ''}
      </span>
      <Button component={RouteLink} to={cancelTo} variant="default">
        Cancel
      </Button>
      <Button type="submit" form={form} loading={isPending}>
        Save Settings
      </Button>
    </div>
  )
}
