import { type Organization, type Profile, passkeysAnchor } from '@linkshelf/contract'
import { Button, Group } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../features/identity/save-profile.ts'
import { organizationListQuery } from '../../features/organizations/organization-queries.ts'
import { type Dialog, openDialog } from '../../ui/overlays/dialogs.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { Screen } from '../screen.tsx'

/**
 * Shown instead of an organization's screens if the organization requires a second factor that the user lacks. When the
 * user comes back from the page of the account, the organizations are refetched.
 */
export function SecondFactorScreen({ organization }: { organization: Organization }) {
  useQuery({ ...organizationListQuery, refetchOnWindowFocus: 'always' })
  const { data: profile } = useQuery(profileQuery)
  return (
    <Screen title="Second factor" hasOwnHeading>
      <EmptyState
        icon={<IconShieldLock size={26} stroke={1.6} />}
        title="Set up a second factor"
        headingOrder={1}
        action={
          <Group justify="center" gap="sm">
            <Button component="a" href={passkeysAnchor}>
              Set up in your account
            </Button>
            {profile !== undefined && (
              <Button
                variant="default"
                onClick={(event) => void openDialog(() => loadLeaveDialog(organization, profile), event.currentTarget)}
              >
                Leave organization
              </Button>
            )}
          </Group>
        }
      >
        The owners of “{organization.name}” require a passkey or two-step sign-in from all members. Set one up, and you see everything here
        again.
      </EmptyState>
    </Screen>
  )
}

async function loadLeaveDialog(organization: Organization, profile: Profile): Promise<Dialog> {
  const { memberDialog } = await import('../../features/organizations/members/member-dialogs.tsx')
  return memberDialog('leave', organization, profile)
}
