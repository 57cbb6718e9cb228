import { type Organization, projectArchivedMessage } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { Link as RouteLink, useLocation } from 'react-router'
import { useCan } from '../../session/permissions.tsx'
import { formatInstant } from '../../ui/formats/dates.ts'
import { NoticeBanner } from '../../ui/states/notice-banner.tsx'
import { useRetry } from '../../ui/states/use-retry.ts'
import { useCancelOrganizationDeletion } from './deletion/deletion-mutations.ts'

const projectsPath = '/settings/projects'

/** Shown to viewers on every screen of the organization. Says why the controls that change something are missing. */
export function ViewerBanner({ organization }: { organization: Organization }) {
  return (
    <NoticeBanner label="Your role">
      You are a viewer of “{organization.name}”: you can see everything here, but change nothing. An owner can make you a member.
    </NoticeBanner>
  )
}

/**
 * Shown on every screen if the organizations could not be loaded again, because the organizations on screen may be
 * outdated.
 */
export function OutdatedBanner({ onRetry }: { onRetry: () => unknown }) {
  const { button, isRetrying, retry } = useRetry(onRetry)
  return (
    <NoticeBanner
      label="Organizations and projects"
      action={
        <Button ref={button} size="xs" variant="default" loading={isRetrying} onClick={retry}>
          Retry
        </Button>
      }
    >
      Your organizations and projects could not be loaded. You see what this browser loaded last, which may be out of date.
    </NoticeBanner>
  )
}

/**
 * Shown on every screen of an archived project. Says why controls that add to the project are disabled, and where to
 * unarchive it.
 */
export function ArchivedProjectBanner() {
  const canUnarchive = useCan('projects.unarchive')
  const { pathname } = useLocation()
  const link = (
    <Button component={RouteLink} to={projectsPath} size="xs" variant="default">
      Projects
    </Button>
  )
  return (
    <NoticeBanner label="Archived project" action={canUnarchive && pathname !== projectsPath && link}>
      {projectArchivedMessage}
    </NoticeBanner>
  )
}

/** Shown on every screen of an organization whose deletion is scheduled. */
export function DeletionBanner({ organization }: { organization: Organization }) {
  const keep = useCancelOrganizationDeletion()
  const canKeep = useCan('organizations.cancelDeletion')
  const button = (
    <Button size="xs" variant="default" loading={keep.isPending} onClick={() => keep.mutate(organization)}>
      Keep
    </Button>
  )
  return (
    <NoticeBanner label="Deletion of the organization" action={canKeep && button}>
      “{organization.name}” will be deleted on {formatInstant(organization.deletes_at ?? '')}. Its links redirect until then.
    </NoticeBanner>
  )
}
