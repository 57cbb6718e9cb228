import type { Profile } from '@linkshelf/contract'
import { Text, Title } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { Portrait } from '../../ui/portrait.tsx'
import { AvatarField } from './avatar-field.tsx'
import classes from './profile-card.module.css'

/** Name and email of the user, read-only, and their picture. */
export function ProfileCard({ profile }: { profile: Profile }) {
  return (
    <Card>
      <div className={classes.who}>
        <Portrait name={profile.full_name || profile.email} src={profile.avatar_url} size="large" />
        <div>
          <Title order={2}>Profile</Title>
          <Text size="sm" c="dimmed">
            Your name and email come from your sign-in account and cannot be changed here.
          </Text>
        </div>
      </div>
      <div className={classes.picture}>
        <AvatarField profile={profile} />
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
