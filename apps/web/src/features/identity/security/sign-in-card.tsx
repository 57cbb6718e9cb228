import { type Profile, passkeysAnchor } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { TitledCard } from '../../../ui/titled-card.tsx'

/** Says whether two-step sign-in is on, and leads to the page on which the user sets it up and adds passkeys. */
export function SignInCard({ profile }: { profile: Profile }) {
  return (
    <TitledCard
      title="Passkeys and two-step sign-in"
      description={
        profile.has_second_factor
          ? 'Two-step sign-in is on. A passkey signs you in with your fingerprint, face or screen lock.'
          : 'Two-step sign-in is off. A code from your phone or a passkey protects more than a password alone.'
      }
      action={
        <Button component="a" href={passkeysAnchor} variant="default">
          {profile.has_second_factor ? 'Manage' : 'Set up'}
        </Button>
      }
    />
  )
}
