import { deletionGraceDays, type Organization } from '@linkshelf/contract'
import { TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { ConfirmForm } from '../../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { unlessCanceled } from '../../../ui/states/canceled-error.ts'
import { useDeleteOrganization } from './deletion-mutations.ts'

export function deleteOrganizationDialog(organization: Organization): Dialog {
  return { title: 'Delete Organization', body: (close) => <DeleteOrganizationForm organization={organization} onClose={close} /> }
}

/** Everything of the organization goes, so its name must be typed. */
function DeleteOrganizationForm({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const deletion = useDeleteOrganization()

  function confirm(): void {
    if (typed.trim() === organization.name) {
      deletion.mutate(organization, { onSettled: unlessCanceled(onClose) })
      return
    }
    setProblem('Type the name exactly as shown here')
    field.current?.focus()
  }

  return (
    <ConfirmForm action="Delete" isDangerous isWorking={deletion.isPending} onConfirm={confirm} onClose={onClose}>
      <strong>{organization.name}</strong> will be deleted in {deletionGraceDays} days, with its projects, links, stores, pictures and
      clicks. Until then its links redirect, and every owner gets an email and can keep it.
      {organization.payment_period !== null && ` Its ${organization.package} plan is not renewed in that time.`}
      <TextInput
        ref={field}
        mt="md"
        label={`Type “${organization.name}” to delete it`}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setProblem(undefined)
        }}
      />
    </ConfirmForm>
  )
}
