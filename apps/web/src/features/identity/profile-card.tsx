import type { Profile } from '@linkshelf/contract'
import { Text, Title } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { toInitials } from './initials.ts'
import classes from './profile-card.module.css'

/** Name, email and picture of the user, read-only. */
export function ProfileCard({ profile }: { profile: Profile }) {
  return (
    <Card>
      <div className={classes.who}>
        <Portrait profile={profile} />
        <div>
          <Title order={2}>Profile</Title>
          <Text size="sm" c="dimmed">
            Your name and email come from your sign-in account and cannot be changed here.
          </Text>
        </div>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Name</dt>
          <dd>{profile.full_name || 'No name given'}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{profile.email}</dd>
        </div>
      </dl>
    </Card>
  )
}

/** The picture of the user over their initials, which stay visible when it cannot be loaded. */
function Portrait({ profile }: { profile: Profile }) {
  return (
    <span className={classes.portrait} data-initials={toInitials(profile.full_name || profile.email)}>
      {profile.avatar_url !== null && (
        <img src={profile.avatar_url} alt="" referrerPolicy="no-referrer" onError={(event) => event.currentTarget.remove()} />
      )}
    </span>
  )
}
