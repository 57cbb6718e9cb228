import { type Retailer, retailerNames } from '@linkshelf/retailers'
import { Button } from '@mantine/core'
import type { SubmitEvent } from 'react'
import { Editable } from '../../session/editable.tsx'
import { Can } from '../../session/permissions.tsx'
import { useUnsavedChanges } from '../../ui/forms/use-unsaved-changes.tsx'
import { ConfirmForm } from '../../ui/overlays/dialog-form.tsx'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import classes from './integrations.module.css'

interface IntegrationFrameProps {
  retailer: Retailer
  isSaved: boolean
  hasChanges: boolean
  isPending: boolean
  isRemoving: boolean
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onRemove: () => Promise<void>
  children: React.ReactNode
}

/** The form of a retailer with its buttons. Deleting is confirmed, since links follow at once. */
export function IntegrationFrame({
  retailer,
  isSaved,
  hasChanges,
  isPending,
  isRemoving,
  onSubmit,
  onRemove,
  children,
}: IntegrationFrameProps) {
  useUnsavedChanges(hasChanges)
  const confirm = (opener: HTMLElement) => void openDialog(async () => removeDialog(retailer, onRemove), opener)

  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <Editable call="integrations.saveAmazon">{children}</Editable>
      <Can call="integrations.saveAmazon">
        <div className={classes.save}>
          <Button type="submit" loading={isPending}>
            Save
          </Button>
          <Button variant="default" disabled={!isSaved} loading={isRemoving} onClick={({ currentTarget }) => confirm(currentTarget)}>
            Delete configuration
          </Button>
          <span role="status">{hasChanges ? 'Unsaved changes' : ''}</span>
        </div>
      </Can>
    </form>
  )
}

function removeDialog(retailer: Retailer, onRemove: () => Promise<void>) {
  const name = retailerNames[retailer]
  return {
    title: `Delete the ${name} configuration?`,
    body: (close: () => void) => (
      <ConfirmForm
        action="Delete"
        isDangerous
        onConfirm={() => {
          close()
          void onRemove()
        }}
        onClose={close}
      >
        Links to {name} lead on without your tag from now on. The links themselves do not change.
      </ConfirmForm>
    ),
  }
}
