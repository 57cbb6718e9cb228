import { organizationMessages } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconFolders } from '@tabler/icons-react'
import { createLazyDialog } from '../../ui/overlays/dialogs.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorPanel } from '../../ui/states/error-panel.tsx'
import { useSelection } from './selection.tsx'

const openOrganizationDialog = createLazyDialog(async () => (await import('./organization-dialog.tsx')).organizationDialog)

interface ProjectGuardProps {
  /** Rendered until the organizations are loaded. */
  loading: React.ReactNode
  /** 1 if this is the only heading of the page. */
  headingOrder?: 1 | 2
  children: React.ReactNode
}

/** Renders its children if there is a current project. */
export function ProjectGuard({ loading, headingOrder = 1, children }: ProjectGuardProps) {
  const { status, error, organizations, current, reload } = useSelection()

  if (status === 'pending') return loading
  if (status === 'error')
    return <ErrorPanel title={organizationMessages.loadFailed} headingOrder={headingOrder} error={error} onRetry={reload} />
  if (current !== undefined) return children
  const isMember = organizations.length > 0
  return (
    <EmptyState
      icon={<IconFolders size={26} stroke={1.6} />}
      title={organizationMessages.noneSelected}
      headingOrder={headingOrder}
      action={
        isMember ? (
          <Button onClick={() => void reload()}>Retry</Button>
        ) : (
          <Button onClick={(event) => openOrganizationDialog(event.currentTarget, { organization: undefined })}>New organization</Button>
        )
      }
    >
      {isMember
        ? 'Links belong to a project. As soon as your organization has a project, it is shown here.'
        : 'Links belong to a project of an organization. Create your own, or ask an owner to invite you to theirs.'}
    </EmptyState>
  )
}
