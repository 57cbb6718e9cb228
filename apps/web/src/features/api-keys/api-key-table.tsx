import type { ApiKey } from '@linkshelf/contract'
import { IconTrash } from '@tabler/icons-react'
import { Card } from '../../ui/card.tsx'
import { formatInstant, formatTimeAgo, useMinute } from '../../ui/formats/dates.ts'
import { IconAction } from '../../ui/icon-action.tsx'
import { openDialog } from '../../ui/overlays/dialogs.tsx'
import { DataTable } from '../../ui/tables/data-table.tsx'
import type { Column } from '../../ui/tables/data-table-columns.ts'
import { Tag } from '../../ui/tag.tsx'
import { scopeNames } from './api-key-queries.ts'
import classes from './api-key-table.module.css'

export function ApiKeyTable({ orgId, apiKeys }: { orgId: string; apiKeys: readonly ApiKey[] }) {
  const nowMs = useMinute()
  return (
    <Card p={0}>
      <DataTable
        label="API keys"
        columns={createColumns(nowMs)}
        rows={apiKeys}
        rowKey={({ id }) => id}
        actions={(apiKey) => (
          <IconAction
            action="Revoke"
            name={apiKey.name}
            Icon={IconTrash}
            onClick={(button) =>
              void openDialog(() => import('./api-key-dialogs.tsx').then((module) => module.revokeApiKeyDialog(orgId, apiKey)), button)
            }
          />
        )}
      />
    </Card>
  )
}

function createColumns(nowMs: number): Column<ApiKey>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      className: classes.name,
      title: ({ created }) => `Created ${formatInstant(created)}`,
      cell: ({ name, created_by }) => (
        <>
          {name}
          <small>Acts for {created_by || 'a member without a name'}</small>
        </>
      ),
    },
    { id: 'key', header: 'Key', className: classes.key, cell: ({ key }) => <code>{key}</code> },
    {
      id: 'scope',
      header: 'Access',
      className: classes.short,
      cell: ({ scope }) => <Tag tone={scope === 'full' ? 'pending' : 'neutral'}>{scopeNames[scope]}</Tag>,
    },
    {
      id: 'last used',
      header: 'Last used',
      className: `${classes.short} ${classes.used}`,
      isUnknown: ({ last_used_at }) => last_used_at === null,
      title: ({ last_used_at }) => (last_used_at === null ? '' : formatInstant(last_used_at)),
      cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : formatTimeAgo(last_used_at, nowMs)),
    },
    {
      id: 'expires',
      header: 'Expires',
      className: `${classes.short} ${classes.expires}`,
      isUnknown: ({ expires_at }) => expires_at === null,
      cell: ({ expires_at }) => <Expiry at={expires_at} nowMs={nowMs} />,
    },
  ]
}

function Expiry({ at, nowMs }: { at: string | null; nowMs: number }) {
  if (at === null) return 'Never'
  return Date.parse(at) <= nowMs ? <span className={classes.expired}>Expired</span> : formatInstant(at)
}
