import { Button } from '@mantine/core'
import { formatInstant } from '../../../ui/formats/dates.ts'
import { NoticeBanner } from '../../../ui/states/notice-banner.tsx'
import { useCancelAccountDeletion } from './account-deletion-mutations.ts'

/** Shown on every screen of a user whose account is going to be deleted. */
export function AccountDeletionBanner({ deletesAt }: { deletesAt: string }) {
  const keep = useCancelAccountDeletion()
  const button = (
    <Button size="xs" variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
      Keep my account
    </Button>
  )
  return (
    <NoticeBanner label="Deletion of your account" action={button}>
      Your account will be deleted on {formatInstant(deletesAt)}, with the organizations that have no other members.
    </NoticeBanner>
  )
}
