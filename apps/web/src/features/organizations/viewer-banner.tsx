import type { Organization } from '@linkshelf/contract'
import { NoticeBanner } from '../../ui/states/notice-banner.tsx'

/** Shown to a viewer on every screen of the organization: why the controls that change something are missing. */
export function ViewerBanner({ organization }: { organization: Organization }) {
  return (
    <NoticeBanner label="Your role">
      You are a viewer of “{organization.name}”: you see everything here, and change nothing. An owner can make you a member.
    </NoticeBanner>
  )
}
