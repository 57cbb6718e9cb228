import { linkMessages, type Organization, organizationMessages } from '@linkshelf/contract'
import { AddLinkBar } from '../../features/links/create/add-link-bar.tsx'
import { choices, projectLabel } from '../../features/organizations/choose-selection.ts'
import { useSelection } from '../../features/organizations/selection.tsx'
import { preloadNewLinkPanel } from './new-link-outlet.tsx'

/**
 * The add-link bar, by default for the current project. A large one is the main part of its screen, which shows the
 * link.
 */
export function CurrentAddLinkBar({ isLarge = false }: { isLarge?: boolean }) {
  const { status, organizations, current } = useSelection()
  const projects = choices(organizations, current).map((choice) => ({
    orgId: choice.organization.id,
    projectId: choice.project.id,
    name: projectLabel(organizations, choice),
  }))
  return (
    <AddLinkBar
      choices={projects}
      currentProjectId={current?.project.id}
      isLarge={isLarge}
      onFocus={() => void preloadNewLinkPanel()}
      noProjectMessage={status === 'success' ? missingMessage(organizations) : organizationMessages.noneKnown}
    />
  )
}

function missingMessage(organizations: readonly Organization[]): string {
  return organizations.length === 0 ? organizationMessages.noneCurrent : linkMessages.projectRequired
}
