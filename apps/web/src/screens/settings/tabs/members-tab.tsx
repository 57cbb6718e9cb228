import { memberMessages, type Organization } from '@linkshelf/contract'
import { Button, Stack, Title } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../../features/identity/save-profile.ts'
import { toFirstSelection } from '../../../features/organizations/choose-selection.ts'
import { InvitationTable } from '../../../features/organizations/members/invitation-table.tsx'
import { invitationListQuery, memberListQuery } from '../../../features/organizations/members/member-queries.ts'
import { MemberTable } from '../../../features/organizations/members/member-table.tsx'
import { RolesCard } from '../../../features/organizations/members/roles-card.tsx'
import { SecondFactorCard } from '../../../features/organizations/members/second-factor-card.tsx'
import { OrganizationCard } from '../../../features/organizations/organization-card.tsx'
import { ProjectGuard } from '../../../features/organizations/project-guard.tsx'
import { useSelection } from '../../../features/organizations/selection.tsx'
import { RoleProvider, useCan } from '../../../session/permissions.tsx'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { useRowCount } from '../../../ui/states/row-count.ts'
import { MembersSkeleton } from '../tab-skeletons.tsx'
import { TabHeader } from './tab-header.tsx'

/** Shows the name and the members of the current organization, even if the organization has no projects. */
export function MembersTab() {
  const { organizations, current } = useSelection()
  const organization = current?.organization ?? organizations[0]
  if (organization !== undefined)
    return (
      <RoleProvider role={organization.role}>
        <Members key={organization.id} organization={organization} />
      </RoleProvider>
    )
  return (
    <ProjectGuard headingOrder={2} loading={<MembersSkeleton />}>
      {null}
    </ProjectGuard>
  )
}

function Members({ organization }: { organization: Organization }) {
  const { choose } = useSelection()
  const { data: profile } = useQuery(profileQuery)
  const members = useQuery(memberListQuery(organization.id))
  useRowCount('members', members.data?.length)
  const canInvite = useCan('members.invite')
  const canRequire = useCan('organizations.requireSecondFactor')

  function switchTo(created: Organization): void {
    const next = toFirstSelection(created)
    if (next !== undefined) choose(next, `${created.name} is created.`)
  }

  return (
    <QueryBoundary query={members} loading={<MembersSkeleton />} error={memberMessages.loadFailed}>
      {(loaded) => (
        <>
          <TabHeader title="Members" action={canInvite && <InviteButton organization={organization} />}>
            {loaded.length === 1
              ? `Only you have access to ${organization.name} so far.`
              : `Members have access to every project of ${organization.name}.`}
          </TabHeader>
          <MemberTable organization={organization} members={loaded} userId={profile?.user_id} />
          {canInvite && <Invitations organization={organization} />}
          {canRequire && <SecondFactorCard organization={organization} members={loaded} />}
          <RolesCard ownRole={organization.role} hasPlans={organization.has_plans} />
          <OrganizationCard organization={organization} onCreated={switchTo} />
        </>
      )}
    </QueryBoundary>
  )
}

/** Shows the invitations of an organization. Renders nothing if there are no invitations. */
function Invitations({ organization }: { organization: Organization }) {
  const invitations = useQuery(invitationListQuery(organization.id))
  return (
    <QueryBoundary query={invitations} loading={null} error={memberMessages.invitationsLoadFailed} empty={null}>
      {(loaded) => (
        <Stack component="section" gap="sm">
          <Title order={2}>Invitations</Title>
          <InvitationTable organization={organization} invitations={loaded} />
        </Stack>
      )}
    </QueryBoundary>
  )
}

function InviteButton({ organization }: { organization: Organization }) {
  const load = () =>
    import('../../../features/organizations/members/member-dialogs.tsx').then((module) => module.inviteDialog(organization))
  return (
    <Button leftSection={<IconUserPlus aria-hidden size={17} />} onClick={(event) => void openDialog(load, event.currentTarget)}>
      Invite
    </Button>
  )
}
