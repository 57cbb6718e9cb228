import { Button } from '@mantine/core'
import { IconClick } from '@tabler/icons-react'
import { Link as RouteLink, useNavigate } from 'react-router'
import { EmptyActiveLinks } from '../../features/links/list/empty-links.tsx'
import { useProject } from '../../features/organizations/selection.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { AnalyticsSkeleton } from './analytics-loading.tsx'

/** Replaces the numbers of a project without clicks. */
export function NoClicks({ hasActiveLinks }: { hasActiveLinks: boolean }) {
  const { scope } = useProject()
  const navigate = useNavigate()
  if (!hasActiveLinks)
    return <EmptyActiveLinks scope={scope} loading={<AnalyticsSkeleton />} onShowArchive={() => void navigate('/links?archived=true')} />
  return (
    <EmptyState
      icon={<IconClick size={26} stroke={1.6} />}
      title="No clicks yet"
      action={
        <Button component={RouteLink} to="/links">
          Copy a link to share
        </Button>
      }
    >
      Share one of your short links. Its first click appears here within seconds, with its location and device.
    </EmptyState>
  )
}
