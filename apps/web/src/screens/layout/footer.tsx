import type { FeedbackDraft } from '@linkshelf/contract'
import type { RefObject } from 'react'
import { openFeedbackDialog } from '../../features/feedback/open-feedback-dialog.ts'
import { SocialLinks } from '../../features/instance/social-links.tsx'
import { StatusWidget } from '../../features/instance/status-widget.tsx'
import { TermsLink } from '../../features/instance/terms-link.tsx'
import { useSelection } from '../../features/organizations/selection.tsx'
import classes from './footer.module.css'

/** The end of every page: status, terms, feedback and social links. `draft` is the feedback that was typed but not sent. */
export function Footer({ draft }: { draft: RefObject<FeedbackDraft> }) {
  const { current } = useSelection()
  const scope = current && { orgId: current.organization.id, projectId: current.project.id }

  return (
    <footer className={classes.footer}>
      <StatusWidget />
      <div className={classes.ways}>
        <TermsLink className={classes.way} />
        <button
          type="button"
          className={classes.way}
          aria-haspopup="dialog"
          onClick={(event) => openFeedbackDialog(scope, draft, event.currentTarget)}
        >
          Contact &amp; Feedback
        </button>
        <SocialLinks />
      </div>
    </footer>
  )
}
