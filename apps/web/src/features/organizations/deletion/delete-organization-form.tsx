import { deletionGraceDays, type Organization } from '@linkshelf/contract'
import { closeUnlessCanceled } from '../../../ui/error-details.ts'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { TypedNameForm } from '../../../ui/overlays/typed-name-form.tsx'
import { useDeleteOrganization } from './deletion-mutations.ts'

export function deleteOrganizationDialog(organization: Organization): Dialog {
  return { title: 'Delete organization', body: (close) => <DeleteOrganizationForm organization={organization} onClose={close} /> }
}

/** Confirms the deletion of an organization. All its data is deleted, so the user has to type its name. */
function DeleteOrganizationForm({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const deletion = useDeleteOrganization()
  return (
    <TypedNameForm
      name={organization.name}
      isWorking={deletion.isPending}
      onConfirm={() => deletion.mutate(organization, { onSettled: closeUnlessCanceled(onClose) })}
      onClose={onClose}
    >
      <strong>{organization.name}</strong> will be deleted in {deletionGraceDays} days, with its projects, links, stores, pictures and
      clicks. Every owner gets an email and can cancel the deletion. Until then, its links redirect.
      {organization.has_plans && organization.payment_period !== null && ` Its ${organization.package} plan is not renewed before that.`}
    </TypedNameForm>
  )
}
