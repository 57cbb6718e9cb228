import { memberMessages, type Organization, type ReceivedInvitation } from '@linkshelf/contract'
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link as RouteLink, useNavigate } from 'react-router'
import { profileQuery } from '../../features/identity/save-profile.ts'
import { toFirstSelection } from '../../features/organizations/choose-selection.ts'
import { useAcceptInvitation } from '../../features/organizations/members/member-queries.ts'
import { organizationListQuery } from '../../features/organizations/organization-queries.ts'
import { storeSelection } from '../../features/organizations/stored-selection.ts'
import { storeRequestedAddress } from '../../session/requested-address.ts'
import { signOut } from '../../session/session.ts'
import { toErrorDetails } from '../../ui/error-details.ts'
import { BarePage } from '../../ui/states/bare-page.tsx'
import { joinQueries } from '../../ui/states/query-boundary.tsx'
import { Logo } from '../layout/logo.tsx'
import { formatInvitation, InvitationFailure } from './invitation-failure.tsx'

/** The invitation for a signed-in user. */
export function UserInvitation({ invitation, token }: { invitation: ReceivedInvitation; token: string }) {
  const profileLoading = useQuery(profileQuery)
  const organizationsLoading = useQuery(organizationListQuery)
  const query = joinQueries({ profile: profileLoading, organizations: organizationsLoading })
  const acceptance = useAcceptInvitation(token)
  const navigate = useNavigate()
  const { state, organization_id, organization_name: name, email } = invitation

  function open(organization: Organization): void {
    const next = toFirstSelection(organization)
    if (next !== undefined) storeSelection({ organizationId: next.organization.id, projectId: next.project.id })
    void navigate('/')
  }

  if (query.data === undefined && query.error === null) return <BarePage logo={<Logo />} title="Loading the invitation…" isBusy />
  if (query.data === undefined) return <InvitationFailure error={query.error} onRetry={query.refetch} />
  const { profile, organizations } = query.data
  const joined = organizations.find(({ id }) => id === organization_id)

  if (joined !== undefined) {
    return (
      <BarePage
        logo={<Logo />}
        title={`You are a member of ${joined.name}`}
        text="The projects of the organization are in the menu of projects."
      >
        <Button size="md" fullWidth onClick={() => open(joined)}>
          {`Open ${joined.name}`}
        </Button>
      </BarePage>
    )
  }
  if (profile.email.toLowerCase() !== email.toLowerCase()) return <OtherAccount invitation={invitation} ownEmail={profile.email} />
  if (state === 'accepted') {
    return (
      <BarePage logo={<Logo />} title="This invitation has been used" text={`Ask an owner of ${name} to invite you again.`}>
        <HomeButton />
      </BarePage>
    )
  }
  const failure = acceptance.error === null ? undefined : toErrorDetails(acceptance.error, memberMessages.acceptFailed).message
  return (
    <BarePage logo={<Logo />} title={`Join ${name}`} text={formatInvitation(invitation)}>
      <Stack gap="sm">
        {failure !== undefined && <div role="alert">{failure}</div>}
        <Button size="md" fullWidth loading={acceptance.isPending} onClick={() => acceptance.mutate(undefined, { onSuccess: open })}>
          Accept invitation
        </Button>
        <HomeButton />
      </Stack>
    </BarePage>
  )
}

/** Shown if the invitation is for another account. After signing in again, the user returns to this page. */
function OtherAccount({ invitation, ownEmail }: { invitation: ReceivedInvitation; ownEmail: string }) {
  const { email, organization_name: name } = invitation

  function switchAccount(): void {
    storeRequestedAddress()
    void signOut()
  }

  return (
    <BarePage
      logo={<Logo />}
      title="This invitation is for another account"
      text={`${email} is invited to ${name}, and you are signed in as ${ownEmail}.`}
    >
      <Stack gap="sm">
        <Button size="md" fullWidth onClick={switchAccount}>
          Switch account
        </Button>
        <HomeButton />
      </Stack>
    </BarePage>
  )
}

function HomeButton() {
  return (
    <Button component={RouteLink} to="/" size="md" fullWidth variant="default">
      Return to Home
    </Button>
  )
}
