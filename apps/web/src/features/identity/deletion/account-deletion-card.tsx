import { deletionGraceDays, type Profile } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { formatInstant } from '../../../ui/formats/dates.ts'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'
import { useCancelAccountDeletion } from './account-deletion-mutations.ts'

/** Deletes the account of the user, or cancels a deletion that is scheduled. */
export function AccountDeletionCard({ profile }: { profile: Profile }) {
  const keep = useCancelAccountDeletion()
  const { deletes_at: deletesAt } = profile

  function openDeletionDialog(opener: HTMLElement): void {
    void openDialog(() => import('./delete-account-form.tsx').then(({ deleteAccountDialog }) => deleteAccountDialog(profile)), opener)
  }

  const description =
    deletesAt === null
      ? `Your account is deleted ${deletionGraceDays} days later. Until then your links redirect, and you can sign in and cancel the deletion.`
      : `Your account will be deleted on ${formatInstant(deletesAt)}. Until then you can cancel the deletion.`
  const action =
    deletesAt === null ? (
      <Button variant="default" onClick={(event) => openDeletionDialog(event.currentTarget)}>
        Delete account
      </Button>
    ) : (
      <Button loading={keep.isPending} onClick={() => keep.mutate()}>
        Keep my account
      </Button>
    )
  return <TitledCard title="Delete account" description={description} action={action} />
}
