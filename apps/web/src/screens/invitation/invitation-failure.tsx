import { memberMessages, type ReceivedInvitation, roleNouns } from '@linkshelf/contract'
import { Button, Text } from '@mantine/core'
import { toErrorDetails } from '../../ui/error-details.ts'
import { formatDate } from '../../ui/formats/dates.ts'
import { BarePage } from '../../ui/states/bare-page.tsx'
import { Logo } from '../layout/logo.tsx'

/** Returns a sentence that says who is invited, with which role, and until when. */
export function formatInvitation({ email, role, expires_at }: ReceivedInvitation): string {
  return `${email} is invited as ${roleNouns[role]}, until ${formatDate(expires_at)}.`
}

export function InvitationFailure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { message, correlationId } = toErrorDetails(error, memberMessages.tryAgain)
  return (
    <BarePage logo={<Logo />} title={memberMessages.invitationLoadFailed} text={message}>
      <Button size="md" fullWidth onClick={() => void onRetry()}>
        Retry
      </Button>
      <Text size="xs" c="dimmed" mt="md">
        Correlation ID: {correlationId}
      </Text>
    </BarePage>
  )
}
