import { passwordMinLength } from '@linkshelf/contract'
import { useQuery } from '@tanstack/react-query'
import { AccountDeletionCard } from '../../../features/identity/deletion/account-deletion-card.tsx'
import { ProfileCard } from '../../../features/identity/profile-card.tsx'
import { ProfilePreferences } from '../../../features/identity/profile-preferences.tsx'
import { profileQuery } from '../../../features/identity/save-profile.ts'
import { PasswordCard } from '../../../features/identity/security/password-card.tsx'
import { SessionsCard } from '../../../features/identity/security/sessions-card.tsx'
import { SignInCard } from '../../../features/identity/security/sign-in-card.tsx'
import { SignInsCard } from '../../../features/identity/security/sign-ins-card.tsx'
import { instanceQuery } from '../../../features/instance/instance-queries.ts'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import classes from '../settings.module.css'
import { ProfileSkeleton } from '../tab-skeletons.tsx'

export function ProfileTab() {
  const { data: profile, isError, error, refetch } = useQuery(profileQuery)
  const { data: instance } = useQuery(instanceQuery)

  if (profile === undefined && !isError) return <ProfileSkeleton />
  if (profile === undefined) return <ErrorPanel title="Your profile could not be loaded" error={error} onRetry={refetch} />
  return (
    <div className={classes.stack}>
      <ProfileCard profile={profile} />
      <ProfilePreferences profile={profile} />
      <PasswordCard user={profile} minLength={instance?.password_min_length ?? passwordMinLength} />
      <SignInCard profile={profile} />
      <SessionsCard />
      <SignInsCard />
      <AccountDeletionCard profile={profile} />
    </div>
  )
}
