import type { Invitation, Organization } from '@linkshelf/contract'
import { IconSend, IconTrash } from '@tabler/icons-react'
import { Card } from '../../../ui/card.tsx'
import { formatDate, formatInstant } from '../../../ui/formats/dates.ts'
import { IconAction } from '../../../ui/icon-action.tsx'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import type { Column } from '../../../ui/tables/data-table-columns.ts'
import { Tag } from '../../../ui/tag.tsx'
import { roleNames, useResendInvitation } from './member-queries.ts'
import classes from './member-table.module.css'

const columns: Column<Invitation>[] = [
  { id: 'email', header: 'Email', cell: ({ email }) => <span className={classes.words}>{email}</span>, className: classes.name },
  { id: 'role', header: 'Role', cell: ({ role }) => roleNames[role], className: classes.role },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, expires_at }) =>
      state === 'expired' ? <Tag>Expired</Tag> : <Tag tone="pending">{`Waiting until ${formatDate(expires_at)}`}</Tag>,
    title: ({ invited_at, expires_at }) => `Sent ${formatInstant(invited_at)}. Expires ${formatInstant(expires_at)}.`,
    className: classes.joined,
  },
]

/** Lists the invitations that are neither accepted nor revoked. */
export function InvitationTable({ organization, invitations }: { organization: Organization; invitations: readonly Invitation[] }) {
  const resending = useResendInvitation(organization.id)
  return (
    <Card p={0}>
      <DataTable
        label="Invitations"
        columns={columns}
        rows={invitations}
        rowKey={({ invitation_id }) => invitation_id}
        actions={(invitation) => (
          <>
            <IconAction
              action="Resend"
              name={invitation.email}
              Icon={IconSend}
              isDisabled={resending.isPending}
              onClick={() => resending.mutate(invitation)}
            />
            <IconAction
              action="Revoke"
              name={invitation.email}
              Icon={IconTrash}
              onClick={(button) =>
                void openDialog(
                  () => import('./member-dialogs.tsx').then((module) => module.revokeDialog(organization, invitation)),
                  button,
                )
              }
            />
          </>
        )}
      />
    </Card>
  )
}
