import type { Profile } from '@linkshelf/contract'
import { Text, Title } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { toInitials } from './initials.ts'
import classes from './profile-card.module.css'

/** Who the person is. All of it is read here and changed nowhere in the dashboard. */
export function ProfileCard({ person }: { person: Profile }) {
  return (
    <Card>
      <div className={classes.who}>
        <Portrait person={person} />
        <div>
          <Title order={2}>Profile</Title>
          <Text size="sm" c="dimmed">
            Your name and email come with your sign-in, so they are shown here and not changed.
          </Text>
        </div>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Name</dt>
          <dd>{person.full_name || 'No name given'}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{person.email}</dd>
        </div>
      </dl>
    </Card>
  )
}

/** The person's picture over their initials, which stay when it cannot be fetched. */
function Portrait({ person }: { person: Profile }) {
  return (
    <span className={classes.portrait} data-initials={toInitials(person.full_name || person.email)}>
      {person.avatar_url !== null && (
        <img src={person.avatar_url} alt="" referrerPolicy="no-referrer" onError={(event) => event.currentTarget.remove()} />
      )}
    </span>
  )
}
