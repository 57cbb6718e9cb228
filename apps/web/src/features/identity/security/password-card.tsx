import type { Profile } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { TitledCard } from '../../../ui/titled-card.tsx'

interface PasswordCardProps {
  user: Pick<Profile, 'email' | 'has_password'>
  /** The minimum length of a new password, in characters. */
  minLength: number
}

/**
 * The password of the user, which is changed in a dialog. Users without a password set one by a link in an email.
 * Renders nothing if users sign in with another identity provider only.
 */
export function PasswordCard({ user: { email, has_password: hasPassword }, minLength }: PasswordCardProps) {
  function openPasswordDialog(opener: HTMLElement): void {
    void openDialog(() => import('./security-dialogs.tsx').then(({ passwordDialog }) => passwordDialog({ email, minLength })), opener)
  }

  if (hasPassword === null) return null
  if (!hasPassword)
    return (
      <TitledCard
        title="Password"
        description="You have no password, because you sign in with another identity provider. You can set one by email."
        action={
          <Button component="a" href="/auth/forgot" variant="default">
            Set a password
          </Button>
        }
      />
    )
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
