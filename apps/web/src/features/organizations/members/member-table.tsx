import { type Member, type Organization, type SecondFactor, secondFactorNames } from '@linkshelf/contract'
import { useCan } from '../../../session/permissions.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatDate, formatInstant } from '../../../ui/formats/dates.ts'
import { Portrait } from '../../../ui/portrait.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import type { Column } from '../../../ui/tables/data-table-columns.ts'
import { Tag } from '../../../ui/tag.tsx'
import { MemberMenu } from './member-menu.tsx'
import { formatMemberName, roleNames } from './member-queries.ts'
import classes from './member-table.module.css'

interface MemberTableProps {
  organization: Organization
  members: readonly Member[]
  /** The id of the signed-in user. Undefined until it is loaded. */
  userId: string | undefined
}

const emailColumn: Column<Member> = { id: 'email', header: 'Email', cell: ({ email }) => email, className: classes.email }

const secondFactorColumn: Column<Member> = {
  id: 'second-factor',
  header: 'Second factor',
  cell: ({ second_factors }) => formatSecondFactors(second_factors ?? []),
  isUnknown: ({ second_factors }) => second_factors?.length === 0,
  className: classes.factor,
}

/** Returns for example "Two-step sign-in, passkey". */
function formatSecondFactors(factors: readonly SecondFactor[]): string {
  const names = factors.map((factor, index) => (index === 0 ? secondFactorNames[factor] : secondFactorNames[factor].toLowerCase()))
  return names.join(', ') || 'No second factor'
}

/** Lists the members with their actions. Owners can act on every member. Other members can act only on themselves. */
export function MemberTable({ organization, members, userId }: MemberTableProps) {
  const isOwner = useCan('members.changeRole')
  const showsEmail = organization.role !== 'viewer'
  const columns: Column<Member>[] = [
    {
      id: 'name',
      header: 'Name',
      className: classes.name,
      cell: (member) => (
        <span className={classes.who}>
          <Portrait name={formatMemberName(member)} src={member.avatar_url} />
          <span className={classes.words}>{formatMemberName(member)}</span>
          {member.user_id === userId && <Tag>You</Tag>}
        </span>
      ),
    },
    ...(showsEmail ? [emailColumn] : []),
    {
      id: 'role',
      header: 'Role',
      cell: ({ role }) => <Tag tone={role === 'owner' ? 'good' : 'neutral'}>{roleNames[role]}</Tag>,
      className: classes.role,
    },
    ...(isOwner ? [secondFactorColumn] : []),
    {
      id: 'joined',
      header: 'Joined',
      cell: ({ joined_at }) => formatDate(joined_at),
      title: ({ joined_at }) => formatInstant(joined_at),
      className: classes.joined,
    },
  ]

  return (
    <Card p={0}>
      <DataTable
        label="Members"
        columns={columns}
        rows={members}
        rowKey={({ user_id }) => user_id}
        actions={(member) => {
          const isSelf = member.user_id === userId
          return (isOwner || isSelf) && <MemberMenu organization={organization} member={member} isSelf={isSelf} isOwner={isOwner} />
        }}
      />
    </Card>
  )
}
