import { describeRoles, type MemberRole, memberRoles } from '@linkshelf/contract'
import { Title } from '@mantine/core'
import { Card } from '../../../ui/card.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { roleNames } from './member-queries.ts'
import classes from './roles-card.module.css'

/** Says what each role may do, as declared by the calls of the API. */
export function RolesCard({ ownRole, hasPlans }: { ownRole: MemberRole; hasPlans: boolean }) {
  const descriptions = describeRoles({ hasPlans })
  return (
    <Card>
      <Title order={2}>Roles</Title>
      <dl className={classes.roles}>
        {memberRoles.map((role) => (
          <div key={role}>
            <dt>
              {roleNames[role]} {role === ownRole && <Tag>Yours</Tag>}
            </dt>
            <dd>{descriptions[role]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
