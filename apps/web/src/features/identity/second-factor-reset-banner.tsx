import { secondFactorPath } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { formatInstant } from '../../ui/formats/dates.ts'
import { NoticeBanner } from '../../ui/states/notice-banner.tsx'

/** Shown on every screen while a reset of two-step sign-in waits. The button leads to the page that stops the reset. */
export function SecondFactorResetBanner({ resetAt }: { resetAt: string }) {
  const button = (
    <Button size="xs" variant="default" component="a" href={secondFactorPath}>
      Stop the reset
    </Button>
  )
  return (
    <NoticeBanner label="Reset of two-step sign-in" action={button}>
      Someone who knows your password asked to turn two-step sign-in off without a code. This happens on {formatInstant(resetAt)}.
    </NoticeBanner>
  )
}
