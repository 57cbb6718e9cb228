import { Button } from '@mantine/core'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'

/**
 * The password of the user, which is changed in a dialog. `minLength` is the minimum length of a new password, in
 * characters.
 */
export function PasswordCard(user: { email: string; minLength: number }) {
  function openPasswordDialog(opener: HTMLElement): void {
    void openDialog(() => import('./security-dialogs.tsx').then(({ passwordDialog }) => passwordDialog(user)), opener)
  }

  return (
    <TitledCard
      title="Password"
      description="Changing your password signs you out on your other devices."
      action={
        <Button variant="default" onClick={(event) => openPasswordDialog(event.currentTarget)}>
          Change password
        </Button>
      }
    />
  )
}
