import { organizationMessages } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconFolders } from '@tabler/icons-react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { useSelection } from './selection.tsx'

/** Shows its children once a project is known; `waiting` holds their place until then. */
export function ProjectGate({ waiting, children }: { waiting: React.ReactNode; children: React.ReactNode }) {
  const { status, error, current, reload } = useSelection()

  if (status === 'pending') return waiting
  if (status === 'error')
    return <Trouble title={organizationMessages.loadFailed} headingOrder={1} error={error} action="Try Again" onRetry={reload} />
  if (current !== undefined) return children
  return (
    <EmptyState
      icon={<IconFolders size={26} stroke={1.6} />}
      title={organizationMessages.noneSelected}
      headingOrder={1}
      action={<Button onClick={() => void reload()}>Look Again</Button>}
    >
      Links live in a project. As soon as you belong to an organization with one, it is shown here.
    </EmptyState>
  )
}
