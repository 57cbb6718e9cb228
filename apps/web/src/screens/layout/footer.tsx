import type { FeedbackDraft } from '@linkshelf/contract'
import type { RefObject } from 'react'
import { SocialLinks, TermsLink } from '../../features/instance/social-links.tsx'
import { StatusWidget } from '../../features/instance/status-widget.tsx'
import { openFeedbackDialog } from '../feedback/open-feedback-dialog.ts'
import classes from './footer.module.css'

/**
 * The end of every page: status, terms, feedback and social links. `draft` is the feedback that was typed but not sent.
 */
export function Footer({ draft }: { draft: RefObject<FeedbackDraft> }) {
  return (
    <footer className={classes.footer}>
      <StatusWidget />
      <div className={classes.ways}>
        <TermsLink className={classes.way} />
        <button
          type="button"
          className={classes.way}
          aria-haspopup="dialog"
          onClick={(event) => openFeedbackDialog(draft, event.currentTarget)}
        >
          Contact &amp; Feedback
        </button>
        <SocialLinks />
      </div>
    </footer>
  )
}
